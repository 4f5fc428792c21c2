#!/usr/bin/env python3
"""Hovers in a tree with 110 nested AGENTS.md and 60 skills under the ten measured runtimes: the effective prompts of
all of them for the file under the cursor. First cold (never asked before), then warm, then warm with a keystroke in
the root file before each.

    hover.py [--server target/release/agents-ls] [--hovers 300]

Exits with 1 when the 95th percentile of warm hovers is over 10 ms. See README.md.
"""
import argparse
import os
import statistics
import sys
import time

from lsp_client import pct
from nested import make_tree, start
from texts import Project, Typist

MEASURED = ['codex', 'claude-code', 'gemini-cli', 'opencode', 'openclaw', 'copilot-cli', 'pi', 'qwen-code', 'apx',
            'ai-leash']
SKILLS = 60
LIMIT_MS = 10.0
PLACES = ['.agents/skills', '.claude/skills', '.github/skills', '.qwen/skills', 'skills']


def add_skills(project):
    for nth in range(SKILLS):
        place = PLACES[nth % len(PLACES)]
        text = '---\nname: skill-%d\ndescription: Does the thing number %d, with all that belongs to it.\n---\n\n' % (
            nth, nth)
        project.write('%s/skill-%d/SKILL.md' % (place, nth), text + 'Step by step.\n' * 20)
        if nth % 3 == 0:
            project.write('.skills/flat-%d.md' % nth, text)


def hover(client, uri, line):
    begun = time.perf_counter()
    answer = client.request('textDocument/hover', {
        'textDocument': {'uri': uri}, 'position': {'line': line, 'character': 0}})
    took = time.perf_counter() - begun
    result = answer and answer.get('result')
    if not result:
        sys.exit('no hover on line %d of %s: %r' % (line, uri, answer))
    return took, result['contents']['value']


def report(name, latencies, limit=None):
    ms = [one * 1000 for one in latencies]
    good = limit is None or pct(ms, 95) <= limit
    print('%-38s median %6.2f  p95 %6.2f  p99 %6.2f  max %6.2f ms%s' % (
        name, statistics.median(ms), pct(ms, 95), pct(ms, 99), max(ms),
        '' if limit is None else '   p95 (≤ %g ms) %s' % (limit, 'ok' if good else 'FAILS')), flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--server', default='target/release/agents-ls')
    parser.add_argument('--hovers', type=int, default=300)
    args = parser.parse_args()
    binary = os.path.abspath(args.server)
    with Project('codex') as project:
        paths = make_tree(project)
        add_skills(project)
        project.write('agents-ls.toml', 'runtimes = [%s]\n' % ', '.join('"%s"' % name for name in MEASURED))
        client = start([binary, 'lsp'], project)
        documents = []
        for path in [paths[0]] + paths[4:40:6]:
            content = open(path, encoding='utf-8').read()
            uri, sent = client.open(path, content)
            client.wait_diag(uri, 1, since=sent)
            documents.append((uri, content))
        client.settle(1.0, 60)
        cold, text = [], ''
        for uri, _ in documents:
            took, text = hover(client, uri, 2)
            cold.append(took)
        for name in MEASURED:
            if name not in text:
                sys.exit('%s is not in the hover:\n%s' % (name, text))
        warm = []
        for nth in range(args.hovers):
            uri, content = documents[nth % len(documents)]
            warm.append(hover(client, uri, 2 + nth % 20)[0])
        typist, typed = Typist(client, *documents[0]), []
        for nth in range(args.hovers):
            version, data = typist.edit()
            sent = client.write(data)
            client.wait_diag(typist.uri, version, since=sent)
            typed.append(hover(client, typist.uri, 2 + nth % 20)[0])
        report('first of each file', cold)
        good = report('warm', warm, LIMIT_MS)
        good &= report('warm, after a keystroke in the file', typed, LIMIT_MS)
        print('RSS %.1f MiB' % (client.rss_kb() / 1024))
        client.shutdown()
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
