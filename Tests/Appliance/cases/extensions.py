"""The panel's sockets and extensions under systemd, as deploy/install and `holdfast extension install` install them."""

import contextlib
import filecmp
import grp
import json
import os
import pathlib
import pwd
import signal
import socket
import stat
import subprocess
import time

from appliance import Board, Unit, case, effort
from appliance.panel import control, file, fresh, holdfast, said, status, until
from appliance.process_facts import wakeups
from appliance.unit import systemctl

PROGRAM = "/mnt/appliance/extension"
PROGRAMS = pathlib.Path("/usr/local/lib/holdfast/extensions")
STORED = pathlib.Path("/var/lib/holdfast-focus/lamp")
RUN = pathlib.Path("/run/holdfast")
BUTTON, FOCUS_BUTTON, OUTPUT, FOCUS_LIGHT = 17, 22, 18, 27
LAMP = "org.example.focus.lamp"
HELD = 0.9
# The seconds for which nothing happens.
REST = effort(60, 15)

WITH_FOCUS = f"""
name: Lamp
domain: org.example.lamp
controls:
  lamp: {{title: Lamp, toggle: {{line: GPIO{OUTPUT}}}}}
buttons:
  action: {{line: GPIO{BUTTON}, hold: lamp}}
  focus: {{line: GPIO{FOCUS_BUTTON}, hold: {LAMP}, double_tap: org.example.focus.reach}}
lights:
  focus: {{line: GPIO{FOCUS_LIGHT}, shows: {LAMP}}}
extensions:
  - {{name: focus, domain: org.example.focus}}
"""


def board():
    return Board(pulls={BUTTON: 1, FOCUS_BUTTON: 1})


def panel():
    return Unit("holdfast.service")


def install(program):
    said("extension", "install", program, "--name", "focus")


@contextlib.contextmanager
def extension():
    """The service of the extension 'focus', which stays installed until X10: systemd takes long to read its units."""
    installed = PROGRAMS / "focus"
    if not (installed.exists() and filecmp.cmp(installed, PROGRAM, shallow=False)):
        install(PROGRAM)
    STORED.unlink(missing_ok=True)
    systemctl("start", "holdfast-extension@focus.socket")
    with Unit("holdfast-extension@focus.service") as unit:
        yield unit
    systemctl("stop", "holdfast-extension@focus.socket")


@contextlib.contextmanager
def user(name, *groups):
    """A user of these groups, who exists within the context."""
    subprocess.run(["useradd", "--system", "--groups", ",".join(groups), name], check=True, capture_output=True)
    try:
        yield name
    finally:
        subprocess.run(["userdel", name], check=True, capture_output=True)


def extension_status(name="focus"):
    return next(one for one in status()["extensions"] if one["name"] == name)


def access(path):
    """The mode, owner and group of a file: `0660 root:holdfast`."""
    status = os.lstat(path)
    owner, group = pwd.getpwuid(status.st_uid).pw_name, grp.getgrgid(status.st_gid).gr_name
    return f"{stat.S_IMODE(status.st_mode):04o} {owner}:{group}"


def sockets():
    return {str(path.relative_to(RUN)): access(path) for path in RUN.rglob("*") if path.is_socket()}


@case("X1 the sockets are there while the panel is, for those they are meant for", 120)
def owners():
    of_extension = {"extensions/focus": "0660 holdfast-focus:holdfast-core"}
    of_panel = {"panel": "0660 root:holdfast", "host": "0660 root:holdfast-extension"}
    with board(), extension(), panel() as unit:
        assert sockets() == of_extension, sockets()
        unit.start()
        assert sockets() == of_panel | of_extension, sockets()
        folders = [access(path) for path in (RUN, RUN / "extensions", RUN / "core")]
        assert folders == ["0755 root:root", "0755 root:root", "0755 holdfast:holdfast"], folders
        unit.stop()
        until(lambda: sockets() == of_extension, "the panel's sockets go with it")
        # A call does not start a panel that an administrator has stopped.
        result = holdfast("status")
        assert result.returncode == 1 and "no panel answers" in result.stderr, result.stderr
        assert unit.show("ActiveState") == "inactive"
    assert sockets() == {}, sockets()


@case(
    "X2 the panel starts without the folders of systemd-tmpfiles, and where a socket cannot be made without that", 90, long=True)
def missing():
    with board() as gpio, panel() as unit:
        subprocess.run(["rm", "-r", RUN], check=True)
        try:
            unit.start()
            assert access(RUN) == "0755 root:root", access(RUN)
            assert sockets() == {"panel": "0660 root:holdfast", "host": "0660 root:holdfast-extension"}, sockets()
            said("status")
            unit.stop()
        finally:
            subprocess.run(["systemd-tmpfiles", "--create", "/etc/tmpfiles.d/holdfast.conf"], check=True)
        until(lambda: sockets() == {}, "the sockets go")
        with Unit("holdfast-host.socket") as host:
            host.drop_in("[Socket]\nSocketGroup=nobody-is-in-it\n")
            unit.start()
            assert "passes no socket 'host'" in unit.journal(), unit.journal(10)
            said("status")
            gpio.press(BUTTON, HELD)
            gpio.wait_for_level(OUTPUT, 1)


@case("X3 a member of the group holdfast asks, performs and switches; anybody else is told in a line who may")
def members():
    with board() as gpio, panel() as unit, user("member", "holdfast") as member, user("other", "gpio") as other:
        unit.start()
        assert "Lamp" in said("status", user=member)
        assert "org.example.lamp.lamp" in said("list", user=member)
        said("perform", "lamp", user=member)
        assert gpio.level(OUTPUT) == 1
        said("set", "lamp", "off", user=member)
        assert gpio.level(OUTPUT) == 0
        for arguments in [["status"], ["list"], ["perform", "lamp"], ["set", "lamp", "on"]]:
            result = holdfast(*arguments, user=other)
            assert result.returncode == 1 and result.stdout == "", f"{arguments}: {result}"
            assert len(result.stderr.splitlines()) == 1 and "the group 'holdfast'" in result.stderr, result.stderr
        assert gpio.level(OUTPUT) == 0


@case("X4 an extension is started by its socket, its control is shown and performs", 90)
def extends():
    with file(WITH_FOCUS), board() as gpio, extension() as focus, panel() as unit:
        assert focus.show("ActiveState") == "inactive", "it runs before anybody needs it"
        unit.start()
        focus.wait_for("ActiveState", "active")
        assert pathlib.Path(f"/proc/{focus.process}").owner() == "holdfast-focus"
        assert fresh(LAMP)["isOn"] is False
        gpio.press(FOCUS_BUTTON, HELD)
        gpio.wait_for_level(FOCUS_LIGHT, 1)
        until(lambda: control(LAMP).get("isOn"), "the control is on")
        said("set", LAMP, "off")
        gpio.wait_for_level(FOCUS_LIGHT, 0)
        status = extension_status()
        assert status["state"] == "ready" and status["controls"] == 3, status
        # The extension can use only its own files.
        assert fresh("org.example.focus.reach")["valueText"] == "nothing", control("org.example.focus.reach")


@case("X5 an extension that is killed is started again, and its control is fresh again", 90)
def killed():
    with file(WITH_FOCUS), board() as gpio, extension() as focus, panel() as unit:
        unit.start()
        fresh(LAMP)
        said("set", LAMP, "on")
        process, begin = focus.process, time.monotonic()
        os.kill(process, signal.SIGKILL)
        focus.wait_for_exit(process)
        until(lambda: focus.show("MainPID") not in (str(process), "0"), "it is started again")
        assert fresh(LAMP)["isOn"] is True
        print(f"fresh {time.monotonic() - begin:.2f} s after SIGKILL")
        gpio.wait_for_level(FOCUS_LIGHT, 1)
        gpio.press(FOCUS_BUTTON, HELD)
        gpio.wait_for_level(FOCUS_LIGHT, 0)


@case(
    "X6 an extension that ends before it answers is called less and less often, and a new program at once", 150, long=True)
def broken():
    with file(WITH_FOCUS), board(), extension() as focus, panel() as unit:
        install("/bin/false")
        before = focus.journal().count("Failed with result")

        def ends():
            return focus.journal().count("Failed with result") - before

        unit.start()
        until(lambda: ends() >= 3, "it is called three times")
        assert ends() <= 4, f"ended {ends()} times"
        # The attempts are after 1, 2, 4 and 8 s.
        time.sleep(12)
        assert ends() <= 6, f"ended {ends()} times"
        state = systemctl("show", "--value", "--property", "SubState", "holdfast-extension@focus.socket").strip()
        # The state is not "failed", as it would be after many calls in a short time.
        assert state in ["listening", "running"], state
        assert extension_status()["state"] != "ready", extension_status()
        install(PROGRAM)
        fresh(LAMP)


@case("X7 restarted, reloaded or killed, the panel keeps its sockets, and who asks meanwhile waits for the answer", 120)
def restarts():
    with file(WITH_FOCUS), board() as gpio, extension(), panel() as unit:
        unit.start()
        fresh(LAMP)
        before = {name: os.lstat(RUN / name).st_ino for name in ["panel", "host"]}

        def same(how):
            now = {name: os.lstat(RUN / name).st_ino for name in ["panel", "host"]}
            assert now == before, f"{how}: other sockets"
            assert "Lamp" in said("status"), how
            fresh(LAMP)

        process = unit.process
        unit.restart()
        assert unit.process != process
        same("restarted")
        process = unit.process
        unit.kill(signal.SIGHUP)
        until(lambda: "read again" in unit.journal(), "SIGHUP is heard")
        assert unit.process == process
        same("SIGHUP")
        unit.reload()
        assert unit.process == process
        same("reloaded")
        unit.kill(signal.SIGKILL)
        unit.wait_for_exit(process)
        # Only systemd listens now, for another second.
        begin = time.monotonic()
        said("status")
        print(f"answered after {time.monotonic() - begin:.2f} s")
        assert unit.process != process
        same("killed")
        gpio.press(FOCUS_BUTTON, HELD)
        gpio.wait_for_level(FOCUS_LIGHT, 1)


def connect(path, user, *groups):
    """A connection of a process of this user, with these additional groups, as systemd sets them for a unit."""
    # The other end sees the credentials of the moment of connecting.
    ours, theirs = socket.socketpair()
    with ours, theirs:
        child = os.fork()
        if child == 0:
            code = 0
            try:
                entry = pwd.getpwnam(user)
                os.setgroups([entry.pw_gid, *(grp.getgrnam(group).gr_gid for group in groups)])
                os.setgid(entry.pw_gid)
                os.setuid(entry.pw_uid)
                with socket.socket(socket.AF_UNIX) as connection:
                    connection.connect(str(path))
                    socket.send_fds(theirs, [b"."], [connection.fileno()])
            except OSError as error:
                code = error.errno
            os._exit(code)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code != 0:
            raise OSError(code, os.strerror(code), str(path))
        return socket.socket(fileno=socket.recv_fds(ours, 1, 1)[1][0])


def answer(connection, method, parameters):
    """The name of the error in the answer to a call on the extensions' socket, or nothing."""
    with connection:
        connection.settimeout(20)
        call = {"method": f"io.holdfast.Host.{method}", "parameters": parameters}
        connection.sendall(json.dumps(call).encode() + b"\0")
        return json.loads(connection.recv(65536).rstrip(b"\0")).get("error")


@case("X8 an extension asks the panel for its own controls alone, and nobody else its socket", 120)
def asks():
    with file(WITH_FOCUS), board(), extension(), panel() as unit, user("stranger", "gpio") as stranger:
        unit.start()
        fresh(LAMP)
        said("perform", "org.example.focus.timer")
        activities = status()["activities"]
        assert [activity["title"] for activity in activities] == ["Tea"], activities

        def reload(kind, user):
            return answer(connect(RUN / "host", user, "holdfast-extension"), "Reload", {"kind": kind})

        assert reload(LAMP, "holdfast-focus") is None
        assert reload("org.example.lamp.lamp", "holdfast-focus") == "io.holdfast.Host.NotYours"
        assert reload(LAMP, stranger) == "io.holdfast.Host.NotYours"
        for path, user_, group in [
            ("host", stranger, "holdfast"), ("panel", "holdfast-focus", "holdfast-extension"),
            ("extensions/focus", stranger, "holdfast"), ("extensions/focus", stranger, "holdfast-extension"),
        ]:
            try:
                connect(RUN / path, user_, group).close()
                raise AssertionError(f"{user_} of {group} is let in at {path}")
            except PermissionError:
                pass


@case(f"X9 with an extension connected, an idle panel is not woken in {REST} s", 180)
def idle():
    with file(WITH_FOCUS), board(), extension() as focus, panel() as unit:
        # The watchdog's pings would be the only wakeups.
        unit.drop_in("[Service]\nWatchdogSec=0\n")
        unit.start()
        fresh(LAMP)
        time.sleep(5)
        before = wakeups(unit.process)
        time.sleep(REST)
        assert wakeups(unit.process) == before, f"{wakeups(unit.process) - before} wakeups"
        for name, process in [("the panel", unit.process), ("its extension", focus.process)]:
            status = pathlib.Path(f"/proc/{process}/status").read_text()
            memory = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:"))
            print(f"resident memory of {name}: {memory} KiB")


@case("X10 an extension that is taken away leaves nothing but what it has stored, which is nobody's", 90, long=True)
def taken_away():
    with file(WITH_FOCUS), board(), extension() as focus, panel() as unit:
        unit.start()
        fresh(LAMP)
        said("set", LAMP, "on")
        said("extension", "remove", "focus")
        until(lambda: control(LAMP).get("freshness") == "stale", "the panel has noticed")
        assert focus.show("ActiveState") == "inactive"
        assert not (PROGRAMS / "focus").exists() and set(sockets()) == {"panel", "host"}, sockets()
        assert "holdfast-focus" not in [entry.pw_name for entry in pwd.getpwall()]
        assert access(STORED) == "0600 root:root", access(STORED)
        install(PROGRAM)
        assert fresh(LAMP)["isOn"] is True
        assert access(STORED) == "0600 holdfast-focus:holdfast-focus", access(STORED)
    said("extension", "remove", "focus")
