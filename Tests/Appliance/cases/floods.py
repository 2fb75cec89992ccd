"""A flood of one user's calls, beside a program on the loop's processor and a press."""

import grp
import os
import pathlib
import statistics
import subprocess
import time

from appliance import Board, Unit, case, flood

PATH = "/run/holdfast/panel"
PANEL = pathlib.Path("/etc/holdfast/panel.yaml")
BUTTON, LIGHT = 17, 26
USER = 40_001
TEXT = """name: Flooded
domain: org.example.flooded
board: pinctrl-bcm2711
controls:
  lamp: {title: Lamp, toggle: {line: GPIO18}}
buttons:
  action: {line: GPIO17, active: low, pull: up, hold: lamp, hold_time: 10s}
lights:
  lamp: {line: GPIO26, shows: lamp}
"""


def pressed_to_lit(board, presses):
    """The median time in µs from pulling the button's line until the light is on; the function spins in between."""
    value = os.open(board.lines / f"sim_gpio{LIGHT}" / "value", os.O_RDONLY)
    taken = []
    try:
        for _ in range(presses):
            begun = board.pull(BUTTON, 0)
            while os.pread(value, 1, 0) != b"1":
                assert time.monotonic_ns() - begun < 5e9, "the light does not answer a press"
            taken.append((time.monotonic_ns() - begun) / 1000)
            time.sleep(0.03)
            board.pull(BUTTON, 1)
            time.sleep(0.06)
            board.wait_for_level(LIGHT, 0)
    finally:
        os.close(value)
    return statistics.median(taken)


@case(
    "F1 a flood of 16 connections leaves another program 60 % of the loop's processor, and a press is answered as soon", 240,
    long=True)
def flooded():
    text = PANEL.read_text()
    PANEL.write_text(TEXT)
    try:
        with Board(pulls={BUTTON: 1}) as board, Unit("holdfast.service") as panel:
            panel.start()
            subprocess.run(["/usr/local/bin/holdfast", "list"], check=True, capture_output=True, timeout=30)
            flood.pin(panel.process, 0)
            os.sched_setaffinity(0, {1})
            idle = pressed_to_lit(board, 40)
            for call in ('{"method":"io.holdfast.Panel.List","more":true}', '{"method":"io.holdfast.Panel.Status"}'):
                with flood.Flood(PATH, call, {1}, user=USER, group=grp.getgrnam("holdfast").gr_gid), \
                        flood.Spinner(0) as spinner:
                    kept, took = flood.shares([spinner.process.pid, panel.process], 5)
                    busy = pressed_to_lit(board, 40)
                print(f"{call}: another program keeps {kept:.0%}, the panel takes {took:.0%}; "
                      f"press to light {busy:.0f} us, idle {idle:.0f} us")
                assert kept >= 0.6, f"another program keeps {kept:.0%}"
                assert busy <= 2 * idle, f"press to light takes {busy:.0f} us, idle {idle:.0f} us"
    finally:
        os.sched_setaffinity(0, range(os.cpu_count()))
        PANEL.write_text(text)
