"""The stock extension under systemd: units by the real systemd, D-Bus and polkit, commands and values by processes."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import time

from appliance import Board, Unit, case
from appliance import unit as units
from appliance.panel import control, file, fresh, holdfast, said, until, why_not
from appliance.process_facts import wakeups_by_thread
from appliance.unit import systemctl

SOCKET = "holdfast-extension@actions.socket"
RULES = pathlib.Path("/etc/polkit-1/rules.d/60-holdfast-actions.rules")
FOLDER = pathlib.Path("/var/lib/holdfast-actions")
BUTTON, MISSING_BUTTON, FAN_BUTTON = 17, 22, 23
LIGHT, MISSING_LIGHT, FAN_LIGHT = 26, 27, 5
HELD = 0.9

PERMITTED, FAILING, FORBIDDEN, MISSING = (
    f"appliance-{name}.service" for name in ["backup", "failing", "forbidden", "missing"])
UNITS = {
    PERMITTED: "[Service]\nExecStart=/bin/sleep infinity\n",
    FAILING: "[Service]\nType=oneshot\nExecStart=/bin/false\n",
    FORBIDDEN: "[Service]\nExecStart=/bin/sleep infinity\n",
}

FILE = f"""
name: Errands
domain: org.example.errands
controls:
  backup: {{title: Backup, toggle: {{unit: {PERMITTED}}}}}
  failing: {{title: Failing, toggle: {{unit: {FAILING}}}}}
  forbidden: {{title: Forbidden, toggle: {{unit: {FORBIDDEN}}}}}
  missing: {{title: Missing, toggle: {{unit: {MISSING}}}}}
  fan:
    title: Fan
    toggle:
      command:
        turn_on: [touch, {FOLDER}/fan]
        turn_off: [rm, {FOLDER}/fan]
        state: [test, -e, {FOLDER}/fan]
  broken: {{title: Broken, button: {{command: [sh, -c, "echo out of paper >&2; exit 3"]}}}}
  reach:
    title: Reach
    button: {{command: [sh, -c, "id -un > {FOLDER}/user; touch /etc/written || echo refused > {FOLDER}/etc"]}}
  picture:
    title: Picture
    button:
      capture:
        - sh
        - -c
        - id -un > "$1"; python3 -c "import socket; socket.socket()" 2>> "$1"; true
        - sh
        - "{{file}}"
  online: {{title: Online, button: {{command: [python3, -c, "import socket; socket.socket()"]}}}}
  visitors: {{title: Visitors, value: {{command: [cat, {FOLDER}/visitors], changes: {FOLDER}/visitors}},
             button: {{open: history}}}}
buttons:
  backup: {{line: GPIO{BUTTON}, hold: backup, double_tap: forbidden, triple_tap: failing}}
  missing: {{line: GPIO{MISSING_BUTTON}, hold: missing, double_tap: visitors}}
  fan: {{line: GPIO{FAN_BUTTON}, hold: fan, double_tap: broken, triple_tap: reach}}
lights:
  backup: {{line: GPIO{LIGHT}, shows: backup}}
  missing: {{line: GPIO{MISSING_LIGHT}, shows: missing}}
  fan: {{line: GPIO{FAN_LIGHT}, shows: fan}}
"""

# A panel without periodic reloads, as missing units have them.
QUIET = f"""
name: Quiet
domain: org.example.quiet
controls:
  backup: {{title: Backup, toggle: {{unit: {PERMITTED}}}}}
lights:
  backup: {{line: GPIO{LIGHT}, shows: backup}}
"""


def install():
    """Holdfast as deploy/install installs it, with two units in the rules. They stay, since systemd takes long to read its units."""
    if all((units.UNITS / name).exists() for name in UNITS):
        return systemctl("start", SOCKET)
    # The socket comes with the target. The panel, which would come too, has no file yet.
    assert SOCKET in systemctl("show", "--value", "--property", "Wants", "holdfast.target")
    systemctl("start", SOCKET)
    for name, text in UNITS.items():
        (units.UNITS / name).write_text(text)
    systemctl("daemon-reload")
    RULES.write_text(RULES.read_text().replace('// "backup.service"', f'"{PERMITTED}", "{FAILING}"'))
    # polkit notices the change a moment later and reports nothing about that.
    systemctl("restart", "polkit.service")


@contextlib.contextmanager
def running(text=FILE):
    """The panel of this file and the extension, installed."""
    install()
    with (
        file(text), Board(pulls={BUTTON: 1, MISSING_BUTTON: 1, FAN_BUTTON: 1}) as board,
        Unit("holdfast-extension@actions.service") as extension, Unit("holdfast.service") as panel,
    ):
        panel.start()
        yield board, extension, panel
    systemctl("stop", SOCKET)


def flashes(board, offset, seconds):
    """The number of changes of the line to 1."""
    end, count, before = time.monotonic() + seconds, 0, board.level(offset)
    while time.monotonic() < end:
        level = board.level(offset)
        count += level > before
        before = level
        time.sleep(0.002)
    return count


@case("E1 a unit is started and stopped by hold, and its light follows whoever else does so", 120)
def unit():
    with running() as (board, extension, panel), Unit(PERMITTED) as backup:
        assert fresh("backup")["isOn"] is False
        assert pathlib.Path(f"/proc/{extension.process}").owner() == "holdfast-actions"
        board.press(BUTTON, HELD)
        board.wait_for_level(LIGHT, 1, seconds=30)
        backup.wait_for("ActiveState", "active")
        until(lambda: control("backup").get("isOn"), "it is shown as on")
        # Another program changes the unit. Panel and extension do not poll (E5): a signal reports the change.
        backup.stop()
        board.wait_for_level(LIGHT, 0, seconds=30)
        until(lambda: control("backup").get("isOn") is False, "it is shown as off")
        backup.start()
        board.wait_for_level(LIGHT, 1, seconds=30)
        os.kill(backup.process, signal.SIGKILL)
        board.wait_for_level(LIGHT, 0, seconds=30)
        until(lambda: control("backup").get("valueText") == "Failed", "it is shown as failed")
        # A hold starts a failed unit like an inactive one, and stops it.
        board.press(BUTTON, HELD)
        board.wait_for_level(LIGHT, 1, seconds=30)
        backup.wait_for("ActiveState", "active")
        until(lambda: not control("backup")["isRunning"], "the hold's job has ended")
        board.press(BUTTON, HELD)
        backup.wait_for("ActiveState", "inactive")
        board.wait_for_level(LIGHT, 0, seconds=30)


@case("E6 a unit that no rule of polkit names is shown, and neither started nor stopped", 120)
def forbidden():
    with running(), Unit(PERMITTED) as backup, Unit(FORBIDDEN) as forbidden:
        # The rules of polkit are in force.
        fresh("backup")
        said("set", "backup", "on")
        backup.wait_for("ActiveState", "active")
        assert fresh("forbidden")["isOn"] is False
        reason = why_not("set", "forbidden", "on")
        assert re.search(rf"'{FORBIDDEN}': not permitted \(.+\); a polkit rule must allow it", reason), reason
        assert forbidden.show("ActiveState") == "inactive"
        # Reading the state needs no permission.
        forbidden.start()
        until(lambda: control("forbidden").get("isOn"), "it is shown as on")
        why_not("set", "forbidden", "off")
        assert forbidden.show("ActiveState") == "active"


@case("E2 a unit that fails and one that is not there: each a line that says so", 120, long=True)
def failures():
    with running() as (board, extension, panel):
        fresh("failing")
        with Unit(FAILING):
            reason = why_not("set", "failing", "on")
            assert f"'{FAILING}' did not start (failed); see systemctl status {FAILING}" in reason, reason
            assert control("failing")["valueText"] == "Failed", control("failing")
        missing = f"there is no unit '{MISSING}'"
        shown = control("missing")
        assert shown["freshness"] == "stale" and shown["failure"] == missing, shown
        assert missing in why_not("set", "missing", "on")
        # Two short flashes and a pause: the light shows an unknown state.
        assert flashes(board, MISSING_LIGHT, 3) >= 2
        # One entry per panel, however often the value is read: a change of one unit reloads all.
        told = panel.journal().splitlines().count(f"no value of org.example.errands.missing: {missing}")
        begun = panel.journal().count("panel 'Errands' runs")
        assert told == begun, f"told {told} times by {begun} panels"
        # The unit appears. Its state is visible although starting it is not permitted.
        with Unit(MISSING):
            subprocess.run(
                ["systemd-run", f"--unit={MISSING}", "sleep", "infinity"], check=True, capture_output=True, timeout=60)
            board.wait_for_level(MISSING_LIGHT, 1, seconds=60)
            assert fresh("missing")["isOn"] is True


@case("E3 commands and values are processes of the extension's user, in its sandbox", 120)
def commands():
    with running() as (board, extension, panel):
        assert fresh("fan")["isOn"] is False
        # The light breathes while the command runs, and shows the current state afterwards.
        board.press(FAN_BUTTON, HELD)
        until(lambda: control("fan")["isOn"] and not control("fan")["isRunning"], "it is on", 30)
        board.wait_for_level(FAN_LIGHT, 1)
        assert (FOLDER / "fan").owner() == "holdfast-actions"
        board.press(FAN_BUTTON, HELD)
        until(lambda: not control("fan")["isOn"] and not control("fan")["isRunning"], "it is off", 30)
        board.wait_for_level(FAN_LIGHT, 0)
        assert not (FOLDER / "fan").exists()
        assert "exit status 3: out of paper" in why_not("perform", "broken")
        assert holdfast("perform", "reach").returncode == 0
        assert (FOLDER / "user").read_text() == "holdfast-actions\n"
        assert (FOLDER / "etc").exists() and not pathlib.Path("/etc/written").exists()
        # C30: a capture has no network, although commands in this sandbox do.
        performed = holdfast("perform", "picture")
        assert performed.returncode == 0, performed.stderr
        folder = FOLDER / "captures"
        picture, = folder.iterdir()
        text = picture.read_text()
        assert text.startswith("holdfast-actions\n") and "Errno 97" in text, text
        assert [path.stat().st_mode & 0o777 for path in (folder, picture)] == [0o700, 0o600]
        assert holdfast("perform", "online").returncode == 0
        # The value's file is created, and then written again.
        for count in ["3", "4"]:
            (FOLDER / "visitors").write_text(f"{count}\n")
            until(lambda: control("visitors").get("valueText") == count or control("visitors").get("title") == count,
                  f"{count} visitors")


@case("E4 when the panel is restarted or the extension killed, units run on, and are shown as they are", 120, long=True)
def restarts():
    with running() as (board, extension, panel), Unit(PERMITTED) as backup:
        fresh("backup")
        board.press(BUTTON, HELD)
        board.wait_for_level(LIGHT, 1, seconds=30)
        backup.wait_for("ActiveState", "active")
        process, helper = backup.process, extension.process
        panel.restart()
        board.wait_for_level(LIGHT, 1, seconds=30)
        assert fresh("backup")["isOn"] is True and extension.process == helper
        extension.kill()
        extension.wait_for_exit(helper)
        # The value changes while no client reads it.
        assert backup.process == process
        backup.stop()
        until(lambda: extension.show("MainPID") not in (str(helper), "0"), "it is started again")
        until(lambda: control("backup").get("isOn") is False and control("backup")["freshness"] == "fresh",
              "it is shown as off")
        backup.start()
        board.wait_for_level(LIGHT, 1, seconds=30)


@case("E5 at rest, with units watched, nothing wakes the extension but libdispatch's look once a second", 150, long=True)
def idle():
    with running(QUIET) as (board, extension, panel), Unit(PERMITTED) as backup:
        fresh("backup")
        backup.start()
        board.wait_for_level(LIGHT, 1, seconds=30)
        # Activity from the start ends after a while. Periodic wakeups would be in every window.
        for _ in range(6):
            before = wakeups_by_thread(extension.process)
            time.sleep(10)
            after = wakeups_by_thread(extension.process)
            woken = {thread: count - before.get(thread, 0) for thread, count in after.items()}
            print(f"the extension's threads, and how often each was woken in 10 s: {woken}")
            if sorted(woken.values())[-2] == 0 and max(woken.values()) <= 12:
                return
        raise AssertionError(woken)


