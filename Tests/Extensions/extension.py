#!/usr/bin/env python3
"""An extension for tests, in another language than the panel's, that misbehaves as its controls' names say.

extension.py SOCKET DOMAIN COUNT LOG: COUNT toggles, DOMAIN.0, DOMAIN.1 …, and DOMAIN.spin, DOMAIN.allocate. Each
performance is noted in LOG as it begins and as it is done, so that nothing is done twice unseen.
"""

import json
import os
import random
import resource
import socket
import sys
import threading
import time

path, domain, count, log = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
states = {}
asked = 0


def note(word, performance):
    line = f"{word} {performance}\n".encode()
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(descriptor, line)
    os.close(descriptor)


def evaluation(kind):
    name = kind.rsplit(".", 1)[1]
    control = {"kind": kind, "displayName": name, "isOn": states.get(kind, False)}
    return {"control": control, "intent": {"type": "Set", "title": "Set"}}


def describe():
    kinds = [f"{domain}.{index}" for index in range(count)] + [f"{domain}.spin", f"{domain}.allocate"]
    for first in range(0, len(kinds), 50):
        part = kinds[first : first + 50]
        yield {
            "displayName": "Test",
            "controls": [{"kind": kind, "preview": evaluation(kind)} for kind in part],
        }


def perform(parameters):
    kind, performance = parameters["kind"], parameters["performance"]
    note("begin", performance)
    if kind.endswith(".spin"):
        for _ in range(8):
            threading.Thread(target=spin, daemon=True).start()
    elif kind.endswith(".allocate"):
        # The allocation is limited for the machine's sake; at the limit not even a thread gets memory.
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        hoard = []
        while True:
            hoard.append(bytearray(16 << 20))
    elif os.environ.get("DAWDLE"):
        time.sleep(random.uniform(0, 0.003))
    states[kind] = parameters["isOn"]
    note("done", performance)
    return {"evaluation": evaluation(kind)}


def spin():
    while True:
        pass


def serve(connection):
    global asked
    received = b""
    try:
        while True:
            data = connection.recv(65536)
            if not data:
                return
            received += data
            while b"\0" in received:
                message, received = received.split(b"\0", 1)
                call = json.loads(message)
                method, parameters = call["method"].rsplit(".", 1)[1], call.get("parameters", {})
                if method == "Describe":
                    parts = list(describe())
                    replies = [{"parameters": part, "continues": True} for part in parts[:-1]]
                    replies.append({"parameters": parts[-1]})
                elif method == "Snapshot":
                    asked += 1
                    replies = [{"parameters": {"evaluation": evaluation(parameters["kind"])}}]
                elif method == "Perform":
                    try:
                        replies = [{"parameters": perform(parameters)}]
                    except MemoryError:
                        replies = [{"parameters": {"failure": "out of memory"}}]
                elif method == "Asked":
                    replies = [{"parameters": {"count": asked}}]
                else:
                    replies = [{"parameters": {}}]
                connection.sendall(b"".join(json.dumps(reply).encode() + b"\0" for reply in replies))
    except OSError:
        pass
    finally:
        connection.close()


server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
# The socket listens before a client can find it.
new = f"{path}.{os.getpid()}"
server.bind(new)
server.listen(64)
os.rename(new, path)
while True:
    client, _ = server.accept()
    threading.Thread(target=serve, args=(client,), daemon=True).start()
