"""Timers over a power cut: `python3 timers.py begin` has them begin and cuts the power; the cases are for ten minutes
later, on the same disk."""

import json
import os
import pathlib
import sys
import time

from appliance import Board, Unit, case, clock
from appliance.panel import FILE, control, said, status, until

BEGAN = pathlib.Path("began.json")
STORE = pathlib.Path("/var/lib/holdfast/panel.sqlite")
SAW, FAN, MARKER = 18, 19, 20

TEXT = f"""
name: Power
domain: org.example.power
controls:
  egg: {{title: Egg, toggle: {{timer: 8m}}}}
  tea: {{title: Tea, toggle: {{timer: 30m}}}}
  saw: {{title: Saw, toggle: {{line: GPIO{SAW}, restore: last, max_time: 9m}}}}
  fan: {{title: Fan, toggle: {{line: GPIO{FAN}, restore: last, max_time: 30m}}}}
  marker: {{title: Marker, toggle: {{line: GPIO{MARKER}, restore: last}}}}
"""


def cut_power():
    """Does not return."""
    pathlib.Path("/dev/ttyS1").write_text("cut\n")
    time.sleep(600)


def is_written(name):
    """Whether the log of the store has something of the control."""
    return f"org.example.power.{name}".encode() in pathlib.Path(f"{STORE}-wal").read_bytes()


def begin():
    FILE.write_text(TEXT)
    os.sync()
    clock.mark_as_timesyncd()
    # The board and the panel last until the cut.
    Board()
    Unit("holdfast.service").start()
    began = {}
    for name in ["egg", "tea", "saw", "fan"]:
        began[name] = time.time()
        said("set", name, "on")
    until(lambda: all(is_written(name) for name in began), "they are written")
    # A write begins when the previous one is on the disk.
    said("set", "marker", "on")
    until(lambda: is_written("marker"), "what was written is on the disk")
    BEGAN.write_text(json.dumps(began))
    cut_power()


@case("C1 over a power cut of ten minutes, what has ended is off at once, and the rest ends at its right time", 150)
def over():
    began = json.loads(BEGAN.read_text())
    gone = time.time() - began["tea"]
    print(f"{gone:.0f} s later")
    assert 600 < gone < 1200, f"{gone:.0f} s"
    with Board() as board, Unit("holdfast.service") as panel:
        # Only the kernel says so, as for a clock that chrony keeps.
        clock.synchronize()
        panel.start()
        assert board.level(SAW) == 0 and control("saw")["isOn"] is False
        assert board.level(FAN) == 1 and board.level(MARKER) == 1
        assert control("egg")["isOn"] is False and control("tea")["isOn"] is True
        activities = {activity["title"]: activity for activity in status()["activities"]}
        assert list(activities) == ["Tea"], activities
        error = activities["Tea"]["ends"] - (began["tea"] + 1800)
        assert abs(error) < 2, f"told to end {error:+.2f} s off"
        # None of these values is written again, so that a later start counts from the same end.
        panel.stop()
        clock.set_to(began["tea"] + 1800 - 8)
        clock.synchronize()
        panel.start()
        until(lambda: control("tea")["isOn"] is False, "the timer ends", 60)
        error = time.time() - (began["tea"] + 1800)
        print(f"the timer ended, as a look every 0.1 s told, {error:+.2f} s off")
        assert -0.5 < error < 15, f"{error:+.2f} s off"
        board.wait_for_level(FAN, 0, seconds=30)
        error = time.time() - (began["fan"] + 1800)
        print(f"the line went inactive at most {error:+.2f} s off")
        assert -0.5 < error < 15, f"{error:+.2f} s off"
        assert not [line for line in panel.journal().splitlines() if "damaged" in line], panel.journal(20)


if __name__ == "__main__" and sys.argv[1:] == ["begin"]:
    begin()
