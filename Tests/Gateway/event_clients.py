"""Clients of a gateway's events, all in this process, and the time that an event takes to them."""

import json
import selectors
import socket
import struct
import time

# The kernel then tells when bytes came (socket(7)). The number is that of include/uapi/asm-generic/socket.h.
SO_TIMESTAMPNS = 35


class EventClient:
    """A stream of events, whose bytes are read before anything else is done with them."""

    def __init__(self, host, token=None):
        self.socket = socket.create_connection(tuple(host.split(":")), timeout=20)
        self.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        session = f"Authorization: Bearer {token}\r\n" if token else ""
        # A response of HTTP/1.0 has no chunks, so that no chunk's size interrupts an event.
        self.socket.sendall(f"GET /api/v1/events HTTP/1.0\r\nHost: {host}\r\n{session}\r\n".encode())
        self._received = b""
        while not any(data.get("event") == "ready" for data in self.take(self.read()[0])):
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def read(self):
        """The bytes that have come; when they were read, in ns of CLOCK_MONOTONIC; for how many ns they had waited."""
        received, ancillary, _, _ = self.socket.recvmsg(1 << 16, 64)
        now, wall = time.monotonic_ns(), time.time_ns()
        if not received:
            raise ConnectionError(f"the gateway has ended a stream after {self._received[-200:]}")
        arrived = next((data for _, kind, data in ancillary if kind == SO_TIMESTAMPNS), None)
        if arrived is None:
            return received, now, 0
        seconds, nanoseconds = struct.unpack("@ll", arrived)
        return received, now, wall - seconds * 1_000_000_000 - nanoseconds

    def take(self, received):
        """The data of the events that are whole now."""
        self._received += received
        *lines, self._received = self._received.split(b"\n")
        return [json.loads(line[6:]) for line in lines if line.startswith(b"data: ")]


def event_delays(panel, clients, changes):
    """Changes the control "lamp" over the core's socket, one change after the other.

    Returns one pair for each change and client, in ns: from before the call is sent until the client has read the event with
    the new state; and the part of this time in which the bytes waited for this process.
    """
    core, delays = panel.connection(), []
    selector = selectors.DefaultSelector()
    for client in clients:
        selector.register(client.socket, selectors.EVENT_READ, client)
    is_on = core.call("io.holdfast.Panel.Show", control="lamp")["control"]["snapshot"]["isOn"]
    for _ in range(changes):
        is_on = not is_on
        missing = set(clients)
        began = time.monotonic_ns()
        core.send({"method": "io.holdfast.Panel.Perform", "parameters": {"control": "lamp", "isOn": is_on}})
        while missing:
            ready = selector.select(20)
            if not ready:
                raise TimeoutError(f"{len(missing)} clients have no event of the change")
            # All are read before the first is decoded.
            for client, (received, now, waited) in [(key.data, key.data.read()) for key, _ in ready]:
                for data in client.take(received):
                    if client in missing and data.get("event") == "control" and data["name"].endswith(".lamp") \
                            and data["control"]["snapshot"]["isOn"] is is_on:
                        missing.discard(client)
                        delays.append((now - began, waited))
        core.receive()
    core.close()
    selector.close()
    return delays
