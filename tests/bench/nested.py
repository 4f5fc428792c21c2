#!/usr/bin/env python3
"""A tree with 110 nested AGENTS.md and three runtimes at work: latency while typing in the root file and in a
nested one, and while a file of 1 MB opens; then whether all that was published equals `agents-ls check`.

    nested.py [--server target/release/agents-ls] [--edits 200]

Exits with 1 when a limit does not hold or a finding differs. See README.md.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time

from lsp_client import LspClient, make_agents_md, path_to_uri, pct, uri_to_path
from texts import Project, Typist

NESTED = 110
SPREAD = 3.0
WHILE_OPENING_MS = 20.0


def make_tree(project, nested=NESTED):
    """The root file, over the cap; nested files of several sizes in folders up to four deep."""
    (project.root / '.codex/config.toml').write_text('project_doc_max_bytes = 32768\n', encoding='utf-8')
    paths = [project.write('AGENTS.md', make_agents_md(24 * 1024, seed=99))]
    for nth in range(nested):
        folder = ['services', 'group%d' % (nth % 11), 'part%d' % nth, 'deep'][:1 + nth % 4]
        folder = '/'.join(folder + ['s%d' % nth])
        size = [1500, 4000, 9000, 14000][nth % 4]
        paths.append(project.write(folder + '/AGENTS.md', make_agents_md(size, seed=nth)))
    return paths


def start(command, project):
    client = LspClient(command, root=str(project.root), env=dict(os.environ, HOME=str(project.home)))
    client.initialize()
    client.settle(1.5, 60)
    return client


def type_and_wait(client, typist, count, gap=0.0):
    """Latencies of edits; with `gap` seconds between them."""
    latencies = []
    for _ in range(count):
        version, data = typist.edit()
        sent = client.write(data)
        told = client.wait_diag(typist.uri, version, since=sent)
        if told is None:
            sys.exit('no diagnostics for version %d of %s' % (version, typist.uri))
        latencies.append(told - sent)
        until = sent + gap
        while time.perf_counter() < until:
            client.pump(until - time.perf_counter())
    return latencies


class Report:
    def __init__(self):
        self.failed = False

    def line(self, name, latencies, limit_name, value, limit):
        good = value <= limit
        self.failed |= not good
        ms = [one * 1000 for one in latencies]
        print('%-44s median %6.2f  p99 %6.2f  max %6.2f ms   %s %.2f (≤ %g) %s' % (
            name, statistics.median(ms), pct(ms, 99), max(ms), limit_name, value, limit,
            'ok' if good else 'FAILS'), flush=True)

    def spread(self, name, latencies):
        self.line(name, latencies, 'p99/median', pct(latencies, 99) / statistics.median(latencies), SPREAD)


def published(client, root):
    """Every diagnostic the client holds, as (path, rule, range, message)."""
    return sorted(
        (os.path.relpath(uri_to_path(uri), root), one['code'],
         tuple((one['range'][end]['line'] + 1, one['range'][end]['character'] + 1) for end in ('start', 'end')),
         one['message'])
        for uri, (_, all_of_it) in client.diags.items() for one in all_of_it)


def checked(binary, project):
    command = [binary, 'check', '--format', 'json', '--home', str(project.home), '--root', str(project.root)]
    output = subprocess.run(command, cwd=project.root, capture_output=True, text=True,
                            env=dict(os.environ, HOME=str(project.home)))
    if output.returncode not in (0, 1):
        sys.exit('check ended with %d: %s' % (output.returncode, output.stderr))
    return sorted(
        (os.path.relpath(one['path'], project.root), one['rule'],
         tuple((one['range'][end]['line'], one['range'][end]['column']) for end in ('start', 'end')),
         one['message'])
        for one in json.loads(output.stdout))


def compare(client, binary, project, report):
    ours, theirs = published(client, project.root), checked(binary, project)
    files = len({one[0] for one in theirs})
    if ours == theirs and theirs:
        print('published equals check: %d findings in %d files' % (len(theirs), files))
        return
    report.failed = True
    print('published differs from check (%d and %d findings):' % (len(ours), len(theirs)))
    for one in sorted(set(ours) ^ set(theirs))[:20]:
        print('  %s %s' % ('only published' if one in ours else 'only checked  ', one))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--server', default='target/release/agents-ls')
    parser.add_argument('--edits', type=int, default=200)
    parser.add_argument('--runtimes', default='three', help='one of codex, three, all')
    args = parser.parse_args()
    binary = os.path.abspath(args.server)
    report = Report()
    with Project(args.runtimes) as project:
        paths = make_tree(project)
        client = start([binary, 'lsp'], project)
        print('%d files; after initialize: %d findings, RSS %.1f MiB' % (
            len(paths), len(published(client, project.root)), client.rss_kb() / 1024))
        typists = []
        for name, path in (('root', paths[0]), ('nested', paths[4])):
            content = open(path, encoding='utf-8').read()
            uri, sent = client.open(path, content)
            client.wait_diag(uri, 1, since=sent)
            client.settle(0.6, 20)
            typists.append((name, path, Typist(client, uri, content)))
        for name, _, typist in typists:
            type_and_wait(client, typist, 10)
            client.settle(0.5, 10)
            report.spread('%s file, one after the other' % name, type_and_wait(client, typist, args.edits))
            client.settle(0.5, 10)
            report.spread('%s file, every 30 ms' % name, type_and_wait(client, typist, args.edits, 0.03))
            client.settle(0.5, 10)
            # Pauses just long enough for the pass over all files to begin when the next edit comes.
            report.spread('%s file, every 155 ms' % name,
                          type_and_wait(client, typist, args.edits // 4, 0.155))
            client.settle(0.5, 10)

        large = project.write('large/AGENTS.md', make_agents_md(1 << 20, seed=5))
        client.notify('workspace/didChangeWatchedFiles', {'changes': [{'uri': path_to_uri(large), 'type': 1}]})
        client.settle(0.6, 20)
        large_text, latencies = open(large, encoding='utf-8').read(), []
        for _ in range(5):
            client.open(large, large_text)
            latencies += type_and_wait(client, typists[0][2], 40, 0.005)
            client.settle(0.5, 20)
            client.close(large)
            client.settle(0.5, 20)
        report.line('root file, while 1 MB opens', latencies, 'p99', pct(latencies, 99) * 1000, WHILE_OPENING_MS)

        for _, path, typist in typists:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(typist.text())
            client.save(path)
            client.notify('workspace/didChangeWatchedFiles', {'changes': [{'uri': path_to_uri(path), 'type': 2}]})
        client.settle(1.5, 60)
        print('RSS %.1f MiB, peak %.1f MiB' % (client.rss_kb() / 1024, client.peak_kb() / 1024))
        compare(client, binary, project, report)
        client.shutdown()
    return 1 if report.failed else 0


if __name__ == '__main__':
    sys.exit(main())
