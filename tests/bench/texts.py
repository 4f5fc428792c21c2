"""Texts and folders to measure with."""
import random
import shutil
import tempfile
from pathlib import Path

from lsp_client import make_agents_md, parse_size

REPOSITORY = Path(__file__).resolve().parents[2]

# So low that a text of 10 kB is over it: a server that has nothing to say is no fair measurement.
CODEX_CAP = 6000

RUNTIMES = {
    'codex': ['.codex/config.toml'],
    'three': ['.codex/config.toml', '.ai-leash/AGENTS.md', '.apc/project.json'],
    'all': ['.codex/config.toml', '.ai-leash/AGENTS.md', '.apc/project.json', '.openclaw/.keep', '.vibekit-env'],
}
CONTENT = {
    '.codex/config.toml': 'project_doc_max_bytes = %d\n' % CODEX_CAP,
    '.apc/project.json': '{}\n',
    '.ai-leash/AGENTS.md': '# Team\n\nKeep it small.\n',
}


def real_text(size):
    """The documents of this repository, repeated up to `size` bytes."""
    files = [REPOSITORY / 'ARCHITECTURE.md', REPOSITORY / 'CONTRIBUTING.md', *sorted((REPOSITORY / 'docs').rglob('*.md'))]
    once = '\n'.join(path.read_text(encoding='utf-8') for path in files if path.exists())
    text = once * (size // len(once) + 1)
    return text[:size].rsplit('\n', 1)[0] + '\n'


def text(kind, size):
    size = parse_size(size) if isinstance(size, str) else size
    return real_text(size) if kind == 'real' else make_agents_md(size, plain=kind == 'plain')


def put_runtimes(folder, which):
    for name in RUNTIMES[which]:
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(CONTENT.get(name, ''), encoding='utf-8')


class Project:
    """A scratch folder with runtimes at work, and a home folder of its own."""

    def __init__(self, runtimes):
        self.top = tempfile.mkdtemp(prefix='agents-ls-bench-')
        self.root = Path(self.top) / 'project'
        self.home = Path(self.top) / 'home'
        self.root.mkdir()
        self.home.mkdir()
        (self.root / '.git').mkdir()
        put_runtimes(self.root, runtimes)

    def write(self, name, content):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding='utf-8')
        return str(path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.top, ignore_errors=True)


class Typist:
    """Makes one-character edits of an open document: a run at one place, or jumps all over the text."""

    def __init__(self, client, uri, content, jumps=False):
        self.client, self.uri, self.content, self.jumps = client, uri, content, jumps
        self.kind = client.sync_kind()
        self.random = random.Random(7)
        self.lines = content.split('\n')
        middle = len(self.lines) // 2
        while middle < len(self.lines) - 1 and not self._is_prose(self.lines[middle]):
            middle += 1
        self.line, self.column, self.count = middle, min(12, len(self.lines[middle])), 0

    @staticmethod
    def _is_prose(line):
        return bool(line) and (line[0].isalpha() or line.startswith('- '))

    def edit(self):
        """The version after the next edit, and the encoded message."""
        char = 'abcdefghij'[self.count % 10]
        self.count += 1
        if self.jumps:
            self.line = self.random.randrange(len(self.lines))
            while not self._is_prose(self.lines[self.line]):
                self.line = self.random.randrange(len(self.lines))
            self.column = self.random.randint(min(2, len(self.lines[self.line])), len(self.lines[self.line]))
        before = self.lines[self.line]
        self.lines[self.line] = before[:self.column] + char + before[self.column:]
        # Columns count UTF-16 units.
        column = len(before[:self.column].encode('utf-16-le')) // 2
        self.column += 1
        if self.kind == 2:
            place = {'line': self.line, 'character': column}
            return self.client.enc_change(self.uri, [{'range': {'start': place, 'end': place}, 'text': char}])
        return self.client.enc_change(self.uri, [{'text': self.text()}])

    def text(self):
        return '\n'.join(self.lines)
