//! What `cn` sends.

use super::{
    AGENT_FILES,
    note::{self, When},
    rule_folders,
};
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Segment},
    situation::Situation,
    steps::{gather::Gather, walk},
};
use agents_workspace::Files;
use std::path::PathBuf;

pub(super) fn add(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let mut gather = Gather::new(prompt, files);
    let mut blocks: Vec<Segment> = agent_file(&mut gather, situation, files).into_iter().collect();
    let rules = note::rules(&mut gather, files, &rule_folders(situation, &situation.start));
    let mut texts: Vec<(String, PathBuf)> = Vec::new();
    for rule in &rules {
        let path = &rule.rule.path;
        if rule.when != When::Always {
            gather.waits(path);
            continue;
        }
        let text = rule.text();
        if let Some((_, by)) = texts.iter().find(|(known, _)| *known == text) {
            let cause = Cause::Replaced { by: by.clone() };
            gather.lose(path, &rule.rule.file, LossKind::Shadowed, cause);
            continue;
        }
        texts.push((text, path.clone()));
        rule.lose_head(gather.prompt);
        if !rule.sent.is_empty() {
            blocks.push(rule.segment("rule for every message"));
        }
    }
    if !blocks.is_empty() {
        gather.push([Segment::literal("\n\n<context name=\"userRules\">", "heading")]);
        for (index, block) in blocks.into_iter().enumerate() {
            let gap = if index == 0 { "\n" } else { "\n\n" };
            gather.push([Segment::literal(gap, "between rules"), block]);
        }
        gather.push([Segment::literal("\n</context>", "end")]);
    }
    gather.done("instructions", "system", Layer::Start);
}

/// The first of the names that is there; nothing when that one cannot be read or is empty.
fn agent_file(gather: &mut Gather<'_>, situation: &Situation, files: &dyn Files) -> Option<Segment> {
    let paths = AGENT_FILES.map(|name| situation.start.join(name));
    let mut there = paths.iter().filter(|path| walk::exists(files, path));
    let first = there.next()?;
    for other in there {
        // A link to the first is the first under another name.
        if files.canonical(other) != files.canonical(first) {
            gather.shadowed(other, first);
        }
    }
    let file = gather.read(first)?;
    let text = file.text();
    Some(Segment::file(first, text, 0..text.len(), "start folder"))
}

#[cfg(test)]
mod tests {
    use crate::{
        effective::{EffectivePrompt, LossKind, Part},
        runtime::assemble,
        runtimes,
        situation::Situation,
    };
    use agents_workspace::MemoryFiles;
    use std::path::PathBuf;

    fn prompt(files: &MemoryFiles) -> EffectivePrompt {
        let (runtime, version) = runtimes::find("continue@cli").expect("a version");
        let mut situation = Situation::at("/w");
        situation.start = PathBuf::from("/w/a");
        situation.home = Some(PathBuf::from("/h"));
        assemble(runtime, version, &situation, files)
    }

    fn text(prompt: &EffectivePrompt) -> String {
        prompt.parts.iter().map(Part::text).collect()
    }

    fn lost(prompt: &EffectivePrompt, kind: LossKind) -> Vec<String> {
        let of_kind = prompt.all_losses().filter(|loss| loss.kind == kind);
        of_kind.map(|loss| loss.path.display().to_string()).collect()
    }

    #[test]
    fn the_first_name_of_the_start_folder_is_sent_as_it_is() {
        let mut files = MemoryFiles::new();
        files
            .add("/w/AGENTS.md", "above")
            .add("/w/a/CLAUDE.md", "---\nname: x\n---\nclaude\n")
            .add("/w/a/CODEX.md", "codex");
        let prompt = prompt(&files);
        let expected = "\n\n<context name=\"userRules\">\n---\nname: x\n---\nclaude\n\n</context>";
        assert_eq!(text(&prompt), expected);
        assert_eq!(lost(&prompt, LossKind::Shadowed), ["/w/a/CODEX.md"]);
    }

    #[test]
    fn a_file_without_text_hides_the_others() {
        let mut files = MemoryFiles::new();
        files.add("/w/a/AGENTS.md", "").add("/w/a/CLAUDE.md", "claude");
        let prompt = prompt(&files);
        assert_eq!(text(&prompt), "");
        assert_eq!(lost(&prompt, LossKind::Shadowed), ["/w/a/CLAUDE.md"]);
        assert_eq!(lost(&prompt, LossKind::Skipped), ["/w/a/AGENTS.md"]);
    }

    #[test]
    fn rules_for_every_message_follow_each_text_once() {
        let mut files = MemoryFiles::new();
        files
            .add("/w/a/AGENTS.md", "agents")
            .add(
                "/w/a/.continue/rules/b.md",
                "---\nalwaysApply: true\n---\n\nRULE\n\n",
            )
            .add("/w/a/.continue/rules/c.md", "---\nglobs: '*.ts'\n---\nSCOPED")
            .add("/w/a/.continue/rules/d.md", "RULE")
            .add("/w/a/.continue/rules/e.md", "---\ninvokable: true\n---\nCOMMAND")
            .add("/h/.continue/rules/u.md", "USER");
        let prompt = prompt(&files);
        let expected = "\n\n<context name=\"userRules\">\nagents\n\nRULE\n\nUSER\n</context>";
        assert_eq!(text(&prompt), expected);
        assert_eq!(lost(&prompt, LossKind::Shadowed), ["/w/a/.continue/rules/d.md"]);
        let waits = ["c.md", "e.md"].map(|name| PathBuf::from("/w/a/.continue/rules").join(name));
        assert_eq!(prompt.waiting, waits);
    }
}
