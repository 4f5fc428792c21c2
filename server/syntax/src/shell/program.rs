//! Which words name programs, for text that does not say that it is a shell script.

/// Programs that instruction files tell an agent to run. A word that is also common prose at the start
/// of a code span (`test`, `time`, `find`) is not here; sorted for the search.
const PROGRAMS: &[&str] = &[
    "act",
    "ansible",
    "ansible-playbook",
    "apt",
    "apt-get",
    "aws",
    "az",
    "bash",
    "bazel",
    "biome",
    "black",
    "brew",
    "buf",
    "bun",
    "bundle",
    "bunx",
    "cargo",
    "cat",
    "cd",
    "chmod",
    "clang-format",
    "cmake",
    "composer",
    "conda",
    "cp",
    "ctest",
    "curl",
    "dart",
    "deno",
    "direnv",
    "django-admin",
    "docker",
    "docker-compose",
    "dotnet",
    "echo",
    "elm",
    "eslint",
    "export",
    "fd",
    "firebase",
    "flake8",
    "flutter",
    "fly",
    "forge",
    "gcc",
    "gcloud",
    "gem",
    "gh",
    "git",
    "go",
    "golangci-lint",
    "gradle",
    "gradlew",
    "grep",
    "hatch",
    "helm",
    "heroku",
    "hugo",
    "java",
    "jest",
    "jq",
    "just",
    "kubectl",
    "ls",
    "make",
    "meson",
    "mise",
    "mix",
    "mkdir",
    "moon",
    "mv",
    "mvn",
    "mvnw",
    "mypy",
    "netlify",
    "next",
    "ng",
    "ninja",
    "nix",
    "node",
    "nox",
    "npm",
    "npx",
    "nvm",
    "nx",
    "oxlint",
    "pdm",
    "perl",
    "php",
    "phpunit",
    "pip",
    "pip3",
    "pipenv",
    "pipx",
    "playwright",
    "pnpm",
    "podman",
    "poetry",
    "pre-commit",
    "prettier",
    "prisma",
    "psql",
    "pulumi",
    "pyright",
    "pytest",
    "python",
    "python3",
    "rails",
    "rake",
    "rg",
    "rm",
    "rspec",
    "rsync",
    "rubocop",
    "ruby",
    "ruff",
    "rustc",
    "rustfmt",
    "rustup",
    "sbt",
    "sed",
    "sh",
    "source",
    "ssh",
    "sudo",
    "supabase",
    "swift",
    "task",
    "terraform",
    "tox",
    "tsc",
    "tsx",
    "turbo",
    "ty",
    "uv",
    "uvicorn",
    "uvx",
    "vercel",
    "vite",
    "vitest",
    "wget",
    "wrangler",
    "xcodebuild",
    "yarn",
    "zig",
    "zsh",
];

/// Whether a line or code span begins with a program, after variable assignments.
pub(crate) fn begins_with_program(text: &str) -> bool {
    let is_assignment = |word: &&str| {
        word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && !name.as_bytes()[0].is_ascii_digit()
        })
    };
    let first = text.split_whitespace().find(|word| !is_assignment(word));
    first.is_some_and(|word| PROGRAMS.binary_search(&word).is_ok() || is_script(word))
}

/// `./gradlew`, `scripts/test.sh`.
fn is_script(word: &str) -> bool {
    let plain = word
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"._-/".contains(&byte));
    let runs =
        (word.len() > 2 && (word.starts_with("./") || word.starts_with("../"))) && !word.ends_with('/');
    plain && (runs || (word.contains('/') && word.ends_with(".sh")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_sorted_for_the_search() {
        assert!(PROGRAMS.is_sorted());
    }

    #[test]
    fn programs_scripts_and_assignments() {
        for yes in [
            "npm test",
            "CI=1 npm test",
            "./gradlew build",
            "scripts/run.sh -x",
        ] {
            assert!(begins_with_program(yes), "{yes}");
        }
        for no in [
            "",
            "npmx a",
            "src/main.rs x",
            "A=1",
            "the npm tool",
            "├── npm",
            "1=2 npm",
        ] {
            assert!(!begins_with_program(no), "{no}");
        }
    }
}
