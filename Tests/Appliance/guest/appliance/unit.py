import json
import os
import pathlib
import select
import signal
import subprocess

from .deadline import Deadline

UNITS = pathlib.Path("/etc/systemd/system")


def systemctl(*arguments, check=True):
    result = subprocess.run(["systemctl", "--no-pager", *arguments], capture_output=True, text=True)
    if check and result.returncode != 0:
        raise RuntimeError(f"systemctl {' '.join(arguments)}: {result.stderr.strip()}")
    return result.stdout


class Unit:
    """A systemd unit under test."""

    existing = []

    def __init__(self, name, text=None):
        """`text`: the contents of the unit's file, if no file of that name is installed."""
        self.name = name
        self.files = []
        Unit.existing.append(self)
        if text is not None:
            self._write(UNITS / name, text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()

    def _write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.files.append(path)
        systemctl("daemon-reload")

    def drop_in(self, text, name="test.conf"):
        """Adds to or overrides the installed unit, until `remove`."""
        self._write(UNITS / f"{self.name}.d" / name, text)

    def start(self, seconds=60):
        """Returns when systemd counts it as started: with Type=notify after its READY=1."""
        self._job("start", seconds)

    def stop(self, seconds=60):
        self._job("stop", seconds)

    def restart(self, seconds=60):
        self._job("restart", seconds)

    def reload(self, seconds=60):
        self._job("reload", seconds)

    def _job(self, verb, seconds):
        try:
            subprocess.run(["systemctl", verb, self.name], check=True, capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"systemctl {verb} {self.name}: not within {seconds:g} s") from None
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"systemctl {verb} {self.name}: {error.stderr.strip()}\n{self.journal(20)}") from None

    def show(self, name):
        """One of the unit's properties: ActiveState, SubState, Result, NRestarts, StatusText …"""
        return systemctl("show", "--value", "--property", name, self.name).strip()

    @property
    def process(self):
        """The main process's identifier."""
        identifier = int(self.show("MainPID"))
        if identifier == 0:
            raise RuntimeError(f"{self.name} has no main process; it is {self.show('ActiveState')}")
        return identifier

    def kill(self, number=signal.SIGKILL):
        os.kill(self.process, number)

    def wait_for_exit(self, process, seconds=60):
        """Sleeps until `process`, the unit's former `process`, is gone."""
        deadline = Deadline(seconds, f"{self.name}'s process {process} ends")
        try:
            descriptor = os.pidfd_open(process)
        except ProcessLookupError:
            return
        try:
            poller = select.poll()
            poller.register(descriptor, select.POLLIN)
            while not poller.poll(deadline.remaining() * 1000):
                pass
        finally:
            os.close(descriptor)

    def wait_for(self, name, value, seconds=60):
        """Waits until the property has the value: `wait_for("ActiveState", "failed")`; or until it satisfies a function."""
        deadline = Deadline(seconds, f"{self.name}: {name} is {value}")
        satisfied = value if callable(value) else value.__eq__
        while not satisfied(self.show(name)):
            deadline.pause(0.1)

    def journal(self, lines=None):
        """The unit's log entries of this boot."""
        command = ["journalctl", "--no-pager", "--boot", "--output=cat", "--unit", self.name]
        if lines is not None:
            command.append(f"--lines={lines}")
        return subprocess.run(command, capture_output=True, text=True).stdout

    def time_of(self, text):
        """The time, on the clock of `time.monotonic`, of the unit's last log entry of this boot that contains `text`."""
        command = ["journalctl", "--no-pager", "--boot", "--output=json", "--unit", self.name]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        entries = [entry for entry in map(json.loads, lines) if text in str(entry["MESSAGE"])]
        return int(entries[-1]["__MONOTONIC_TIMESTAMP"]) / 1e6

    def remove(self):
        """Stops the unit, removes the files that this test has written, and resets the start limit."""
        systemctl("kill", "--signal=CONT", self.name, check=False)
        systemctl("stop", self.name, check=False)
        systemctl("reset-failed", self.name, check=False)
        for path in self.files:
            path.unlink()
        for folder in {path.parent for path in self.files} - {UNITS}:
            folder.rmdir()
        if self.files:
            systemctl("daemon-reload")
        Unit.existing.remove(self)
