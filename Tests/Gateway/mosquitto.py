"""Debian's mosquitto, as `unpack-servers` has unpacked it."""

import contextlib
import os
import pathlib
import socket
import subprocess
import time

from trial import free_port


class Mosquitto:
    """A broker on a port of its own, which can be killed and started again."""

    def __init__(self, servers, folder, *lines):
        self.servers, self.port, self.process = pathlib.Path(servers), free_port(), None
        self.file = pathlib.Path(folder) / f"mosquitto-{self.port}.conf"
        # A broker that root starts would look for the user mosquitto.
        self.file.write_text("\n".join([f"listener {self.port} 127.0.0.1", "user root", *(lines or ["allow_anonymous true"])]) + "\n")

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    @property
    def url(self):
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self):
        """Returns as soon as the broker listens."""
        libraries = f"{self.servers / 'libraries'}:{os.environ.get('LD_LIBRARY_PATH', '')}"
        self.process = subprocess.Popen([self.servers / "usr/sbin/mosquitto", "-c", self.file], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env=os.environ | {"LD_LIBRARY_PATH": libraries})
        end = time.monotonic() + 20
        while True:
            with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert self.process.poll() is None and time.monotonic() < end, "mosquitto does not listen"
            time.sleep(0.005)

    def kill(self):
        self.process.kill()
        self.process.wait()
