"""Panels on a Raspberry Pi's header whose lines have the names of Debian's kernel: GPIO4 is GPIO_GCLK there."""

import json
import pathlib
import re
import signal
import subprocess

from appliance import Board, Unit, case, effort
from appliance.panel import FILE, file, holdfast, said, until
from appliance.scripts import play

BUTTON, RELAY = 17, 4
RECORD = pathlib.Path("/run/holdfast/core/driven-lines")
BOARDS = effort(
    ["bcm2837-rpi-3-b", "bcm2837-rpi-3-a-plus", "bcm2837-rpi-3-b-plus", "bcm2837-rpi-zero-2-w", "bcm2837-rpi-cm3-io3",
     "bcm2711-rpi-4-b", "bcm2711-rpi-400", "bcm2711-rpi-cm4-io"],
    ["bcm2837-rpi-3-b", "bcm2711-rpi-4-b"])
# The files with lines that the kernel calls by their functions.
FILES = effort(None, ["garage", "hallway", "shutdown"])

PANEL = """\
name: Fan
domain: org.example.fan
controls:
  fan: {title: Fan, toggle: {line: GPIO4, active: low}}
buttons:
  action: {line: GPIO17, hold: fan}
"""


def numbers(text):
    """The numbers of the header's lines in a panel's file, without its comments."""
    return {int(number) for number in re.findall(r"GPIO(\d+)", re.sub(r"#.*", "", text))}


@case("R1 the files of config start on a Raspberry Pi with the names of Debian's kernel", seconds=effort(900, 120))
def config():
    paths = [path for path in sorted(pathlib.Path("config").glob("*.yaml")) if not FILES or path.stem in FILES]
    assert len(paths) == (len(FILES) if FILES else 14), paths
    for board in BOARDS:
        for path in paths:
            text = path.read_text().replace("board: simulated", "board: auto")
            pulls = {number: 1 for number in numbers(text)}
            with Board.raspberry_pi(board, pulls=pulls) as gpio, Unit("holdfast.service") as panel, file(text):
                panel.start()
                others = {number: gpio.info(number).consumer for number in numbers(text)}
                assert set(others.values()) == {"holdfast"}, f"{path} on {board}: {others}"


@case("R2 a relay on GPIO4 switches on at 0 V, goes on under its other name, and is off after a kill", seconds=120)
def relay():
    with Board.raspberry_pi(pulls={BUTTON: 1}) as gpio, Unit("holdfast.service") as panel, file(PANEL):
        panel.start()
        assert gpio.level(RELAY) == 1
        gpio.press(BUTTON, 0.9)
        gpio.wait_for_level(RELAY, 0)
        recorded = f"{gpio.device}\tpinctrl-bcm2835\t4\tactive-low\tGPIO_GCLK"
        assert RECORD.read_text().splitlines()[1:] == [recorded], RECORD.read_text()
        FILE.write_text(PANEL.replace("GPIO4", "GPIO_GCLK"))
        panel.reload()
        until(lambda: "panel 'Fan' read again" in panel.journal(), "the file is read again")
        assert gpio.level(RELAY) == 0 and gpio.info(RELAY).consumer == "holdfast"
        assert RECORD.read_text().splitlines()[1:] == [recorded], RECORD.read_text()
        panel.kill(signal.SIGKILL)
        gpio.wait_for_level(RELAY, 1, seconds=12)


@case("R3 lines and doctor name pin, number and the kernel's name, and check takes both names for one line", seconds=90)
def names():
    with Board.raspberry_pi(pulls={BUTTON: 1}) as gpio, Unit("holdfast.service"), file(PANEL):
        with gpio.busy(RELAY, "heating"):
            rows = [row.split() for row in said("lines").splitlines()]
            chip = pathlib.Path(gpio.device).name
            assert [chip, "pinctrl-bcm2835", "4", "7", "GPIO4", "GPIO_GCLK", "input", "heating"] in rows, rows
            assert [chip, "pinctrl-bcm2835", "48", "-", "-", "SD_CLK_R", "input", "-"] in rows, rows
            found = [json.loads(line) for line in holdfast("doctor", "--json").stdout.splitlines()]
            busy = [one["subject"] for one in found if one["id"] == "line-busy"]
            assert busy == ["line 'GPIO4' (pin 7, GPIO_GCLK) of control 'fan'"], busy
        FILE.write_text(PANEL.replace("line: GPIO17", "line: GPIO_GCLK"))
        refused = subprocess.run(
            ["/usr/local/bin/holdfast", "check", FILE], capture_output=True, text=True, timeout=30)
        assert refused.returncode == 1 and "uses line GPIO_GCLK, which" in refused.stderr, refused
        assert "uses already as GPIO4" in refused.stderr, refused


@case("R4 a panel script moves a contact and reads a relay by the numbers of the header", seconds=120)
def script():
    text = """panel panel.yaml
0ms expect line GPIO4 inactive
+1s hold action for 800ms
+0 expect performed fan 1
+0 expect line GPIO4 active
"""
    with Board.raspberry_pi(pulls={9: 1}) as board:
        play(board, {"header": text}, panel=PANEL.replace("GPIO17", "GPIO9"))
