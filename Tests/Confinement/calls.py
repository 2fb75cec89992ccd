"""The system calls of a process and its children, by strace: programs run, processes made, sockets opened.

strace stops a process at these calls alone (--seccomp-bpf), so that all else runs at its own speed, and writes a file for
each thread, in which every call is one line.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

# io_uring can open sockets without separate system calls.
RUNNING = ("execve", "execveat", "fork", "vfork", "clone", "clone3")
OPENING = ("socket", "socketpair", "io_uring_setup")
CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)\)\s+= (?P<result>-?\d+|\?)")
# A call that its process did not live to finish. strace writes "???(" for a process that is killed before strace reads
# which call it is: the process made no call.
UNFINISHED = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)")
KILLED = re.compile(r"0x[0-9a-f]+, \d+ <detached \.\.\.>")
UNKNOWN = re.compile(r"syscall_(0x[0-9a-f]+)")
# Linux has fewer than 1,024 calls on x86-64. The calls of the ABI x32 have the same numbers from 0x40000000 on.
NO_CALLS = range(1024, 0x40000000)
PROGRAM = re.compile(r'"(?P<path>[^"]*)", \[(?P<words>.*?)\]')


class Trace:
    """The calls of one command, and the calls among them that a confined process may not make.

    `is_confined` decides by a program's arguments whether it is confined: for the command's own program, and for every
    program that the command or its children run. A confined process is also responsible for its calls before it runs
    another program, and for running it.
    """

    def __init__(self, command, is_confined, **options):
        self.is_confined = is_confined
        self.violations, self.threads, self.sockets, self.programs = [], 0, 0, 0
        self.folder = tempfile.mkdtemp(prefix="hf-trace")
        self.process = subprocess.Popen(
            ["strace", "-ff", "--seccomp-bpf", "-qq", "--signal=none", "-s", "256",
             "-e", "trace=" + ",".join(RUNNING + OPENING), "-o", f"{self.folder}/calls", *command], **options)

    def send(self, number):
        """Sends a signal to the command, past strace."""
        for child in self.children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, number)

    def children(self):
        file = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(word) for word in file.read_text().split()] if file.exists() else []

    def wait(self, timeout):
        """Waits for the command's end, and reads what was traced; returns the command's exit code."""
        try:
            code = self.process.wait(timeout)
            files = {int(file.suffix[1:]): file for file in pathlib.Path(self.folder).glob("calls.*")}
            children = set()
            calls = {identifier: list(self.calls(file)) for identifier, file in files.items()}
            for name, _, result in (call for list_ in calls.values() for call in list_):
                if name in RUNNING and result > 0:
                    children.add(result)
            # The command's own process is the only one that no traced process has made.
            for identifier in sorted(set(calls) - children):
                self.follow(identifier, calls, False)
            return code
        finally:
            self.end()

    def end(self):
        """Ends all traced processes and removes the folder, after success and after an error."""
        if self.process.poll() is None:
            # The traced processes would go on without strace.
            self.send(signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @staticmethod
    def calls(file):
        """(name, arguments, result) of each call in a thread's file; the result of an unfinished call is -1."""
        for line in file.read_text(errors="replace").splitlines():
            match = CALL.match(line)
            if match:
                result = match["result"]
                yield match["name"], match["arguments"], -1 if result == "?" else int(result)
            elif match := UNFINISHED.match(line):
                yield match["name"], match["arguments"], -1

    def follow(self, identifier, calls, confined):
        """Judges the calls of one thread, and those of all that it makes."""
        for name, arguments, result in calls.pop(identifier, []):
            if confined and self.is_forbidden(name, arguments):
                self.violations.append(f"{name}({arguments})")
            if name in ("execve", "execveat") and result == 0:
                program = PROGRAM.search(arguments)
                words = re.findall(r'"([^"]*)"', program["words"]) if program else []
                confined = self.is_confined([program["path"] if program else "", *words[1:]])
                self.programs += confined
            elif name in RUNNING and result > 0:
                self.threads += confined
                self.follow(result, calls, confined)
            elif confined and name in OPENING and result >= 0:
                self.sockets += 1

    @staticmethod
    def is_forbidden(name, arguments):
        if name in ("clone", "clone3"):
            # strace could not read the flags of a process that was killed as it called: the call has made nothing.
            return "CLONE_THREAD" not in arguments and not KILLED.fullmatch(arguments)
        if name in ("socket", "socketpair"):
            return not arguments.startswith("AF_UNIX,")
        if number := UNKNOWN.fullmatch(name):
            # strace read the registers of a process that was being killed: no kernel has a call of such a number.
            return int(number[1], 16) not in NO_CALLS or not arguments.endswith("<detached ...>")
        return True


def trace(command, is_confined, timeout, **options):
    """Runs a command to its end; returns the trace and the exit code."""
    traced = Trace(command, is_confined, **options)
    return traced, traced.wait(timeout)
