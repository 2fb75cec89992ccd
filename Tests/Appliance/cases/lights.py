"""Lights that are LEDs of the kernel, made by its uleds."""

import contextlib
import pathlib
import subprocess
import time

from appliance import Board, Led, Unit, case
from appliance.panel import file, holdfast, status, until

BUTTON, OUTPUT = 17, 18
HELD = 0.9
# Two short flashes and a pause, each brightness at once.
STEPS = "255 150 255 0 0 150 0 0 255 150 255 0 0 1400 0 0"
TEXT = f"""
name: Lights
domain: org.example.lights
controls:
  lamp: {{title: Lamp, toggle: {{line: GPIO{OUTPUT}}}}}
buttons:
  lamp: {{line: GPIO{BUTTON}, hold: lamp}}
lights:
  lamp: {{led: "green:lamp", shows: lamp}}
  status: {{led: "red:status", shows: status}}
"""


@contextlib.contextmanager
def panel():
    """The panel, not started yet, with its two LEDs; the status one beats until the panel takes it."""
    with file(TEXT), Led("green:lamp", 100, 3) as lamp, Led("red:status") as state, \
            Board(pulls={BUTTON: 1}) as board, Unit("holdfast.service") as unit:
        state["trigger"] = "heartbeat"
        subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)
        # The watchdog's pings would wake it.
        unit.drop_in("[Service]\nWatchdogSec=0\n")
        yield board, unit, lamp, state


def wakeups(process):
    """How often the kernel has let its threads run."""
    statuses = [(task / "status").read_text() for task in pathlib.Path(f"/proc/{process}/task").iterdir()]
    lines = [line for status in statuses for line in status.splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches:"))


@case("L1 an LED follows its control, as bright as it gets, and is given back as it was found", 120)
def follows():
    with panel() as (board, unit, lamp, state):
        unit.start()
        until(lambda: lamp["brightness"] == "0", "the lamp's LED is dark")
        assert state.trigger == "none" and state["brightness"] == "0", state["trigger"]
        board.press(BUTTON, HELD)
        until(lambda: lamp["brightness"] == "100", "the lamp's LED is lit")
        assert board.level(OUTPUT) == 1
        print(holdfast("lights").stdout)
        unit.stop()
        assert lamp["brightness"] == "3" and state.trigger == "heartbeat", (lamp["brightness"], state["trigger"])


@case("L2 what blinks for ever is the kernel's to do: nobody is woken for it in a minute", 180)
def blinks():
    with panel() as (board, unit, _, state):
        unit.start()
        board.unplug()
        until(lambda: state.trigger == "pattern", "the kernel blinks")
        # Its steps follow when udev has given their attribute to the panel.
        until(lambda: state["pattern"] == STEPS, f"the fault's steps: {state['pattern']}")
        time.sleep(5)
        before = wakeups(unit.process)
        time.sleep(60)
        woken = wakeups(unit.process) - before
        print(f"woken in a minute of blinking: {woken}")
        assert woken == 0, woken
        board.plug()
        until(lambda: state.trigger == "none" and state["brightness"] == "0", "the fault is over")


@case("L3 an LED that is not there, or vanishes, is a fault with its name, and the rest goes on", 120)
def vanishes():
    with panel() as (board, unit, lamp, state):
        state.unplug()
        unit.start()
        faults = until(lambda: status()["faults"], "its fault is shown")
        assert len(faults) == 1 and "no LED 'red:status' in /sys/class/leds; there are: " in faults[0], faults
        assert "green:lamp" in faults[0], faults
        lamp.unplug()
        board.press(BUTTON, HELD)
        board.wait_for_level(OUTPUT, 1)
        faults = until(lambda: len(status()["faults"]) == 2 and status()["faults"], "both faults are shown")
        assert any("LED 'green:lamp' is gone" in fault for fault in faults), faults
