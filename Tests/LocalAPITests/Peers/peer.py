"""peer.py client SOCKET: asks a panel what it is and has, and prints it.
peer.py server SOCKET FOLDER: an extension; FOLDER has its interface's text.
"""

import os
import sys

import varlink


def client(path):
    with varlink.Client(address="unix:" + path) as found:
        for name in sorted(found.get_interfaces()):
            interface = found.get_interface(name)
            print(name, " ".join(sorted(interface.members)))
        with found.open("io.holdfast.Panel") as panel:
            for reply in panel.List(_more=True):
                control = reply["control"]
                print("control", control["name"], control["snapshot"]["isOn"], control["configuration"])
            print("performed", panel.Perform("b", None, {"n": 1, "t": "é\0"})["control"]["name"])
            try:
                panel.Show("nothing")
            except varlink.VarlinkError as error:
                print(error.error(), error.parameters()["control"], error.parameters()["nearest"])
            try:
                panel.List()
            except varlink.VarlinkError as error:
                print(error.error())
            for reply in panel.Watch(_more=True):
                print("notice", reply["notice"]["event"], reply["notice"].get("name", "-"))
            panel.Reload("b", _oneway=True)
            print("uptime", panel.Status()["uptime"])


def server(path, folder):
    service = varlink.Service(
        vendor="Test", product="Peer", version="1", url="", interface_dir=folder)

    class Handler(varlink.RequestHandler):
        pass

    Handler.service = service

    class ValueFailed(varlink.VarlinkError):
        def __init__(self, reason):
            super().__init__({"error": "io.holdfast.Extension.ValueFailed", "parameters": {"reason": reason}})

    @service.interface("io.holdfast.Extension")
    class Extension:
        def Describe(self, domain=None, _more=False):
            yield {
                "displayName": "Peer", "notes": ["a note"], "_continues": True,
                "controls": [{"kind": "peer.example.one", "displayName": "One"}],
            }
            yield {"controls": [{"kind": "peer.example.two", "parameters": [{"name": "room", "isRequired": True}]}],
                   "_continues": False}

        def Snapshot(self, kind, configuration):
            if kind == "peer.example.broken":
                raise ValueFailed("no paper")
            return {"evaluation": {
                "control": {"kind": kind, "isOn": True, "title": configuration["room"]},
                "intent": {"type": "Set", "values": {"list": [1, 2.5, "x", None]}}}}

        def Perform(self, performance, kind, configuration, intent, values, answers, isOn, requestedAt=None):
            return {"failure": "%s %s %s %s" % (performance, intent, values["n"], isOn)}

        def Suggest(self, kind, intent, parameter, values=None):
            return {"choices": [{"value": 1, "title": "One"}, {"value": "two", "title": "Two"}]}

        def PushTokensChanged(self, placements):
            return {}

    with varlink.ThreadingServer("unix:" + path, Handler) as listening:
        listening.serve_forever()


if sys.argv[1] == "client":
    client(sys.argv[2])
else:
    server(sys.argv[2], sys.argv[3])
