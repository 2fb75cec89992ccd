"""Outputs over boots: what an active output, an inactive one and their light do from the chip's appearance to shutdown."""

import pathlib
import sys

from appliance import Board, Unit, case
from appliance.edges import Edges
from appliance.panel import FILE, control, until
from appliance.process_facts import memory
from appliance.unit import systemctl

BUTTON, OUTPUT, IDLE = 17, 18, 23
TEXT = f"""
name: Boots
domain: org.example.boots
controls:
  lamp: {{title: Lamp, toggle: {{line: GPIO{OUTPUT}, restore: last}}}}
  idle: {{title: Idle, toggle: {{line: GPIO{IDLE}, restore: last}}}}
buttons:
  action: {{line: GPIO{BUTTON}, hold: lamp}}
"""


def begin():
    """Switches the lamp on, and has systemd start the panel at each boot."""
    FILE.write_text(TEXT)
    with Board(pulls={BUTTON: 1}) as board:
        systemctl("enable", "--now", "holdfast.target")
        board.press(BUTTON, 0.9)
        board.wait_for_level(OUTPUT, 1)
        systemctl("stop", "holdfast.target", "holdfast.service")
        assert board.level(OUTPUT) == 0


@case("B1 a boot: an inactive output has no edge, an active one has one to active and one back at shutdown", 120)
def boot():
    # The chip appears after the panel has started, as one on USB does.
    unit = Unit("holdfast.service")
    unit.wait_for("ActiveState", "active")
    with unit, Edges() as edges, Board(pulls={BUTTON: 1}) as board:
        started, ready = (int(unit.show(f"{name}TimestampMonotonic")) / 1e6 for name in ["ExecMainStart", "ActiveEnter"])
        resident, own = memory(unit.process)
        print(f"boot to ready {ready:.1f} s, start to ready {ready - started:.2f} s, {resident} KiB resident, {own} own")
        until(lambda: control("lamp").get("isOn") and board.level(OUTPUT), "the lamp is on again")
        systemctl("stop", "holdfast.target", "holdfast.service")
        assert edges.of(board, OUTPUT, before=0) == [1, 0], edges.of(board, OUTPUT, before=0)
        assert edges.of(board, IDLE, before=0) == [], edges.of(board, IDLE, before=0)


if __name__ == "__main__" and sys.argv[1:] == ["begin"]:
    assert pathlib.Path("/sys/kernel/tracing/instances").exists()
    begin()
