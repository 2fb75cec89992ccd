"""Holdfast from its Debian package alone: installed, upgraded, refused, removed and purged, also where something is wrong."""

import contextlib
import grp
import http.client
import os
import pathlib
import pwd
import re
import signal
import sqlite3
import subprocess
import time

from appliance import Board, Unit, case, scripts
from appliance.edges import Edges
from appliance.panel import control, holdfast, said, until
from appliance.talk import Talk
from appliance.unit import systemctl

PACKAGE = next(pathlib.Path(".").glob("holdfast_*.deb")).resolve()
# The same files without compression, under the same version and others, made by `test`.
SAME, OLDER, NEWER, NEWEST = (pathlib.Path(f"{name}.deb").resolve() for name in ["same", "older", "newer", "newest"])
PANEL = pathlib.Path("/etc/holdfast/panel.yaml")
STORE = pathlib.Path("/var/lib/holdfast/panel.sqlite")
# `holdfast setup` writes it for a broker of another machine.
BROKER = pathlib.Path("/etc/systemd/system/holdfast-gateway.service.d/broker.conf")
BUTTON, OUTPUT, IDLE, LIGHT = 17, 18, 23, 26
HELD = 0.9
PIN = "739154"

LAMP = f"""
name: Lamp
domain: org.example.lamp
controls:
  lamp: {{title: Lamp, toggle: {{line: GPIO{OUTPUT}, restore: last}}}}
  idle: {{title: Idle, toggle: {{line: GPIO{IDLE}}}}}
buttons:
  action: {{line: GPIO{BUTTON}, hold: lamp}}
lights:
  lamp: {{line: GPIO{LIGHT}, shows: lamp}}
"""


def dpkg(*arguments, check=True, **options):
    """Runs dpkg; without its progress on standard output."""
    result = subprocess.run(["dpkg", *map(str, arguments)], capture_output=True, text=True, timeout=300, **options)
    assert not check or result.returncode == 0, f"dpkg {arguments}: {result.returncode}: {result.stdout}{result.stderr}"
    return result


def state():
    """dpkg's word for the package: `installed`, `config-files`, `half-configured` …"""
    asked = subprocess.run(["dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}", "holdfast"],
                           capture_output=True, text=True)
    return asked.stdout.split() or ["not-installed", ""]


def purge():
    dpkg("--purge", "holdfast")


@contextlib.contextmanager
def installed(text=None, package=SAME):
    """The package within the context, with this panel's file."""
    if text is not None:
        PANEL.parent.mkdir(exist_ok=True)
        PANEL.write_text(text)
    dpkg("--install", package)
    try:
        yield Unit("holdfast.service")
    finally:
        for unit in list(Unit.existing):
            unit.remove()
        purge()


def left():
    """What a purge has left of Holdfast."""
    names = [entry.pw_name for entry in pwd.getpwall()] + [entry.gr_name for entry in grp.getgrall()]
    places = [
        "/etc/holdfast", "/run/holdfast", "/usr/lib/holdfast", "/usr/local/lib/holdfast", "/usr/share/holdfast",
        *pathlib.Path("/var/lib").glob("holdfast*"), *pathlib.Path("/etc/systemd/system").rglob("*holdfast*"),
        *pathlib.Path("/usr/lib/systemd/system").rglob("*holdfast*"), *pathlib.Path("/etc/polkit-1").rglob("*holdfast*"),
        *pathlib.Path("/usr/lib").glob("*/holdfast*.conf"), *pathlib.Path("/usr/lib/udev").rglob("*holdfast*"),
    ]
    return [str(place) for place in places if os.path.lexists(place)] + [
        name for name in names if name.startswith("holdfast")
    ] + systemctl("list-units", "--all", "--plain", "--no-legend", "holdfast*").splitlines()


def exposure(unit):
    told = subprocess.run(["systemd-analyze", "--no-pager", "security", unit], check=True, capture_output=True,
                          text=True, timeout=60).stdout
    return float(re.search(r"Overall exposure level for \S+: (\d+\.\d+)", told)[1])


@case("P1 installed, a panel runs that drives no line, status says what to do next, and a purge leaves nothing", 240)
def installs():
    with Board(pulls={BUTTON: 1}) as board:
        with installed(package=PACKAGE):
            BROKER.parent.mkdir()
            BROKER.write_text("[Service]\nIPAddressAllow=192.0.2.1\n")
            assert systemctl("is-active", "holdfast.service", "holdfast-gateway.service", "holdfast.target").split() == [
                "active"] * 3
            assert systemctl("is-enabled", "holdfast.target").strip() == "enabled"
            status = said("status")
            assert "sudo holdfast setup" in status and "no faults" in status, status
            assert not any(board.info(offset).used for offset in range(54)), "a line is used"
            for path in ["/usr/share/man/man1/holdfast.1.gz", "/usr/share/bash-completion/completions/holdfast",
                         "/usr/share/doc/holdfast/Documentation/Guide/getting-started.md",
                         "/usr/share/doc/holdfast/config/minimal.yaml", "/usr/share/holdfast/caddy/Caddyfile"]:
                assert os.path.exists(path), path
            figures = {unit: exposure(unit) for unit in [
                "holdfast.service", "holdfast-gateway.service", "holdfast-safe.service",
                "holdfast-extension@actions.service"]}
            print(f"exposure: {figures}")
            assert figures["holdfast.service"] <= 1.0 and figures["holdfast-gateway.service"] <= 1.0, figures
        assert left() == [], left()


@case("P2 a held button switches its line, the page answers, panel scripts hold in the sandbox of the panel's unit, and removing"
      " makes outputs safe", 300)
def works():
    with Board(pulls={BUTTON: 1}) as board, installed(LAMP) as unit:
        board.press(BUTTON, HELD)
        board.wait_for_level(OUTPUT, 1)
        connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=60)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        connection.close()
        scripts.play(board, {path.stem: path.read_text() for path in sorted(scripts.FOLDER.glob("*.panel"))}, seconds=200)
        # It drives its outputs again, as it did before.
        unit.start()
        board.wait_for_level(OUTPUT, 1)
        began = time.monotonic()
        dpkg("--remove", "holdfast")
        assert board.level(OUTPUT) == 0 and board.level(LIGHT) == 0
        print(f"removed in {time.monotonic() - began:.1f} s")
        assert state()[0] == "config-files" and PANEL.read_text() == LAMP and STORE.exists()


def once(edges, board):
    """An active output went to inactive and back at most once, and an inactive one stayed."""
    active, inactive = edges.of(board, OUTPUT, before=1), edges.of(board, IDLE, before=0)
    assert active in ([], [0, 1]), active
    assert inactive == [], inactive


@case("P3 an upgrade keeps panel, people and states, and interrupts an output once; a downgrade over a newer store is refused", 300)
def upgrades():
    with Board(pulls={BUTTON: 1}) as board, installed(LAMP):
        said("pin", "add", "Anna", "--role", "owner", given=f"{PIN}\n{PIN}\n")
        board.press(BUTTON, HELD)
        board.wait_for_level(OUTPUT, 1)
        # The upgrade must not start a unit that the owner has stopped.
        assert systemctl("is-active", "holdfast-gateway.service").strip() == "active"
        systemctl("stop", "holdfast-gateway.service")
        with Edges() as edges:
            dpkg("--install", NEWER)
            until(lambda: control("lamp").get("isOn"), "the lamp is on again")
            board.wait_for_level(OUTPUT, 1)
            once(edges, board)
        assert state()[1].startswith("8:"), state()
        assert PANEL.read_text() == LAMP and "Anna" in said("pin", "list")
        assert systemctl("is-active", "holdfast-gateway.service", check=False).strip() == "inactive"
        # The owner works on the wires.
        systemctl("stop", "holdfast.target")
        dpkg("--install", NEWEST)
        assert systemctl("is-active", "holdfast.target", "holdfast.service", check=False).split() == ["inactive"] * 2
        assert board.level(OUTPUT) == 0
        with contextlib.closing(sqlite3.connect(STORE)) as store:
            store.execute("PRAGMA user_version = 99")
        refused = dpkg("--install", OLDER, check=False)
        assert refused.returncode != 0 and "has version 99" in refused.stderr, refused.stderr
        assert state()[0] == "installed" and state()[1].startswith("9:"), state()


@case("P5 a broken panel's file: the package is configured, and names the mistake", 240)
def broken():
    PANEL.parent.mkdir(exist_ok=True)
    PANEL.write_text("name: Broken\ndomain: org.example\ncontrols: [\n")
    try:
        told = dpkg("--install", SAME).stderr
        assert "panel.yaml:" in told and state()[0] == "installed", (told, state())
        # A version that mends what has failed is started, and what runs is restarted.
        PANEL.write_text(LAMP)
        with Unit("holdfast-gateway.service") as gateway:
            # With the broken file it ended each time that systemd started it, and may have reached the start limit. A mere
            # start would fail with a process that has read the broken file and has not ended yet.
            systemctl("reset-failed", gateway.name)
            gateway.restart()
            before = gateway.process
            mended = dpkg("--install", SAME)
            assert systemctl("is-active", "holdfast.service").strip() == "active", mended.stderr
            assert gateway.process != before, "the gateway still runs the former program"
    finally:
        purge()


@case("P6 interrupted halfway, it is configured by the next attempt", 240, long=True)
def interrupted():
    process = subprocess.Popen(["dpkg", "--install", SAME], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True, text=True)
    for line in process.stdout:
        if line.startswith("Setting up holdfast"):
            os.killpg(process.pid, signal.SIGKILL)
            break
    process.communicate()
    try:
        assert state()[0] in ("unpacked", "half-configured"), state()
        dpkg("--configure", "--pending")
        assert state()[0] == "installed", state()
        assert systemctl("is-active", "holdfast.service").strip() == "active"
    finally:
        purge()
    assert left() == [], left()


@case("P7 without systemd it is installed, says what to run, and can be purged", 180, long=True)
def without_systemd():
    hidden = "mount -t tmpfs none /run/systemd && exec "
    command = ["unshare", "--mount", "sh", "-c", hidden + f"dpkg --install {SAME}"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    try:
        assert result.returncode == 0, result.stderr
        assert "systemd does not run here" in result.stderr and "holdfast run /etc/holdfast/panel.yaml" in result.stderr, result.stderr
        assert state()[0] == "installed", state()
    finally:
        purge()
    assert left() == [], left()


@case("P8 on a full disk dpkg refuses it, and installs it once there is room", 240, long=True)
def full():
    # The package's largest folder on a file system that is too small for it.
    pathlib.Path("/usr/lib/holdfast").mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", "/usr/lib/holdfast"], check=True)
    try:
        refused = dpkg("--install", SAME, check=False)
        assert refused.returncode != 0 and "No space left" in refused.stderr, refused.stderr
        assert state()[0] in ("not-installed", "config-files"), state()
    finally:
        subprocess.run(["umount", "/usr/lib/holdfast"], check=True)
    with installed():
        assert state()[0] == "installed"
    assert left() == [], left()


@case("P11 a backup brings panel, people and key to a new board by one command", 300)
def new_board():
    backup, words = pathlib.Path("panel.backup").resolve(), "correct horse battery"
    text = LAMP.replace("title: Idle,", "title: Idle, authentication: required,")
    with Board(pulls={BUTTON: 1}) as board:
        with installed(text):
            said("pin", "add", "Anna", "--role", "owner", given=f"{PIN}\n{PIN}\n")
            said("backup", str(backup), given=f"{words}\n{words}\n")
        assert left() == [], left()
        with installed():
            assert "sudo holdfast setup" in said("status")
            first = PANEL.read_text()
            refused = holdfast("restore", "/etc/hostname", "--new-board", given=f"{words}\n")
            assert refused.returncode == 1 and "is not a backup of Holdfast's" in refused.stderr, refused
            assert PANEL.read_text() == first
            said("restore", str(backup), "--new-board", given=f"{words}\n")
            assert PANEL.read_text() == text
            assert board.level(OUTPUT) == board.level(IDLE) == 0
            board.press(BUTTON, HELD)
            board.wait_for_level(OUTPUT, 1)
            assert holdfast("perform", "idle", "--unlock", given="111222\n").returncode != 0
            assert board.level(IDLE) == 0
            said("perform", "idle", "--unlock", given=f"{PIN}\n")
            board.wait_for_level(IDLE, 1)
        assert left() == [], left()


@case("P9 over restarts and upgrades an active output goes to inactive and back once each time, an inactive one never",
      1500, long=True)
def outputs():
    with Board(pulls={BUTTON: 1}) as board, installed(LAMP) as unit:
        board.press(BUTTON, HELD)
        board.wait_for_level(OUTPUT, 1)

        def watched(what, do):
            with Edges() as edges:
                do()
                until(lambda: control("lamp").get("isOn"), f"the lamp is on again after {what}")
                board.wait_for_level(OUTPUT, 1)
                once(edges, board)

        for number in range(200):
            systemctl("reset-failed", "holdfast.service")
            watched(f"restart {number}", unit.restart)
        for number in range(20):
            watched(f"upgrade {number}", lambda: dpkg("--install", [NEWER, NEWEST][number % 2]))


@case("P10 setup, answered over gpio-sim: a held button switches its line, the page answers, a PIN opens the door", 500)
def setup():
    door = 23
    with Board(pulls={offset: 1 for offset in range(2, 28) if offset not in (OUTPUT, door, LIGHT)}) as board, installed():
        with Talk("holdfast", "setup") as talk:
            talk.answer("/etc/holdfast/panel.yaml has the panel", "new")
            talk.answer("The panel runs and holds its lines", "yes")
            talk.answer("Which pins move something", "12 16 37")
            talk.wait_for("? Press a button")
            board.press(BUTTON, 0.3)
            talk.wait_for("Do the same once more")
            board.press(BUTTON, 0.3)
            talk.answer("What do you call this button", "action")
            talk.answer("Press a button", "")
            for pin, kind, offset, name, guarded in [(12, "relay", OUTPUT, "Lamp", "no"), (16, "lock", door, "Door", "yes")]:
                talk.answer(f"What is on pin {pin}", kind)
                talk.answer(f"The {kind} on pin {pin}", "yes")
                board.wait_for_level(offset, 1)
                board.wait_for_level(offset, 0)
                talk.answer(f"What did the {kind} do", "on")
                talk.answer("What do you call it", name)
                talk.answer("Is it on until", "")
                talk.answer("Must a person give a PIN", guarded)
            talk.answer("What is on pin 37", "light")
            talk.answer("The light on pin 37", "yes")
            board.wait_for_level(LIGHT, 1)
            talk.answer("What did the light do", "on")
            talk.answer("What do you call it", "lamp")
            talk.answer("What does holding the button 'action' perform", "lamp")
            talk.answer("What does the light 'lamp' on pin 37", "lamp")
            talk.answer("What do you call the panel", "Lamp")
            talk.answer("May phones and tablets", "")
            talk.answer("Write /etc/holdfast/panel.yaml", "yes")
            talk.answer("Who is the owner", "Anna")
            talk.answer("PIN of Anna", PIN)
            talk.answer("The same PIN again", PIN)
            talk.answer("Show all meanings", "no")
            talk.answer("MQTT broker", "none")
            assert talk.end() == 0, talk.text
        board.press(BUTTON, HELD)
        board.wait_for_level(OUTPUT, 1)
        board.wait_for_level(LIGHT, 1)
        connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=60)
        connection.request("GET", "/api/v1/controls")
        assert connection.getresponse().status == 200
        connection.close()
        assert holdfast("perform", "door", "--unlock", given="111222\n").returncode != 0 and board.level(door) == 0
        opened = subprocess.Popen(["holdfast", "perform", "door", "--unlock"], stdin=subprocess.PIPE, text=True)
        opened.stdin.write(f"{PIN}\n")
        opened.stdin.close()
        board.wait_for_level(door, 1, seconds=20)
        board.wait_for_level(door, 0, seconds=20)
        assert opened.wait(20) == 0
