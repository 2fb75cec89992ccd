"""A flood of calls over a panel's socket, and what it leaves of a processor to another program.

Run as a program (flood.py PATH CONNECTIONS CALL) it floods until it is killed: each connection is sent calls as long as
the socket takes them, and its replies are read. `Flood` runs it as another user.
"""

import os
import pathlib
import selectors
import shutil
import socket
import subprocess
import sys
import time

_BATCH = 20


class Flood:
    """The flood from another process, until the context ends."""

    def __init__(self, path, call, processors, connections=16, user=None, group=None):
        # The other user has no access to this checkout or to a Python in the caller's home folder.
        python = shutil.which("python3", path="/usr/bin:/bin") or sys.executable
        program = pathlib.Path(__file__).read_text()
        self.command = [python, "-I", "-c", program, path, str(connections), call]
        self.options = {} if user is None else {"user": user, "group": group, "extra_groups": []}
        self.processors = processors

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, **self.options)
        os.sched_setaffinity(self.process.pid, self.processors)
        # A spinner on the same processors runs first.
        os.setpriority(os.PRIO_PROCESS, self.process.pid, 19)
        if self.process.stdout.readline() != b"flooding\n":
            raise RuntimeError("the flood has found no panel")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(30)
        self.process.stdout.close()


class Spinner:
    """A program that uses a whole processor, until the context ends."""

    def __init__(self, processor):
        self.processor = processor

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        os.sched_setaffinity(self.process.pid, {self.processor})
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(30)


def pin(process, processor):
    """Limits a process to one processor: its threads, and the threads that they start."""
    for task in os.listdir(f"/proc/{process}/task"):
        os.sched_setaffinity(int(task), {processor})


def shares(processes, seconds):
    """The share of one processor that each process uses in `seconds`; 1 is all of it."""
    def taken(process):
        # The process's clock, calculated as in the kernel's include/linux/posix-timers.h.
        return time.clock_gettime_ns(~process << 3 | 2)

    before, begun = [taken(process) for process in processes], time.monotonic_ns()
    time.sleep(seconds)
    elapsed = time.monotonic_ns() - begun
    return [(taken(process) - used) / elapsed for process, used in zip(processes, before)]


def main(path, count, call):
    batch = (call.encode() + b"\0") * _BATCH
    selector = selectors.DefaultSelector()
    for _ in range(int(count)):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE, bytearray(batch))
    has_heard = False
    while True:
        for key, events in selector.select():
            if events & selectors.EVENT_READ:
                if not key.fileobj.recv(1 << 16):
                    return 1
                if not has_heard:
                    has_heard = True
                    print("flooding", flush=True)
            if events & selectors.EVENT_WRITE:
                try:
                    sent = key.fileobj.send(key.data)
                except BlockingIOError:
                    continue
                del key.data[:sent]
                if not key.data:
                    key.data.extend(batch)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
