import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field

from appliance import Deadline


@dataclass(frozen=True)
class Program:
    """One of the programs compared."""

    name: str
    command: list
    environment: dict = field(default_factory=dict)
    #: "line": ready when the button's line is requested; "notify": when it has sent READY=1.
    ready: str = "line"
    #: Whether valgrind can count its instructions in a sensible time.
    counted: bool = True

    @contextlib.contextmanager
    def running(self, board, button, processor=None, prefix=(), seconds=60):
        """Starts it, waits until it is ready, and stops it at the end of the context; a `Running`."""
        log = pathlib.Path(f"/tmp/{self.name}.log")
        with contextlib.ExitStack() as stack:
            notifications = None
            environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": "/tmp", **self.environment}
            if self.ready == "notify":
                path = f"/run/bench-{self.name}.notify"
                pathlib.Path(path).unlink(missing_ok=True)
                notifications = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
                notifications.bind(path)
                environment["NOTIFY_SOCKET"] = path
            command = [*prefix, *self.command]
            if processor is not None:
                command = ["taskset", "--cpu-list", str(processor), *command]
            output = stack.enter_context(log.open("w"))
            begin = time.monotonic_ns()
            process = subprocess.Popen(
                command, env=environment, cwd="/tmp", stdin=subprocess.DEVNULL, stdout=output, stderr=output)
            stack.callback(self._stop, process, log)
            if notifications:
                deadline = Deadline(seconds, f"{self.name} sends READY=1")
                self._wait_for_notification(notifications, process, deadline, log)
            else:
                self._wait_for_line(board, button, process, seconds, log)
            yield Running(process.pid, time.monotonic_ns() - begin)
            if process.poll() is not None:
                raise RuntimeError(f"{self.name} ended by itself with {process.returncode}:\n{log.read_text()}")

    def _wait_for_notification(self, notifications, process, deadline, log):
        notifications.settimeout(1)
        while True:
            with contextlib.suppress(TimeoutError):
                if b"READY=1" in notifications.recv(4096).split(b"\n"):
                    return
            self._check(process, deadline, log)

    def _wait_for_line(self, board, button, process, seconds, log):
        deadline = Deadline(seconds, f"{self.name} requests the button's line")
        while True:
            with contextlib.suppress(TimeoutError):
                board.wait_until_used(button, seconds=1)
                return
            self._check(process, deadline, log)

    def _check(self, process, deadline, log):
        if process.poll() is not None:
            raise RuntimeError(f"{self.name} ended at start with {process.returncode}:\n{log.read_text()}")
        try:
            deadline.remaining()
        except TimeoutError as error:
            raise RuntimeError(f"{error}:\n{log.read_text()}") from None

    def _stop(self, process, log):
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise RuntimeError(f"{self.name} did not end on SIGTERM:\n{log.read_text()}") from None


@dataclass(frozen=True)
class Running:
    process: int
    start_nanoseconds: int
