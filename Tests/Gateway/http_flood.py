"""A flood of requests to a gateway, and holds of a button meanwhile.

Run as a program (http_flood.py HOST) it floods until it is terminated, or the gateway has gone: 32 connections list the
controls, 8 perform the control "lamp", and 8 open event streams and close them. It then prints how often each status came.
"""

import collections
import contextlib
import json
import re
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import time

LISTERS, PERFORMERS, WATCHERS = 32, 8, 8
# So many requests are sent at once; the gateway answers those of a connection one after the other.
BATCH = 20


class Flood:
    """The flood from another process, until the context ends."""

    def __init__(self, host):
        self.host = host
        # The statuses of the responses, and how often each came.
        self.statuses = collections.Counter()

    def __enter__(self):
        self._process = subprocess.Popen([sys.executable, __file__, self.host], stdout=subprocess.PIPE, text=True)
        self._began = time.monotonic()
        if self._process.stdout.readline() != "flooding\n":
            self.__exit__()
            raise RuntimeError("the flood has found no gateway")
        return self

    def __exit__(self, *_):
        self.seconds = time.monotonic() - self._began
        self._process.terminate()
        text = self._process.communicate(timeout=30)[0]
        self.statuses.update({int(status): count for status, count in json.loads(text or "{}").items()})


class Holds:
    """Holds of the button "bell", which performs the control of this name."""

    # How long a hold is, longer than the button's `hold_time`; how long it may take to perform after it has ended.
    SECONDS, PATIENCE = 0.4, 5

    def __init__(self, panel):
        self.count = 0
        # From the press until the panel says that the control has performed, in seconds.
        self.delays = []
        self._board, self._watch = panel.connection(), panel.connection()
        self._notices = (reply["notice"] for reply in self._watch.stream("io.holdfast.Panel.Watch"))
        next(notice for notice in self._notices if notice["event"] == "ready")

    def hold(self, during=None):
        """Holds the button once, and calls `during` when it is down."""
        self.count += 1
        self._board.send({"method": "io.holdfast.Board.Press", "more": True,
                          "parameters": {"button": "bell", "seconds": self.SECONDS}})
        self._board.receive()
        began = time.monotonic()
        if during:
            during()
        self._wait_for_performance(began + self.SECONDS + self.PATIENCE)
        self.delays.append(time.monotonic() - began)
        self._board.receive()
        # A contact that opens for less than the button's `debounce` has not opened.
        time.sleep(0.1)

    def _wait_for_performance(self, end):
        # The flood performs another control, so that the wait for a notice does not reach its own limit of time.
        for notice in self._notices:
            if notice["event"] == "performed" and notice["name"].endswith(".bell"):
                return
            if time.monotonic() > end:
                raise AssertionError(f"hold {self.count} has not performed")

    def close(self):
        self._board.close()
        self._watch.close()


def flooded(panel, start, kills, seconds):
    """Floods a gateway for `seconds`, kills it `kills` times in the midst of a hold, and starts another each time.

    Raises an AssertionError if a hold does not perform. `start` starts a gateway. Returns the holds, the statuses of the
    responses, and the seconds of the flood.
    """
    holds, statuses, flooding = Holds(panel), collections.Counter(), 0
    with contextlib.closing(holds):
        for life in range(kills + 1):
            with start() as gateway, Flood(panel.host) as flood:
                end = time.monotonic() + seconds / (kills + 1)
                while time.monotonic() < end:
                    holds.hold()
                if life < kills:
                    holds.hold(gateway.process.kill)
            statuses += flood.statuses
            flooding += flood.seconds
    return holds, statuses, flooding


def described(holds, statuses, seconds):
    """The results of a flood in words. Each hold has performed, else there are no results."""
    answers = ", ".join(f"{count} with {status}" for status, count in sorted(statuses.items()))
    return (f"{holds.count} holds performed, the median {1000 * statistics.median(holds.delays):.0f} ms "
            f"and the last {1000 * max(holds.delays):.0f} ms after the press; {sum(statuses.values()) / seconds:.0f} answers a "
            f"second: {answers}")


def request(method, path, host):
    body = "Content-Length: 0\r\n" if method == "POST" else ""
    return f"{method} /api/v1/{path} HTTP/1.1\r\nHost: {host}\r\n{body}\r\n".encode()


def main(host):
    address = tuple(host.split(":"))
    statuses = collections.Counter()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    selector = selectors.DefaultSelector()

    def connect(batch, lasts):
        connection = socket.create_connection(address)
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE,
                          {"batch": batch, "unsent": batch, "lasts": lasts, "tail": b""})

    def serve(connection, events, state):
        if events & selectors.EVENT_READ:
            received = connection.recv(1 << 16)
            if not received:
                raise ConnectionResetError
            text = state["tail"] + received
            found = list(re.finditer(rb"HTTP/1\.1 (\d{3}) ", text))
            statuses.update(int(match[1]) for match in found)
            if found and sum(statuses.values()) == len(found):
                print("flooding", flush=True)
            # A status line may be cut off; one that was counted is not counted again.
            state["tail"] = text[max(found[-1].end() if found else 0, len(text) - 12):]
            if not state["lasts"] and found:
                selector.unregister(connection)
                connection.close()
                return connect(state["batch"], False)
        if events & selectors.EVENT_WRITE:
            state["unsent"] = state["unsent"][connection.send(state["unsent"]):]
            if not state["unsent"]:
                if state["lasts"]:
                    state["unsent"] = state["batch"]
                else:
                    selector.modify(connection, selectors.EVENT_READ, state)

    try:
        for _ in range(LISTERS):
            connect(request("GET", "controls", host) * BATCH, True)
        for _ in range(PERFORMERS):
            connect(request("POST", "controls/lamp/perform", host) * BATCH, True)
        for _ in range(WATCHERS):
            connect(request("GET", "events", host), False)
        while True:
            for key, events in selector.select():
                serve(key.fileobj, events, key.data)
    except OSError:
        # The gateway has been killed.
        pass
    finally:
        print(json.dumps(statuses), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
