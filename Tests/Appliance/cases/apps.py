"""The extensions of Tests/Extensions/apps under systemd: installed, performed, and with their state after a restart."""

import contextlib
import json
import pathlib
import shutil
import socket

from appliance import Board, Skip, Unit, case
from appliance.panel import control, file, fresh, holdfast, said, status, until

PROGRAMS = pathlib.Path("apps").resolve()
BUTTON = 17
HELD = 0.9


@contextlib.contextmanager
def installed(program, hold, double_tap):
    """The board, the extension's unit and the panel's unit, with the program installed and its controls on a button."""
    path, name = PROGRAMS / program, program.lower()
    if not path.exists():
        raise Skip("the apps are not here: test --apps FOLDER brings them")
    text = f"""
name: Desk
domain: org.example.desk
buttons:
  action: {{line: GPIO{BUTTON}, hold: {hold}, double_tap: {double_tap}}}
extensions:
  - {{name: {name}, domain: org.example.{name}}}
"""
    said("extension", "install", str(path))
    try:
        with file(text), Board(pulls={BUTTON: 1}) as board, \
                Unit(f"holdfast-extension@{name}.service") as extension, Unit("holdfast.service") as panel:
            panel.start()
            yield board, extension, panel
    finally:
        said("extension", "remove", name)
        shutil.rmtree(f"/var/lib/holdfast-{name}", ignore_errors=True)


def restart_extension(extension):
    process = extension.process
    extension.restart()
    assert extension.process != process, "it is the same process"


def restart(extension, panel):
    """Restarts the extension, and then the panel, which has no values of the extension yet."""
    restart_extension(extension)
    panel.restart()


def choices(kind, parameter):
    """The choices of a configuration's parameter: those that a page's chooser shows."""
    call = {"method": "io.holdfast.Panel.Suggest", "parameters": {"control": kind, "parameter": parameter}}
    received = b""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(60)
        connection.connect("/run/holdfast/panel")
        connection.sendall(json.dumps(call).encode() + b"\0")
        while not received.endswith(b"\0"):
            part = connection.recv(65536)
            assert part, f"the panel ended the connection: {received}"
            received += part
    reply = json.loads(received.rstrip(b"\0"))
    assert "error" not in reply, reply
    return reply["parameters"]["choices"]


def activities():
    return [activity["title"] for activity in status()["activities"]]


@case("I1 a home's light is chosen by room and stays on over a restart, and its garage door needs a PIN", 150)
def home():
    light, cover = "org.example.hearth.light", "org.example.hearth.cover"
    with installed(
            "Hearth", f"{{kind: {light}, configuration: {{light: kitchen-table}}}}",
            f"{{kind: {cover}, configuration: {{cover: garage-door}}}}") as (board, extension, panel):
        shown = fresh(light)
        assert shown["isOn"] is False and shown["hint"] == "Hold to Turn On the Table", shown
        board.press(BUTTON, HELD)
        until(lambda: control(light).get("isOn"), "the light is on")
        lights = [(choice.get("section"), choice["title"]) for choice in choices(light, "light")]
        assert lights == [("Kitchen", "Table"), ("Kitchen", "Counter"), ("Living Room", "Sofa")], lights
        assert fresh(cover)["isOn"] is False
        refused = holdfast("set", cover, "on")
        assert refused.returncode == 1 and fresh(cover)["isOn"] is False, refused
        restart(extension, panel)
        assert fresh(light)["isOn"] is True, control(light)


# `make test-system` has one of the five apps: the unit tests host all five.
@case("I2 a VPN's toggle without a dot in its kind keeps the defaults of its app group over a restart", 150, long=True)
def vpn():
    toggle = "org.example.tunnel.TunnelToggle"
    server = "org.example.tunnel.ConnectToServer"
    with installed(
            "Tunnel", f"{{kind: {toggle}}}", f"{{kind: {server}, configuration: {{server: osl}}}}"
    ) as (board, extension, panel):
        assert fresh(toggle)["valueText"] == "Not Connected", control(toggle)
        board.press(BUTTON, HELD)
        until(lambda: control(toggle).get("isOn"), "the tunnel is connected")
        fresh(server)
        assert "Connected to Oslo" in said("perform", server)
        assert pathlib.Path("/var/lib/holdfast-tunnel/.config/group.org.example.tunnel.plist").exists()
        restart(extension, panel)
        shown = fresh(toggle)
        assert shown["valueText"] == "Connected", shown
        said("set", toggle, "off")
        assert fresh(toggle)["status"] == "Connected to Oslo", control(toggle)


@case("I3 a launcher opens a page by a phrase, and knows the last page after a restart", 150, long=True)
def launcher():
    again, phrase = "org.example.launchpad.again", "Open Garden Camera with Launchpad"
    garden = "{kind: org.example.launchpad.open, configuration: {destination: garden}}"
    with installed("Launchpad", f"{{kind: {again}}}", garden) as (board, extension, panel):
        assert fresh(again)["isDisabled"] is True, control(again)
        listed = said("intents")
        assert phrase in listed and "Open again with Launchpad" in listed, listed
        opened = said("perform", "--intent", phrase)
        assert "garden.example.org" in opened, opened
        until(lambda: control(again).get("valueText") == "Garden Camera", "the page is the last one")
        restart(extension, panel)
        shown = fresh(again)
        assert shown["valueText"] == "Garden Camera" and not shown["isDisabled"], shown
        opened = said("perform", again)
        assert "garden.example.org" in opened, opened


@case("I4 a tea timer shows one activity, also when its extension restarts, and draws on when both restart", 150, long=True)
def timer():
    tea, longer = "org.example.brew.timer", "org.example.brew.add-minute"
    with installed(
            "Brew", f"{{kind: {tea}, configuration: {{tea: green}}}}",
            f"{{kind: {longer}, configuration: {{tea: green}}}}") as (board, extension, panel):
        assert fresh(tea)["valueText"] == "Ready", control(tea)
        assert activities() == []
        board.press(BUTTON, HELD)
        until(lambda: activities() == ["Green Tea"], "the activity is shown")
        until(lambda: not control(longer).get("isDisabled", True), "the tea can draw longer")
        assert "minutes left" in said("perform", longer)
        assert activities() == ["Green Tea"], activities()
        restart_extension(extension)
        assert activities() == ["Green Tea"], activities()
        panel.restart()
        shown = fresh(tea)
        assert shown["isOn"] is True and shown["valueText"] == "Brewing", shown


@case("I5 measurements of a placement and of a command are converted, and results are kept over a restart", 150, long=True)
def converter():
    length, system = "org.example.measures.length", "org.example.measures.system"
    with installed(
            "Measures", f"{{kind: {length}, configuration: {{length: 5 km}}}}", f"{{kind: {system}}}"
    ) as (board, extension, panel):
        fresh(system)
        said("set", system, "on")
        assert fresh(length)["valueText"] == "Not converted", control(length)
        board.press(BUTTON, HELD)
        until(lambda: control(length).get("valueText") == "3.11 mi", "the length is converted")
        converted = said(
            "perform", "--intent", "ConvertLengthIntent", "--parameter", "length=8 ft", "--parameter", "unit=meters")
        assert "8 ft are 2.44 m" in converted, converted
        restart(extension, panel)
        assert fresh(length)["valueText"] == "3.11 mi", control(length)
        assert fresh(system)["isOn"] is True, control(system)
