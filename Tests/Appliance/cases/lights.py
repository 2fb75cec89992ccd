"""Lights that are LEDs of the kernel, made by its uleds."""

import calendar
import contextlib
import pathlib
import signal
import subprocess
import time

from appliance import Board, Led, Unit, case, clock, effort
from appliance.panel import file, holdfast, status, until
from appliance.process_facts import wakeups

BUTTON, OUTPUT = 17, 18
HELD = 0.9
# The seconds for which nothing happens.
REST = effort(60, 15)
# Two short flashes and a pause, with immediate changes of brightness.
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
def panel(text=TEXT, settings=""):
    """The panel, not started yet, with its two LEDs. The status LED beats until the panel sets it."""
    with file(text), Led("green:lamp", 100, 3) as lamp, Led("red:status") as state, \
            Board(pulls={BUTTON: 1}) as board, Unit("holdfast.service") as unit:
        state["trigger"] = "heartbeat"
        subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)
        # The watchdog's notifications would wake it.
        unit.drop_in(f"[Service]\nWatchdogSec=0\n{settings}\n")
        yield board, unit, lamp, state


@case("L1 an LED follows its control, as bright as it gets, and is given back as it was found", 120)
def follows():
    with panel() as (board, unit, lamp, state):
        unit.start()
        until(lambda: lamp["brightness"] == "0", "the lamp's LED is dark")
        until(lambda: state.trigger == "none" and state["brightness"] == "0", "nothing is wrong")
        board.press(BUTTON, HELD)
        until(lambda: lamp["brightness"] == "100", "the lamp's LED is lit")
        assert board.level(OUTPUT) == 1
        print(holdfast("lights").stdout)
        unit.stop()
        assert lamp["brightness"] == "3" and state.trigger == "heartbeat", (lamp["brightness"], state["trigger"])
        # The trigger's own attributes return with it.
        state["trigger"] = "timer"
        state["delay_on"], state["delay_off"] = 100, 900
        subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)
        unit.start()
        until(lambda: state.trigger == "none", "the panel has taken it")
        unit.stop()
        found = state.trigger, state["delay_on"], state["delay_off"]
        assert found == ("timer", "100", "900"), found


@case(f"L2 what blinks for ever is the kernel's to do: nobody is woken for it in {REST} s", 180, long=True)
def blinks():
    with panel() as (board, unit, _, state):
        unit.start()
        board.unplug()
        until(lambda: state.trigger == "pattern", "the kernel blinks")
        # The trigger has its steps once udev has given the panel their attribute.
        until(lambda: state["pattern"] == STEPS, f"the fault's steps: {state['pattern']}")
        time.sleep(5)
        before = wakeups(unit.process)
        time.sleep(REST)
        woken = wakeups(unit.process) - before
        print(f"woken in {REST} s of blinking: {woken}")
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
        # No program has written to the file: the change came through udev.
        until(lambda: len(status()["faults"]) == 2, "its going is seen")
        board.press(BUTTON, HELD)
        board.wait_for_level(OUTPUT, 1)
        faults = until(lambda: len(status()["faults"]) == 2 and status()["faults"], "both faults are shown")
        assert any("LED 'green:lamp' is gone" in fault for fault in faults), faults


@case("L4 an LED that comes, or comes back, shows what it should, and its fault is over", 120)
def returns():
    with panel() as (board, unit, lamp, state):
        state.unplug()
        unit.start()
        board.press(BUTTON, HELD)
        until(lambda: lamp["brightness"] == "100", "the lamp's LED is lit")
        lamp.unplug()
        until(lambda: len(status()["faults"]) == 2, "both are missed")
        begin = time.monotonic()
        with Led("green:lamp", 50) as again:
            until(lambda: again["brightness"] == "50", "the new one is lit")
            print(f"lit {time.monotonic() - begin:.2f} s after it came")
            faults = until(lambda: len(status()["faults"]) == 1 and status()["faults"], "its fault is over")
            assert "red:status" in faults[0], faults
            with Led("red:status") as late:
                until(lambda: not status()["faults"], "nothing is missed")
                until(lambda: late["brightness"] == "0", "nothing is wrong")
                board.unplug()
                until(lambda: late.trigger == "pattern" and late["pattern"] == STEPS, "it blinks by itself")
                board.plug()
                unit.stop()


@case(
    "L5 an LED is dimmer in its hours by local time, in all that it shows, and woken for that twice a day", 180, long=True)
def dims():
    text = TEXT.replace("shows:", 'dim: {from: "22:00", until: "07:00", to: 20%}, shows:')

    def set_to(day, hour, minute, second=0):
        clock.set_to(calendar.timegm((2030, 1, day, hour, minute, second)))

    # The clock is two hours ahead of UTC. The mark says that the machine's clock is right.
    with panel(text, "Environment=TZ=EET-2") as (board, unit, lamp, state):
        clock.mark_as_timesyncd()
        set_to(1, 10, 0)
        unit.start()
        board.press(BUTTON, HELD)
        until(lambda: lamp["brightness"] == "100", "the lamp's LED is lit")
        set_to(1, 19, 59, 57)
        assert lamp["brightness"] == "100"
        # A perceived 20 % is 3.3 % of the light.
        until(lambda: lamp["brightness"] == "3", "it is dimmed at ten")
        board.unplug()
        dimmed = STEPS.replace("255", "8")
        until(lambda: state.trigger == "pattern" and state["pattern"] == dimmed, "a fault is dimmed, too")
        before = wakeups(unit.process)
        time.sleep(10)
        print(f"woken in 10 s of the night: {wakeups(unit.process) - before}")
        set_to(2, 5, 0)
        until(lambda: state["pattern"] == STEPS, "it is as bright as ever in the morning")
        board.plug()
        set_to(2, 20, 0)
        # The toggle's line was lost: the lamp is off.
        until(lambda: lamp["brightness"] == "0", "the fault is over")
        board.press(BUTTON, HELD)
        until(lambda: lamp["brightness"] == "3", "it is lit in the night")
        # The time of day is unknown, and too bright is the safer error.
        clock.TIMESYNCD_MARK.unlink()
        set_to(2, 21, 0)
        until(lambda: lamp["brightness"] == "100", "a clock that is not right dims nothing")


@case("L6 LEDs of a panel that was killed are given back as they were found", 120)
def killed():
    with panel(settings="Restart=no") as (board, unit, lamp, state):
        unit.start()
        board.press(BUTTON, HELD)
        until(lambda: lamp["brightness"] == "100", "the lamp's LED is lit")
        record = pathlib.Path("/run/holdfast/core/taken-leds")
        # The brightness is that of the moment of the request: a beating LED is lit or dark.
        found = [f"red:status\tbrightness={level}\ttrigger=heartbeat\tinvert=0" for level in (0, 255)]
        assert any(line in record.read_text() for line in found), record.read_text()
        process = unit.process
        unit.kill(signal.SIGKILL)
        unit.wait_for_exit(process)
        unit.wait_for("ActiveState", "failed")
        assert lamp["brightness"] == "3" and state.trigger == "heartbeat", (lamp["brightness"], state["trigger"])
        assert not record.exists() and "2 LEDs given back" in unit.journal()


@case("L7 many LEDs change at once, blink by themselves, and are all given back", 300, long=True)
def many():
    names = [f"green:l{number}" for number in range(8)]
    lights = "".join(f'  l{number}: {{led: "{name}", shows: lamp}}\n' for number, name in enumerate(names))
    text = TEXT + lights
    with contextlib.ExitStack() as stack:
        leds = [stack.enter_context(Led(name)) for name in names]
        board, unit, *_ = stack.enter_context(panel(text))
        unit.start()
        until(lambda: all(led["brightness"] == "0" for led in leds), "all are dark")
        board.press(BUTTON, HELD)
        until(lambda: all(led["brightness"] == "255" for led in leds), "all are lit", 60)
        board.unplug()
        until(lambda: all(led.trigger == "pattern" and led["pattern"] == STEPS for led in leds), "all blink", 60)
        print(holdfast("status").stdout)
        unit.stop(20)
        left = {led.name: (led["brightness"], led.trigger) for led in leds if led["brightness"] != "0"}
        assert not left and all(led.trigger == "none" for led in leds), left
