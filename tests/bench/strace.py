#!/usr/bin/env python3
"""Counts the calls to the file system that the server makes while somebody types: there must be none, and
none in the pass over all files that follows a pause.

    strace.py [--server target/release/agents-ls] [--edits 100]

Needs strace. Exits with 1 when a call was made. See README.md.
"""
import argparse
import collections
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from nested import make_tree, start, type_and_wait
from texts import Project, Typist

CALL = re.compile(r'^(?:\d+ +)?(?:<\.\.\. )?(\w+)')


def traced(client, folder, work):
    """The lines strace writes while `work` is done."""
    out = os.path.join(folder, 'trace')
    # Everything with a file name in it, and listing folders; reads and writes of the pipes are no matter.
    command = ['strace', '-f', '-q', '-e', 'trace=%file,getdents,getdents64,fstat,statx', '-o', out, '-p',
               str(client.proc.pid)]
    tracer = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    time.sleep(1.0)
    if tracer.poll() is not None:
        sys.exit('strace does not attach')
    began = os.path.getsize(out)
    work()
    tracer.send_signal(signal.SIGINT)
    tracer.wait()
    with open(out, encoding='utf-8', errors='replace') as file:
        file.seek(began)
        lines = [line.rstrip() for line in file if not line.startswith(('strace', '+++', '---'))]
    # Every two seconds the server looks whether the client's process is still there, whatever happens.
    alive = '"/proc/%d"' % os.getpid()
    return [line for line in lines if alive not in line and CALL.match(line)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--server', default='target/release/agents-ls')
    parser.add_argument('--edits', type=int, default=100)
    args = parser.parse_args()
    failed = False
    with Project('three') as project, tempfile.TemporaryDirectory() as scratch:
        paths = make_tree(project)
        client = start([os.path.abspath(args.server), 'lsp'], project)
        typists = []
        for path in (paths[0], paths[4]):
            content = open(path, encoding='utf-8').read()
            uri, sent = client.open(path, content)
            client.wait_diag(uri, 1, since=sent)
            typists.append(Typist(client, uri, content))
        client.settle(1.0, 20)

        def with_pauses():
            for typist in typists:
                type_and_wait(client, typist, args.edits // 20, 0.4)

        works = [('typing in the root file', lambda: type_and_wait(client, typists[0], args.edits)),
                 ('typing in a nested file', lambda: type_and_wait(client, typists[1], args.edits)),
                 ('typing with pauses', with_pauses)]
        # Proof that the tracing sees calls at all.
        seen = traced(client, scratch, lambda: (client.open(paths[9]), client.settle(0.5, 5),
                                                client.notify('workspace/didChangeWatchedFiles', {'changes': [
                                                    {'uri': 'file://' + paths[12], 'type': 2}]}),
                                                client.settle(1.0, 5)))
        print('a file changed on disk: %d calls, so they are seen' % len(seen))
        failed |= not seen
        for name, work in works:
            lines = traced(client, scratch, work)
            # Every two seconds the server looks at what it read outside the opened folder, which clients do not
            # watch: the same calls whether somebody types or not.
            looked = [line for line in lines if str(project.root) not in line]
            inside = [line for line in lines if str(project.root) in line]
            calls = collections.Counter(found.group(1) for found in map(CALL.match, inside) if found)
            failed |= bool(inside)
            print('%-26s %d calls %s(%d of the look outside the folder every 2 s)' % (
                name, len(inside), dict(calls) or '', len(looked)))
            for line in inside[:10]:
                print('    ' + line)
        client.shutdown()
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
