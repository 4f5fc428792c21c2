//! What can be set.

use super::{
    own::OwnRuntime,
    value::{Node, Sourced},
};
use std::collections::BTreeMap;

/// One setting as documentation, schema and editors show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettingDoc {
    /// Its key, levels joined with dots; `<…>` stands for a name of the user's choice.
    pub key: &'static str,
    /// What its value is.
    pub kind: Kind,
    /// The value when it is not set, as JSON; `null` when nothing takes its place.
    pub default: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
}

/// What the value of a setting is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `"auto"`, `"all"` or a list of runtimes, or a table with those under `use` and a table per runtime.
    Runtimes,
    /// A runtime's own settings.
    RuntimeTable,
    /// A runtime, as `name` or `name@version`.
    Runtime,
    /// A path, relative to the folder of the file it is written in or to the opened folder.
    Path,
    /// A list of such paths.
    Paths,
    /// A number, or a number with a unit.
    Amount,
    /// `true`, or a text.
    Marker,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// Every setting there is. Documentation, JSON schema and the editors' settings are made from this.
pub const SETTINGS: &[SettingDoc] = &[
    SettingDoc {
        key: "runtimes",
        kind: Kind::Runtimes,
        default: "\"auto\"",
        about: "The runtimes whose prompts are shown and checked: \"auto\" finds those in use, \"all\" takes every \
                one but validators, a list names them as `name` or `name@version`. As a table, the choice stands under \
                `use`.",
    },
    SettingDoc {
        key: "runtimes.<name>",
        kind: Kind::RuntimeTable,
        default: "null",
        about: "Settings of one runtime under its own names, and its `version`.",
    },
    SettingDoc {
        key: "runtimes.<name>.extends",
        kind: Kind::Runtime,
        default: "null",
        about: "Makes `<name>` a runtime of your own: the one it extends, as `name` or `name@version`, a built-in one or \
                another of your own. Its table has parameters besides: names of files, caps, the words around them.",
    },
    SettingDoc {
        key: "runtimes.<name>.evidence",
        kind: Kind::Paths,
        default: "[]",
        about: "With \"auto\", a runtime of your own is at work where one of these paths is there: in the opened folder \
                or one above it up to the root of its repository, or below `~/`. Without it, it always is.",
    },
    SettingDoc {
        key: "primaryRuntime",
        kind: Kind::Runtime,
        default: "null",
        about: "The runtime that hover and outline show first; without it, the first one that \
                is named or left traces.",
    },
    SettingDoc {
        key: "start",
        kind: Kind::Path,
        default: "null",
        about: "The folder the agent is started in, for runtimes that load up to it; without it, each file is judged \
                as if the agent were started in its folder.",
    },
    SettingDoc {
        key: "touched",
        kind: Kind::Paths,
        default: "[]",
        about: "Files the agent reads after its start, and folders it lists, for runtimes that load on touch; without \
                it, each file is judged as if the agent read it.",
    },
    SettingDoc {
        key: "home",
        kind: Kind::Path,
        default: "null",
        about: "The home folder whose instruction files count; without it, that of the user.",
    },
    SettingDoc {
        key: "budgets.<file>",
        kind: Kind::Amount,
        default: "null",
        about: "The most a Markdown file of this name or glob may hold, whether a runtime reads it or not: a number of \
                characters, or a number with a unit (\"10000 characters\", \"5 %\").",
    },
    SettingDoc {
        key: "runtimes.<name>.budgets.<file>",
        kind: Kind::Amount,
        default: "null",
        about: "The most a file of this name or glob may hold as this runtime reads it, besides its own caps; a percentage \
                is of the context window that is set for it.",
    },
    SettingDoc {
        key: "managed.<file>",
        kind: Kind::Marker,
        default: "null",
        about: "Files of this name or glob are rendered by a platform, and edits of them are lost: those with a line that \
                holds this text, or that a regular expression between slashes matches (\"/^Rendered by/\"); with `true`, all \
                of them.",
    },
    SettingDoc {
        key: "rules.<code>.severity",
        kind: Kind::Word(Severity::WORDS),
        default: "null",
        about: "How findings of a rule are shown; without it, as the rule's page says.",
    },
    SettingDoc {
        key: "hover.detail",
        kind: Kind::Word(HoverDetail::WORDS),
        default: "\"line\"",
        about: "What hover says about loading: for the line under the cursor, for the whole file, or nothing.",
    },
    SettingDoc {
        key: "lens.usage",
        kind: Kind::Word(Lens::WORDS),
        default: "\"on\"",
        about: "Whether a lens above the first line of an instruction file says, for each runtime that reads the file, \
                how far its cap is used, what is lost, and whether files below still fit.",
    },
    SettingDoc {
        key: "lens.changes",
        kind: Kind::Word(Lens::WORDS),
        default: "\"on\"",
        about: "Whether a lens above the first line of an instruction file says how many rules the agent gained, lost or \
                sees reworded since the last commit.",
    },
    SettingDoc {
        key: "hints.sections",
        kind: Kind::Word(SectionHints::WORDS),
        default: "\"off\"",
        about: "What stands behind each heading about its section as the primary runtime counts it: nothing, its size in \
                that runtime's unit, estimated tokens, or its share of the cap.",
    },
    SettingDoc {
        key: "trace",
        kind: Kind::Word(Trace::WORDS),
        default: "\"off\"",
        about: "What the server writes to its log (standard error) about the messages it exchanges with the editor: \
                nothing, that each was sent or received, or all that it says.",
    },
];

/// What is set, each value with its place; `None` is the default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// `runtimes`, or `runtimes.use` beside tables.
    pub runtimes: Option<Sourced<Selection>>,
    /// `runtimes.<name>`, as written.
    pub runtime_tables: BTreeMap<String, Node>,
    /// The runtimes of the user's own among them, of all layers together.
    pub own_runtimes: BTreeMap<String, OwnRuntime>,
    /// `primaryRuntime`
    pub primary_runtime: Option<Sourced<RuntimeRef>>,
    /// `start`
    pub start: Option<Sourced<String>>,
    /// `touched`
    pub touched: Option<Sourced<Vec<Sourced<String>>>>,
    /// `home`
    pub home: Option<Sourced<String>>,
    /// `budgets` by file name or glob.
    pub budgets: BTreeMap<String, Sourced<Amount>>,
    /// `runtimes.<name>.budgets` by the runtime's name.
    pub runtime_budgets: BTreeMap<String, BTreeMap<String, Sourced<Amount>>>,
    /// `managed` by file name or glob.
    pub managed: BTreeMap<String, Sourced<Mark>>,
    /// `rules.<code>.severity` by code.
    pub severities: BTreeMap<String, Sourced<Severity>>,
    /// `hover.detail`
    pub hover_detail: Option<Sourced<HoverDetail>>,
    /// `lens.usage`
    pub lens_usage: Option<Sourced<Lens>>,
    /// `lens.changes`
    pub lens_changes: Option<Sourced<Lens>>,
    /// `hints.sections`
    pub section_hints: Option<Sourced<SectionHints>>,
    /// `trace`
    pub trace: Option<Sourced<Trace>>,
}

impl Settings {
    /// These settings, and where they say nothing those of `below`.
    #[must_use]
    pub(super) fn over(mut self, below: Self) -> Self {
        for (name, node) in below.runtime_tables {
            match self.runtime_tables.get_mut(&name) {
                Some(own) => own.over(&node),
                None => {
                    self.runtime_tables.insert(name, node);
                }
            }
        }
        for (file, amount) in below.budgets {
            self.budgets.entry(file).or_insert(amount);
        }
        for (name, below) in below.runtime_budgets {
            let budgets = self.runtime_budgets.entry(name).or_default();
            for (file, amount) in below {
                budgets.entry(file).or_insert(amount);
            }
        }
        for (file, mark) in below.managed {
            self.managed.entry(file).or_insert(mark);
        }
        for (code, severity) in below.severities {
            self.severities.entry(code).or_insert(severity);
        }
        Self {
            runtimes: self.runtimes.or(below.runtimes),
            primary_runtime: self.primary_runtime.or(below.primary_runtime),
            start: self.start.or(below.start),
            touched: self.touched.or(below.touched),
            home: self.home.or(below.home),
            hover_detail: self.hover_detail.or(below.hover_detail),
            lens_usage: self.lens_usage.or(below.lens_usage),
            lens_changes: self.lens_changes.or(below.lens_changes),
            section_hints: self.section_hints.or(below.section_hints),
            trace: self.trace.or(below.trace),
            ..self
        }
    }

    /// `hover.detail`, by default [`HoverDetail::Line`].
    #[must_use]
    pub fn hover_detail(&self) -> HoverDetail {
        self.hover_detail
            .as_ref()
            .map_or_else(HoverDetail::default, |set| set.value)
    }

    /// `lens.usage`, by default [`Lens::On`].
    #[must_use]
    pub fn lens_usage(&self) -> Lens {
        self.lens_usage
            .as_ref()
            .map_or_else(Lens::default, |set| set.value)
    }

    /// `lens.changes`, by default [`Lens::On`].
    #[must_use]
    pub fn lens_changes(&self) -> Lens {
        self.lens_changes
            .as_ref()
            .map_or_else(Lens::default, |set| set.value)
    }

    /// `hints.sections`, by default [`SectionHints::Off`].
    #[must_use]
    pub fn section_hints(&self) -> SectionHints {
        self.section_hints
            .as_ref()
            .map_or_else(SectionHints::default, |set| set.value)
    }

    /// `trace`, by default [`Trace::Off`].
    #[must_use]
    pub fn trace(&self) -> Trace {
        self.trace.as_ref().map_or_else(Trace::default, |set| set.value)
    }

    /// `runtimes`, by default [`Selection::Auto`].
    #[must_use]
    pub fn selection(&self) -> &Selection {
        self.runtimes.as_ref().map_or(&Selection::Auto, |set| &set.value)
    }
}

/// Which runtimes count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// Those that leave traces of their use.
    Auto,
    /// Every one.
    All,
    /// These.
    Named(Vec<Sourced<RuntimeRef>>),
}

/// A runtime as a user names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeRef {
    /// Its name.
    pub name: String,
    /// What stands after `@`.
    pub version: Option<String>,
}

impl RuntimeRef {
    /// Takes `name@version` apart.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let (name, version) = text
            .split_once('@')
            .map_or((text, None), |(name, version)| (name, Some(version)));
        Self {
            name: name.to_owned(),
            version: version.map(str::to_owned),
        }
    }
}

/// How much a file may hold, as written.
#[derive(Debug, Clone, PartialEq)]
pub enum Amount {
    /// A number without a unit.
    Number(f64),
    /// A number and a unit.
    Text(String),
}

/// What tells that a file is rendered by a platform, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// `true`: its name.
    Name,
    /// A text, or a regular expression between slashes.
    Text(String),
}

/// A word that stands for a value.
pub(super) trait Choice: Copy + 'static {
    /// All words with what they stand for.
    const ALL: &'static [(&'static str, Self)];
}

macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$line:meta])* $variant:ident = $word:literal $(| $also:literal)?,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$line])* $variant,)* }

        impl $name {
            /// How it is written.
            pub const WORDS: &'static [&'static str] = &[$($word, $($also,)?)*];
        }

        impl Choice for $name {
            const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$variant), $(($also, Self::$variant),)?)*];
        }
    };
}

choice! {
    /// How a finding is shown.
    Severity {
        /// As an error.
        Error = "error",
        /// As a warning.
        Warning = "warning",
        /// As information.
        Information = "information" | "info",
        /// As a hint.
        Hint = "hint",
        /// Not at all.
        Off = "off",
    }
}

choice! {
    /// What hover says about loading.
    #[derive(Default)]
    HoverDetail {
        /// What happens to the line under the cursor.
        #[default]
        Line = "line",
        /// What happens to the whole file.
        File = "file",
        /// Nothing.
        Off = "off",
    }
}

choice! {
    /// Whether there are lenses of a kind.
    #[derive(Default)]
    Lens {
        /// There are.
        #[default]
        On = "on",
        /// There are none.
        Off = "off",
    }
}

choice! {
    /// What stands behind a heading about its section.
    #[derive(Default)]
    SectionHints {
        /// Nothing.
        #[default]
        Off = "off",
        /// Its size in the unit of the primary runtime.
        Size = "size",
        /// An estimate of its tokens.
        Tokens = "tokens",
        /// Its share of the primary runtime's cap.
        Percent = "percent",
    }
}

choice! {
    /// What the log holds of the conversation with the editor.
    #[derive(Default)]
    Trace {
        /// Nothing.
        #[default]
        Off = "off",
        /// That a message was sent.
        Messages = "messages",
        /// What it said.
        Verbose = "verbose",
    }
}
