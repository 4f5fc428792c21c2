#!/usr/bin/env python3
"""Measures agents-ls against another server for the same files, both in one run and in turns.

    compare.py --ours 'target/release/agents-ls lsp' --other /path/to/server [--quick]

Prints one table with limits and exits with 1 when one of them does not hold. See README.md.
"""
import argparse
import itertools
import os
import shlex
import statistics
import sys
import time

from lsp_client import LspClient, pct
from texts import Project, Typist, text

SIZES = ['10k', '100k', '1m']
RATIO = {'10k': 0.3, '100k': 0.1, '1m': 0.03}
SPREAD = 3.0            # p99 to median on real text
RSS_INIT, RSS_TYPED, STARTUP = 0.7, 0.4, 1.5
BLOCK = 25              # edits of one server before it is the other's turn
TYPED = 1024 * 1024     # bytes typed for the memory figure
STROKE = 4096           # bytes typed at once


def start(command, project):
    env = dict(os.environ, HOME=str(project.home))
    client = LspClient(shlex.split(command), root=str(project.root), env=env)
    client.initialize()
    return client


class Run:
    """One server with one document open."""

    def __init__(self, command, project, path, content, jumps):
        self.client = start(command, project)
        self.client.settle(0.4, 10)
        self.uri, sent = self.client.open(path, content)
        if self.client.wait_diag(self.uri, 1, since=sent) is None:
            sys.exit('%s: no diagnostics after didOpen' % command)
        self.client.settle(0.6, 20)
        self.typist = Typist(self.client, self.uri, content, jumps)
        self.latencies = []

    def type(self, count):
        for _ in range(count):
            version, data = self.typist.edit()
            sent = self.client.write(data)
            told = self.client.wait_diag(self.uri, version, since=sent)
            if told is None:
                sys.exit('no diagnostics for version %d' % version)
            self.latencies.append(told - sent)
        # Let what it does in the background end before the other's turn.
        self.client.settle(0.3, 5)

    def findings(self):
        return len(self.client.diags.get(self.uri, (0, []))[1])

    def end(self):
        self.client.shutdown()


def ms(seconds):
    return '%.2f' % (seconds * 1000)


def latency(ours, other, runtimes, kind, size, edits, rows):
    with Project(runtimes) as project:
        content = text(kind, size)
        path = project.write('AGENTS.md', content)
        runs = [Run(command, project, path, content, kind == 'real') for command in (ours, other)]
        for run in runs:            # not measured: caches, lazily started threads
            run.type(10)
            run.latencies.clear()
        for _ in range(max(1, edits // BLOCK)):
            for run in runs:
                run.type(BLOCK)
        a, b = (run.latencies for run in runs)
        found = [run.findings() for run in runs]
        for run in runs:
            run.end()
    median, theirs = statistics.median(a), statistics.median(b)
    row = ['%s, %s, %s' % (size, kind, runtimes), ms(median), ms(pct(a, 99)), ms(theirs), ms(pct(b, 99)),
           '%d/%d' % tuple(found)]
    limits = [('median', median / theirs, RATIO[size])]
    if kind == 'real':
        limits.append(('p99/median', pct(a, 99) / median, SPREAD))
    if not found[0]:
        sys.exit('%s: no findings, so nothing was measured' % row[0])
    for name, value, limit in limits:
        rows.append(row + [name, '%.3f' % value, '≤ %g' % limit, value <= limit])


def memory(ours, other, rows):
    figures = []
    for command in (ours, other):
        with Project('three') as project:
            content = text('headings', '10k')
            path = project.write('AGENTS.md', content)
            client = start(command, project)
            client.settle(1.0, 20)
            empty = client.rss_kb()
            uri, sent = client.open(path, content)
            client.wait_diag(uri, 1, since=sent)
            new = text('headings', TYPED)
            lines = content.count('\n')
            for at in range(0, len(new), STROKE):
                stroke = new[at:at + STROKE]
                content += stroke
                if client.sync_kind() == 2:
                    # At the end, where the line may be half written.
                    before = content[:-len(stroke)]
                    place = {'line': before.count('\n'), 'character': len(before.rsplit('\n', 1)[1])}
                    change = {'range': {'start': place, 'end': place}, 'text': stroke}
                else:
                    change = {'text': content}
                version, data = client.enc_change(uri, [change])
                sent = client.write(data)
                if client.wait_diag(uri, version, since=sent) is None:
                    sys.exit('no diagnostics while 1 MB was typed')
            client.settle(1.0, 20)
            client.request('textDocument/hover', {'textDocument': {'uri': uri},
                                                  'position': {'line': lines + 5, 'character': 1}})
            client.settle(0.5, 5)
            figures.append((empty, client.rss_kb(), client.peak_kb()))
            client.shutdown()
    (a, b) = figures
    for name, at, limit in (('RSS after initialize', 0, RSS_INIT), ('RSS, 1 MB typed, hover', 1, RSS_TYPED)):
        ratio = a[at] / b[at]
        rows.append([name + ' (MiB)', '%.1f' % (a[at] / 1024), '', '%.1f' % (b[at] / 1024), '', '',
                     'ratio', '%.3f' % ratio, '≤ %g' % limit, ratio <= limit])
    rows.append(['peak RSS of the same (MiB)', '%.1f' % (a[2] / 1024), '', '%.1f' % (b[2] / 1024), '', '', '', '', '', True])


def startup(ours, other, runs, rows):
    times = ([], [])
    with Project('three') as project:
        project.write('AGENTS.md', text('headings', '10k'))
        for _ in range(runs):
            for command, into in zip((ours, other), times):
                client = start(command, project)
                into.append(client.startup_s)
                client.settle(0.3, 3)
                client.shutdown()
    a, b = (statistics.median(one) for one in times)
    rows.append(['start to initialize result', ms(a), ms(pct(times[0], 99)), ms(b), ms(pct(times[1], 99)), '',
                 'ratio', '%.3f' % (a / b), '≤ %g' % STARTUP, a / b <= STARTUP])


def table(rows):
    head = ['', 'ours ms', 'p99', 'other ms', 'p99', 'findings', 'limit on', 'is', 'limit', '']
    lines = [head] + [row[:-1] + ['ok' if row[-1] else 'FAILS'] for row in rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(head))]
    for line in lines:
        print('  '.join(cell.ljust(width) if at in (0, 6, 9) else cell.rjust(width)
                        for at, (cell, width) in enumerate(zip(line, widths))).rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--ours', default='target/release/agents-ls lsp')
    parser.add_argument('--other', required=True)
    parser.add_argument('--edits', type=int, default=200)
    parser.add_argument('--sizes', default=','.join(SIZES))
    parser.add_argument('--kinds', default='headings,plain,real')
    parser.add_argument('--runtimes', default='codex,three', help='of codex, three, all')
    parser.add_argument('--quick', action='store_true', help='50 edits, and no memory')
    args = parser.parse_args()
    rows = []
    began = time.time()
    combinations = itertools.product(args.runtimes.split(','), args.sizes.split(','), args.kinds.split(','))
    for runtimes, size, kind in combinations:
        latency(args.ours, args.other, runtimes, kind, size, 50 if args.quick else args.edits, rows)
    startup(args.ours, args.other, 5 if args.quick else 15, rows)
    if not args.quick:
        memory(args.ours, args.other, rows)
    table(rows)
    print('%.0f s' % (time.time() - began))
    return 0 if all(row[-1] for row in rows) else 1


if __name__ == '__main__':
    sys.exit(main())
