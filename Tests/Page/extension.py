#!/usr/bin/env python3
"""An extension for the tests of the page: controls that ask for a value, a confirmation and a configuration.

`holdfast up` starts it, and gives the panel's socket in HOLDFAST_SOCKET.
"""

import json
import os
import pathlib
import socket
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Extensions"))

from varlink_wire import Connection  # noqa: E402

DOMAIN = "org.example.things"
FOLDER = os.path.dirname(os.environ.get("HOLDFAST_SOCKET", "/run/holdfast/panel"))
PLAYLISTS = {"jazz": "Evening Jazz", "news": "News"}
NEWS = "https://news.example.org/$(reboot)?at=9&in='de'"
GATES = {"street": "Street Gate", "yard": "Yard Gate"}
SIDES = {"street": "Front", "yard": "Back"}
WAYS = {"street": {"car": "By Car", "foot": "On Foot"}, "yard": {"foot": "On Foot"}}
state = {"playing": "Nothing", "cups": 0}


def evaluation(kind, configuration):
    name = kind.removeprefix(DOMAIN + ".")
    if name == "music":
        look = {"displayName": "Play Music", "symbol": "music.note", "tint": "#FF2D55", "valueText": state["playing"]}
    elif name == "coffee":
        cups = f"{state['cups']} cups"
        look = {"displayName": "Coffee", "symbol": "cup.and.saucer", "tint": "#A2845E", "valueText": cups}
    else:
        gate = GATES.get((configuration or {}).get("gate"), "Gate")
        look = {"displayName": "Gate", "title": gate, "symbol": "entry.lever.keypad",
                "description": "Opens one of the gates."}
    intent = {"type": f"Use{name.capitalize()}", "title": look["displayName"]}
    if name == "music":
        intent["parameters"] = [{"name": "playlist", "title": "Playlist", "type": "enumeration"}]
    return {"control": {"kind": kind, **look}, "intent": intent}


def describe():
    gate = [
        {"name": "gate", "title": "Gate", "type": "entity", "isRequired": True},
        {"name": "way", "title": "Way", "type": "text", "suggestions": {"dependsOn": ["gate"]}},
        {"name": "seconds", "title": "Seconds", "type": "integer", "value": 20},
    ]
    controls = [{"kind": f"{DOMAIN}.{name}", "preview": evaluation(f"{DOMAIN}.{name}", None)}
                for name in ("music", "coffee", "gate")]
    controls[2].update(parameters=gate, promptsForUserConfiguration=True, displayName="Gate",
                       description="Opens one of the gates.")
    return {"displayName": "Things", "controls": controls}


def choices(names):
    return [{"value": value, "title": title} for value, title in names.items()]


def suggested(parameter, values):
    if parameter == "gate":
        return [{**choice, "section": SIDES[choice["value"]]} for choice in choices(GATES)]
    if parameter == "way":
        return choices(WAYS.get(values.get("gate"), {}))
    return choices(PLAYLISTS)


def perform(kind, configuration, performance, answers):
    name = kind.removeprefix(DOMAIN + ".")
    if name == "music":
        playlist = (answers or {}).get("playlist")
        if playlist not in PLAYLISTS:
            return {"failure": "Which playlist?", "request": {
                "intent": "UseMusic", "parameter": "playlist", "title": "Playlist", "dialog": "Which playlist?",
                "choices": choices(PLAYLISTS)}}
        state["playing"] = PLAYLISTS[playlist]
    if name == "coffee":
        host = Connection(f"{FOLDER}/host")
        confirmed = host.call("io.holdfast.Host.Confirm", performance=performance, dialog="Brew a cup?")["confirmed"]
        host.close()
        if not confirmed:
            return {"failure": "Not confirmed", "evaluation": evaluation(kind, configuration)}
        state["cups"] += 1
    reply = {"evaluation": evaluation(kind, configuration)}
    if name == "coffee":
        reply["dialog"] = "Enjoy it"
    if state["playing"] == "News":
        reply["opens"] = {"type": "URL", "typeName": "URL", "value": NEWS, "title": "news.example.org"}
    return reply


def answer(method, given):
    if method == "Describe":
        return describe()
    if method == "Snapshot":
        return {"evaluation": evaluation(given["kind"], given.get("configuration"))}
    if method == "Perform":
        return perform(given["kind"], given.get("configuration"), given["performance"], given.get("answers"))
    if method == "Suggest":
        return {"choices": suggested(given["parameter"], given.get("values") or {})}
    return {}


def serve(client):
    received = b""
    with client:
        while data := client.recv(65536):
            received += data
            while b"\0" in received:
                message, received = received.split(b"\0", 1)
                call = json.loads(message)
                reply = answer(call["method"].rsplit(".", 1)[1], call.get("parameters", {}))
                client.sendall(json.dumps({"parameters": reply}).encode() + b"\0")


def main():
    path = f"{FOLDER}/extensions/{os.environ.get('HOLDFAST_EXTENSION', 'things')}"
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # The socket listens before a client can find it.
    new = f"{path}.{os.getpid()}"
    server.bind(new)
    server.listen(64)
    os.rename(new, path)
    while True:
        connection, _ = server.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


if __name__ == "__main__":
    main()
