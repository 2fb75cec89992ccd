"""Minimal Varlink over a UNIX socket: messages are JSON objects, each ended by a NUL byte."""

import json
import socket


class VarlinkError(Exception):
    """A call was answered with an error."""

    def __init__(self, name, parameters):
        super().__init__(f"{name} {parameters}")
        self.name, self.parameters = name, parameters


class Connection:
    """One connection, with one call at a time."""

    def __init__(self, path, timeout=60):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        self.received = b""

    def close(self):
        self.socket.close()

    def send(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def receive(self):
        """The next message; None if the other end has disconnected."""
        while b"\0" not in self.received:
            data = self.socket.recv(65536)
            if not data:
                return None
            self.received += data
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        """The only answer to a call."""
        return next(self.stream(method, more=False, **parameters))

    def stream(self, method, more=True, **parameters):
        """All answers to a call."""
        self.send({"method": method, "parameters": parameters, "more": more})
        while True:
            reply = self.receive()
            if reply is None:
                raise ConnectionError(f"{method}: the connection ended before the reply")
            if "error" in reply:
                raise VarlinkError(reply["error"], reply.get("parameters", {}))
            yield reply.get("parameters", {})
            if not reply.get("continues"):
                return
