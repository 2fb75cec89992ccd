"""The daemon under systemd, as `make install` installs it, on a board that goes on driving released lines."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from appliance import Board, Unit, case
from appliance.panel import why_not

PANEL = pathlib.Path("/etc/holdfast/panel.yaml")
RECORD = pathlib.Path("/run/holdfast/core/driven-lines")
BUTTON, OUTPUT, LIGHT = 17, 18, 26
HELD = 0.9


def board(**options):
    return Board(pulls={BUTTON: 1}, **options)


def panel():
    return Unit("holdfast.service")


def switch_on(board):
    board.press(BUTTON, HELD)
    board.wait_for_level(OUTPUT, 1)


@case("D1 what was installed starts, says that it is ready, and serves as a user of its own")
def starts():
    with board(), panel() as unit:
        unit.start()
        assert unit.show("ActiveState") == "active"
        assert unit.show("StatusText") == "Lamp: 1 control, 1 button, 1 light", unit.show("StatusText")
        status = pathlib.Path(f"/proc/{unit.process}/status").read_text()
        owner = pathlib.Path(f"/proc/{unit.process}").owner()
        assert owner == "holdfast", owner
        assert "CapEff:\t0000000000000000" in status, status
        started = int(unit.show("ExecMainStartTimestampMonotonic"))
        active = int(unit.show("ActiveEnterTimestampMonotonic"))
        print(f"start to ready: {(active - started) / 1000:.1f} ms")


@case("D2 a hold switches the output and its light, another one back")
def hold():
    with board() as gpio, panel() as unit:
        unit.start()
        switch_on(gpio)
        gpio.wait_for_level(LIGHT, 1)
        time.sleep(1)
        gpio.press(BUTTON, HELD)
        gpio.wait_for_level(OUTPUT, 0)
        time.sleep(1)
        assert gpio.level(LIGHT) == 0


@case("D3 a tap gives a hint in the journal, and nothing else")
def tap():
    with board() as gpio, panel() as unit:
        unit.start()
        gpio.press(BUTTON, 0.08)
        assert gpio.stays_at(OUTPUT, 0, 1.5)
        assert "hint: Hold to Turn On 'Lamp'" in unit.journal(), unit.journal(10)


@case("D4 told to stop, it makes the outputs inactive and ends within a second, without an error")
def stops():
    with board() as gpio, panel() as unit:
        unit.start()
        switch_on(gpio)
        process, begin = unit.process, time.monotonic()
        os.kill(process, signal.SIGTERM)
        unit.wait_for_exit(process)
        took = time.monotonic() - begin
        assert gpio.level(OUTPUT) == 0 and gpio.level(LIGHT) == 0
        assert took < 1, f"{took:.2f} s"
        unit.wait_for("ActiveState", "inactive")
        assert unit.show("Result") == "success"
        assert not gpio.info(OUTPUT).used
        assert not RECORD.exists()


@case("D5 killed, its outputs go inactive all the same, and it is started again")
def killed():
    with board() as gpio, panel() as unit:
        unit.start()
        switch_on(gpio)
        assert RECORD.exists()
        process, begin = unit.process, time.monotonic()
        os.kill(process, signal.SIGKILL)
        gpio.wait_for_level(OUTPUT, 0, seconds=12)
        print(f"inactive {time.monotonic() - begin:.2f} s after SIGKILL")
        unit.wait_for("ActiveState", "active")
        assert unit.process != process
        switch_on(gpio)


@case("D6 without ExecStopPost= the line would have stayed: what D5 shows is the record's doing", long=True)
def killed_without_record():
    with board() as gpio, panel() as unit:
        unit.drop_in("[Unit]\nOnFailure=\n[Service]\nExecStopPost=\nRestart=no\n")
        unit.start()
        switch_on(gpio)
        unit.kill(signal.SIGKILL)
        unit.wait_for("ActiveState", "failed")
        assert gpio.stays_at(OUTPUT, 1, 0.5)


@case("D20 given up by systemd, and without ExecStopPost= or a record, its outputs go inactive by the panel's file")
def given_up():
    with board() as gpio, panel() as unit, Unit("holdfast-safe.service") as safe:
        unit.drop_in("[Service]\nExecStopPost=\nRestart=no\n")
        unit.start()
        switch_on(gpio)
        unit.kill(signal.SIGKILL)
        gpio.wait_for_level(OUTPUT, 0, seconds=20)
        gpio.wait_for_level(LIGHT, 0)
        safe.wait_for("ActiveState", "inactive")
        assert safe.show("Result") == "success" and "2 of 2 lines made inactive" in safe.journal(), safe.journal()


@case("D7 hung, it is killed by the watchdog, and its outputs are inactive within 11 s and the time of two starts", 90)
def hung():
    with board() as gpio, panel() as unit:
        # After 8 s systemd starts `holdfast safe`, which takes about as long as a start of the panel: on a busy host, seconds.
        begin = time.monotonic()
        unit.start()
        started = time.monotonic() - begin
        switch_on(gpio)
        process, begin = unit.process, time.monotonic()
        os.kill(process, signal.SIGSTOP)
        try:
            gpio.wait_for_level(OUTPUT, 0, seconds=11 + 2 * started)
        except TimeoutError:
            # The journal tells a slow machine, whose steps are far apart, from a step that failed.
            print(unit.journal())
            raise
        print(f"inactive {time.monotonic() - begin:.2f} s after SIGSTOP; a start took {started:.2f} s")
        unit.wait_for("ActiveState", "active")
        assert unit.process != process


@case("D8 told to read its file again, it takes a good one without an edge on what stays, and keeps to the old one else")
def reload():
    text = PANEL.read_text()
    try:
        with board() as gpio, panel() as unit:
            unit.start()
            switch_on(gpio)
            PANEL.write_text(text.replace("name: Lamp", "name: Hall"))
            unit.reload()
            unit.wait_for("StatusText", "Hall: 1 control, 1 button, 1 light")
            assert gpio.level(OUTPUT) == 1
            PANEL.write_text("name: [\n")
            unit.reload()
            fault = f"panel's file: {PANEL} cannot be used (an error in line "
            unit.wait_for("StatusText", lambda text: fault in text)
            assert f"{PANEL}:2:1: error:" in unit.journal() or f"{PANEL}:1:" in unit.journal(), unit.journal(10)
            gpio.press(BUTTON, HELD)
            gpio.wait_for_level(OUTPUT, 0)
    finally:
        PANEL.write_text(text)


@case("D9 a busy line: one line that names who has it, nothing driven, nothing held")
def busy():
    with board() as gpio, panel() as unit:
        unit.drop_in("[Service]\nRestart=no\n")
        with gpio.busy(LIGHT, "heating"):
            try:
                unit.start()
                raise AssertionError("started on a busy line")
            except RuntimeError:
                pass
            journal = unit.journal()
            assert f"{PANEL}:18:16: error: line 'GPIO26' is in use by 'heating'" in journal or (
                "error: line 'GPIO26' is in use by 'heating'" in journal), journal
            assert not gpio.info(OUTPUT).used and not gpio.info(BUTTON).used
            assert gpio.level(OUTPUT) == 0
        assert not RECORD.exists()


@case("D10 a chip that is missing at start is a fault, and serves when it appears")
def no_chip():
    with panel() as unit:
        unit.start()
        assert "no GPIO chip on this machine" in unit.show("StatusText"), unit.show("StatusText")
        assert "no GPIO chip on this machine" in unit.journal(), unit.journal(10)
        with board() as gpio:
            unit.wait_for("StatusText", "Lamp: 1 control, 1 button, 1 light", seconds=20)
            assert gpio.level(OUTPUT) == 0
            switch_on(gpio)
            unit.stop()


@case("D11 no permission on the chip: one line that names the group", long=True)
def not_permitted():
    with board() as gpio, panel() as unit:
        unit.drop_in("[Service]\nRestart=no\nSupplementaryGroups=\n")
        os.chown(gpio.device, 0, 0)
        try:
            unit.start()
            raise AssertionError("started without permission")
        except RuntimeError:
            pass
        assert "no permission to open" in unit.journal(), unit.journal(10)


@case("D12 a chip that is unplugged is a fault, and serves again when it is back")
def unplugged():
    with board() as gpio, panel() as unit:
        unit.start()
        switch_on(gpio)
        gpio.unplug()
        unit.wait_for("SubState", "running")
        deadline = time.monotonic() + 20
        while "fault" not in unit.show("StatusText") and time.monotonic() < deadline:
            time.sleep(0.1)
        assert "fault" in unit.show("StatusText"), unit.show("StatusText")
        gpio.plug()
        unit.wait_for("StatusText", "Lamp: 1 control, 1 button, 1 light", seconds=20)
        assert gpio.level(OUTPUT) == 0
        switch_on(gpio)


@case("D13 lines lists chips and lines, and who uses them")
def lines():
    with board() as gpio, panel() as unit:
        unit.start()
        result = subprocess.run(["/usr/local/bin/holdfast", "lines"], capture_output=True, text=True, timeout=20)
        assert result.returncode == 0, result.stderr
        rows = [line.split() for line in result.stdout.splitlines()]
        chip = os.path.basename(gpio.device)
        assert [chip, "pinctrl-bcm2711", "18", "12", "GPIO18", "GPIO18", "output", "holdfast"] in rows, result.stdout
        assert [chip, "pinctrl-bcm2711", "17", "11", "GPIO17", "GPIO17", "input", "holdfast"] in rows, result.stdout
        assert [chip, "pinctrl-bcm2711", "19", "35", "GPIO19", "GPIO19", "input", "-"] in rows, result.stdout


@case("D14 the loop has the real-time priority that its unit sets, and no other thread has")
def priority():
    with board(), panel() as unit:
        unit.start()
        loop = int(unit.show("MainPID"))
        policies = scheduling(loop)
        assert policies.pop(loop) == os.SCHED_RR, "the loop's thread has an ordinary priority"
        assert policies and set(policies.values()) == {os.SCHED_OTHER}, policies
        assert os.sched_getparam(loop).sched_priority == 1
        assert os.sched_getscheduler(loop) & os.SCHED_RESET_ON_FORK, "a child of the loop inherits its priority"


def scheduling(process):
    """The scheduling policy of each thread, after an answer to a client, for which the daemon starts threads."""
    subprocess.run(["/usr/local/bin/holdfast", "list"], check=True, capture_output=True, timeout=30)
    return {int(task.name): os.sched_getscheduler(int(task.name)) & ~os.SCHED_RESET_ON_FORK
            for task in pathlib.Path(f"/proc/{process}/task").iterdir()}


@case("D15 what may be on for a time only goes off at that time, though the daemon was killed meanwhile", 90)
def max_time():
    text = PANEL.read_text()
    try:
        with board() as gpio, panel() as unit:
            PANEL.write_text(text.replace("{line: GPIO18}", "{line: GPIO18, restore: last, max_time: 30s}"))
            unit.start()
            switch_on(gpio)
            begin = time.monotonic()
            process = unit.process
            os.kill(process, signal.SIGKILL)
            gpio.wait_for_level(OUTPUT, 0, seconds=20)
            gpio.wait_for_level(OUTPUT, 1, seconds=20)
            assert unit.process != process
            gpio.wait_for_level(OUTPUT, 0)
            print(f"off after {time.monotonic() - begin:.1f} s, of them some without a daemon")
            assert 29 < time.monotonic() - begin < 33, time.monotonic() - begin
            # The state stays, and the panel knows it.
            unit.stop()
            unit.start()
            assert gpio.level(OUTPUT) == 0
            store = pathlib.Path("/var/lib/holdfast/panel.sqlite")
            assert store.exists() and store.stat().st_mode & 0o777 == 0o600, "the store is not there, or others read it"
    finally:
        PANEL.write_text(text)


@case(
    "D16 where the kernel refuses a real-time policy, install says so, and the panel starts with an ordinary one", 180, long=True)
def refused_priority():
    with tempfile.TemporaryDirectory() as folder:
        # The status that systemd-run returns on a kernel with RT_GROUP_SCHED: EXIT_SETSCHEDULER, systemd.exec(5).
        refusing = pathlib.Path(folder, "systemd-run")
        refusing.write_text("#!/bin/sh\nexit 214\n")
        refusing.chmod(0o755)
        install = ["deploy/install", "--programs", "."]
        path = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
        said = subprocess.run(install, check=True, capture_output=True, text=True, timeout=100, env=path).stderr
    try:
        assert "the kernel refuses a real-time priority" in said, said
        with board(), panel() as unit:
            unit.start()
            assert set(scheduling(unit.process).values()) == {os.SCHED_OTHER}
    finally:
        subprocess.run(install, check=True, capture_output=True, timeout=100)
    with board(), panel() as unit:
        unit.start()
        assert scheduling(unit.process)[unit.process] == os.SCHED_RR


@case("D17 the exposure of the unit by systemd-analyze security is at most 1.0")
def exposure():
    told = subprocess.run(["systemd-analyze", "--no-pager", "security", "holdfast.service"], check=True,
                          capture_output=True, text=True, timeout=60).stdout
    level = float(re.search(r"Overall exposure level for holdfast.service: (\d+\.\d+)", told)[1])
    print(f"exposure {level}")
    assert level <= 1.0, "\n".join(line for line in told.splitlines() if line.startswith("✗"))


@case("D18 the unit bounds the daemon's memory and tasks, and is the last to go where memory is short")
def bounds():
    with panel() as unit:
        expected = {"OOMScoreAdjust": "-900", "MemoryMax": str(256 << 20), "MemorySwapMax": "0", "TasksMax": "32",
                    "RestrictRealtime": "yes",
                    # Timers tell a restart from a boot by the boot's identity, which ProcSubset=pid hides.
                    "ProcSubset": "all"}
        assert {name: unit.show(name) for name in expected} == expected


# Takes the memory of the unit in whose group it runs. Only the kernel's last choice is left to be killed: the daemon.
EATER = """
import pathlib, sys
pathlib.Path("/proc/self/oom_score_adj").write_text("-1000")
pathlib.Path(sys.argv[1], "cgroup.procs").write_text("0")
taken = []
while True:
    taken.append(bytes(b"x") * (1 << 20))
"""


@case("D21 killed for lack of memory, its outputs go inactive, and it is started again", 90)
def out_of_memory():
    with board() as gpio, panel() as unit:
        unit.start()
        switch_on(gpio)
        process, group = unit.process, unit.show("ControlGroup")
        begin = time.monotonic()
        eater = subprocess.Popen([sys.executable, "-c", EATER, f"/sys/fs/cgroup{group}"])
        try:
            gpio.wait_for_level(OUTPUT, 0, seconds=30)
            print(f"inactive {time.monotonic() - begin:.2f} s after another process took the memory")
        finally:
            eater.kill()
            eater.wait()
        unit.wait_for("ActiveState", "active")
        assert unit.process != process and int(unit.show("NRestarts")) == 1
        assert "oom" in unit.journal(), unit.journal(20)
        switch_on(gpio)


@case("D19 a panel on a real board has no buttons that a command presses, and stands in for no missing board")
def no_simulated_board():
    for pulls in ({BUTTON: 1}, None):
        with Board(pulls=pulls) if pulls else contextlib.nullcontext(), panel() as unit:
            unit.start()
            for arguments in (["press", "action"], ["sense", "GPIO17", "active"], ["keys", "1"]):
                assert "runs on no simulated board" in why_not(*arguments)
