#!/usr/bin/env python3
"""A thermostat as an extension of a Holdfast panel: one toggle, and one button that is configured."""

import os
import signal
import sys
import threading
import time

import varlink

DOMAIN = "org.example.thermostat"
PANEL = os.environ.get("HOLDFAST_SOCKET", "/run/holdfast/panel")
FOLDER = os.path.dirname(PANEL)
NAME = os.environ.get("HOLDFAST_EXTENSION", "thermostat")
INTERFACES = os.environ.get(
    "HOLDFAST_INTERFACES", os.path.join(os.path.dirname(__file__), "../../Sources/LocalAPI/Interfaces"))

service = varlink.Service(vendor="Example", product="Thermostat", version="1", interface_dir=INTERFACES)


class NoSuchControl(varlink.VarlinkError):
    def __init__(self, kind):
        super().__init__({"error": "io.holdfast.Extension.NoSuchControl", "parameters": {"kind": kind}})


class Thermostat:
    lock = threading.RLock()
    heats = False
    celsius = 20.0


def evaluation(kind, configuration):
    """What is shown of a control, and what a hold of it performs."""
    with Thermostat.lock:
        heats, celsius = Thermostat.heats, Thermostat.celsius
    if kind == DOMAIN + ".heating":
        return {
            "control": {
                "kind": kind, "displayName": "Heating", "isOn": heats, "symbol": "heater.vertical",
                "valueText": f"{celsius:.1f} °C" if heats else "Off", "tint": "#FF9500",
            },
            "intent": {"type": "SetHeating", "title": "Heating"},
        }
    if kind == DOMAIN + ".warmer":
        step = float((configuration or {}).get("step") or 0.5)
        return {
            "control": {"kind": kind, "displayName": "Warmer", "hint": f"Hold to Heat {step:g} °C More"},
            "intent": {"type": "Warm", "title": "Warmer", "values": {"step": step}},
        }
    raise NoSuchControl(kind)


@service.interface("io.holdfast.Extension")
class Extension:
    def Describe(self, domain=None):
        step = {"name": "step", "title": "Step", "value": 0.5, "choices": [
            {"value": value, "title": f"{value:g} °C"} for value in (0.5, 1.0, 2.0)]}
        return {"displayName": "Thermostat", "controls": [
            {"kind": DOMAIN + ".heating", "preview": evaluation(DOMAIN + ".heating", None)},
            {"kind": DOMAIN + ".warmer", "parameters": [step], "preview": evaluation(DOMAIN + ".warmer", None)},
        ]}

    def Snapshot(self, kind, configuration):
        return {"evaluation": evaluation(kind, configuration)}

    def Perform(self, performance, kind, configuration, intent, values, answers, isOn, requestedAt=None):
        # This program may have been stopped since the touch, and the person may have left.
        if requestedAt is not None and time.clock_gettime(time.CLOCK_BOOTTIME) - requestedAt / 1000 > 5:
            return {"failure": "The request came too late"}
        with Thermostat.lock:
            if intent == "SetHeating":
                Thermostat.heats = bool(isOn)
            elif Thermostat.celsius >= 25:
                return {
                    "failure": "It is as warm as may be",
                    "evaluation": evaluation(kind, configuration) if kind else None,
                }
            else:
                Thermostat.celsius += float(values["step"])
            celsius = Thermostat.celsius
        # The other control shows the temperature, too.
        with varlink.Client("unix:" + FOLDER + "/host") as client, client.open("io.holdfast.Host") as host:
            host.Reload(DOMAIN + ".heating")
        # The dialog is for people: the panel shows it as a status. The value is for programs.
        return {
            "evaluation": evaluation(kind, configuration) if kind else None,
            "dialog": f"{celsius:.1f} °C", "value": celsius,
        }

    def Suggest(self, kind, intent, parameter, values=None):
        return {"choices": []}

    def PushTokensChanged(self, placements):
        return {}


class Handler(varlink.RequestHandler):
    service = service


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    socket = os.path.join(FOLDER, "extensions", NAME)
    os.makedirs(os.path.dirname(socket), mode=0o700, exist_ok=True)
    # What an extension that was killed left behind. `holdfast up` and systemd start it once.
    if "LISTEN_FDS" not in os.environ and os.path.exists(socket):
        os.unlink(socket)
    varlink.ThreadingServer.daemon_threads = True
    with varlink.ThreadingServer("unix:" + socket + ";mode=0660", Handler) as server:
        server.serve_forever()
