"""A panel on the simulated board with its gateway, for the trials of the HTTP API."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Extensions"))

from varlink_wire import Connection  # noqa: E402

PIN, OWNER = "271905", "alice"
PANEL = """name: Trial
domain: org.example.trial
board: simulated
controls:
  lamp: {title: Lamp, toggle: {line: GPIO18}}
  safe: {title: Safe, toggle: {line: GPIO22}, authentication: required, privacy: state}
  door: {title: Door, button: {pulse: GPIO23, for: 1s}, authentication: local}
  slow: {title: Slow, button: {command: [sleep, "5"]}}
  bell: {title: Bell, button: {pulse: GPIO24, for: 100ms}}
buttons:
  action: {line: GPIO17, hold: lamp}
  bell: {line: GPIO27, hold: bell, hold_time: 200ms}
keypad: {rows: [GPIO5], columns: [GPIO6, GPIO13], keys: ["1#"]}
lock_screen: [lamp, safe]
control_center: [{control: lamp, size: large}, door]
authentication: {page_auto_lock: 5m}
gateway: {listen: "127.0.0.1:0", origins: ["https://panel.test"]}
"""


def free_port():
    """A port that nothing listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Entrance:
    """Where clients reach the page: at the gateway, or by HTTPS at a proxy before it."""

    def __init__(self, address, name=None, tls=None, **traits):
        """`name`: the host's name, which `tls` checks; without it the host is the address itself, and speaks plain HTTP."""
        self.address, self.name, self.tls = address, name, tls
        self.host = name or "{}:{}".format(*address)
        self.origin = f"{'https' if tls else 'http'}://{self.host}"
        # The event streams, and the requests at a time, that one machine can have without a session. All programs of the
        # gateway's own machine count as one. A proxy may refuse other hosts itself.
        self.streams, self.requests = traits.get("streams", 48), traits.get("requests", 80)
        self.refuses_hosts = traits.get("refuses_hosts", False)

    def socket(self, machine="127.0.0.1"):
        """A connection, with TLS where the entrance has it, from an address of 127.0.0.0/8."""
        plain = socket.create_connection(self.address, 20, (machine, 0))
        return self.tls.wrap_socket(plain, server_hostname=self.name) if self.tls else plain

    def connect(self, machine="127.0.0.1"):
        connection = http.client.HTTPConnection(self.host)
        connection.sock = self.socket(machine)
        return connection


class Program:
    """A program that runs until the end of its context."""

    def __init__(self, command, log, pattern, user=None, **environment):
        """`pattern`: what the program prints once it is ready; None for a program that prints nothing."""
        self.log, self.match = pathlib.Path(log), None
        self._ready = threading.Event()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        env=os.environ | environment,
                                        **({} if user is None else {"user": user, "group": user, "extra_groups": []}))
        self._reader = threading.Thread(target=self._read, args=[pattern])
        self._reader.start()
        if pattern is not None and not (self._ready.wait(30) and self.match):
            self.__exit__()
            raise AssertionError(f"{command[0]} is not ready: {self.log.read_text()}")

    def _read(self, pattern):
        with open(self.log, "a") as log:
            for line in self.process.stdout:
                print(line, end="", file=log, flush=True)
                if pattern is not None and self.match is None:
                    self.match = re.search(pattern, line)
                    if self.match:
                        self._ready.set()
        self._ready.set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        finally:
            self.process.kill()
            self._reader.join()


class Trial:
    """A core and a gateway in a folder of their own."""

    def __init__(self, folder, build, panel=PANEL, symbols=None):
        """`symbols`: the texts of the panel's own drawings, by name."""
        self.folder, self.build = pathlib.Path(folder), pathlib.Path(build)
        os.chmod(folder, 0o755)
        self.file = self.folder / "panel.yaml"
        self.file.write_text(panel)
        self.socket = self.folder / "run" / "panel"
        for name in ["run", "core", "state", "symbols"]:
            (self.folder / name).mkdir()
        for name, text in (symbols or {}).items():
            (self.folder / "symbols" / f"{name}.svg").write_text(text)
        subprocess.run([self.build / "holdfast", "pin", "key", self.folder / "key"], check=True, capture_output=True)
        self.entrance = self.board = None

    def core(self, priority=()):
        """The core. `priority`: a command that runs it with another priority."""
        return Program(
            [*priority, self.build / "holdfast", "run", self.file, "--socket", self.socket,
             "--runtime-directory", self.folder / "core", "--state-directory", self.folder / "state",
             "--device-key", self.folder / "key"],
            self.folder / "core.log", " runs: ")

    def extension(self, name, program):
        """An extension of the panel; it need not print anything."""
        return Program([program], self.folder / f"{name}.log", None, HOLDFAST_SOCKET=str(self.socket),
                       HOLDFAST_EXTENSION=name)

    def actions(self):
        """The extension that runs the commands of the panel's file."""
        return self.extension("actions", self.build / "holdfast-actions")

    def wait_for_extensions(self, count):
        ready = set()

        def are_ready(event, data):
            if data.get("event") == "extension":
                ready.add(data["name"]) if data["extension"]["state"] == "ready" else ready.discard(data["name"])
            return len(ready) == count

        with self.events() as stream:
            stream.until(are_ready)

    def gateway(self, *options, user=None, **environment):
        """The gateway, as a user that is neither root nor the core's own, as its unit has it; else as the caller.

        With "--board", the gateway serves the virtual panel, whose view's address is then `board`."""
        if user is not None:
            os.chmod(self.socket, 0o666)
        ready = r"http://([^/\s]+)/#/(board/[0-9a-f]+)$" if "--board" in options else r"http://([^/\s]+)/$"
        program = Program([self.build / "holdfast-gateway", self.file, "--socket", self.socket, *options],
                          self.folder / "gateway.log", ready, user=user, **environment)
        host, _, port = program.match[1].partition(":")
        self.entrance = Entrance((host, int(port)))
        self.board = program.match[2] if "--board" in options else None
        self.gateway_process = program.process.pid
        return program

    def memory(self):
        """The most bytes that the gateway has had in memory (`VmHWM` of proc(5))."""
        status = pathlib.Path(f"/proc/{self.gateway_process}/status").read_text()
        return int(re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)[1]) << 10

    @property
    def host(self):
        return self.entrance.host

    def connection(self):
        """A connection to the core's socket."""
        return Connection(str(self.socket), timeout=20)

    def longest_turn(self):
        """The longest turn of the core's loop in us by the clock and of the processor, and the number of turns."""
        connection = self.connection()
        with contextlib.closing(connection):
            status = connection.call("io.holdfast.Panel.Status")
        return status["longestTurn"], status["longestTurnProcessor"], status["turns"]

    def holdfast(self, *words, text=None, fails=False):
        """What a command prints; what it prints as its error, if it `fails`."""
        done = subprocess.run([self.build / "holdfast", *words, "--socket", self.socket], input=text, text=True, check=not fails,
                              capture_output=True, timeout=60)
        assert not fails or done.returncode, done
        return done.stderr if fails else done.stdout

    def enrol(self):
        self.holdfast("pin", "add", OWNER, "--role", "owner", text=f"{PIN}\n{PIN}\n")

    def call(self, method, path, body=None, token=None, headers=None, raw=None):
        """The status, the headers and the body of a response. `path`: below `/api/v1`, or whole."""
        connection = self.entrance.connect()
        fields = {"Host": self.host} | ({"Authorization": f"Bearer {token}"} if token else {}) | (headers or {})
        if body is not None:
            raw = json.dumps(body)
            fields = {"Content-Type": "application/json"} | fields
        with contextlib.closing(connection):
            connection.request(method, path if path.startswith("/") else "/api/v1/" + path, raw, {name: value for name, value in fields.items() if value})
            response = connection.getresponse()
            text = response.read()
            kind = response.getheader("Content-Type", "")
            return response.status, response, json.loads(text) if "json" in kind else text.decode()

    def unlock(self):
        status, _, session = self.call("POST", "session", {"pin": PIN})
        assert status == 200, session
        return session["token"]

    def events(self, token=None, last=None, machine="127.0.0.1"):
        return Events(self.entrance.connect(machine), token, last)


class Events:
    """A stream of events."""

    def __init__(self, connection, token=None, last=None):
        self.connection = connection
        headers = ({"Authorization": f"Bearer {token}"} if token else {}) | ({"Last-Event-ID": last} if last else {})
        self.connection.request("GET", "/api/v1/events", headers=headers)
        self.response = self.connection.getresponse()
        self.last = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        # The response holds the socket, too.
        self.response.close()
        self.connection.close()

    def next(self):
        """The next event, as its name and its data; None at the end of the stream."""
        fields = {}
        while True:
            line = self.response.readline().decode()
            if line == "":
                return None
            if line == "\n":
                if "data" in fields:
                    self.last = fields.get("id", self.last)
                    return fields["event"], json.loads(fields["data"])
                continue
            name, _, value = line.rstrip("\n").partition(": ")
            fields[name] = value

    def until(self, holds):
        """The events up to the first for which `holds`."""
        found = []
        while (event := self.next()) is not None:
            found.append(event)
            if holds(*event):
                return found
        raise AssertionError(f"{self.response.status}: the stream ended after {found[-3:]}")

    def state(self):
        """The events of the whole state."""
        return self.until(lambda event, data: event == "notice" and data["event"] == "ready")


@contextlib.contextmanager
def trial(build, panel=PANEL, symbols=None):
    with tempfile.TemporaryDirectory(prefix="holdfast-trial-") as folder:
        yield Trial(folder, build, panel, symbols)
