"""Power cuts while PINs are checked: `python3 guesses.py churn SECONDS` tries wrong PINs until the power is cut, and notes
outside the machine which of them were answered; the case is for the next boot of the same disk."""

import contextlib
import json
import os
import pathlib
import random
import socket
import sqlite3
import sys

from appliance import Board, Unit, case
from appliance.panel import FILE, holdfast, said, status

STORE = pathlib.Path("/var/lib/holdfast/panel.sqlite")
# This file is on the machine that cuts the power, and survives the cut.
ANSWERS = pathlib.Path("/mnt/share/answers")
PIN = "271905"

TEXT = """
name: Power
domain: org.example.power
controls:
  door: {title: Door, button: {pulse: GPIO23, for: 500ms}, authentication: required}
keypad: {rows: [GPIO5, GPIO6], columns: [GPIO12, GPIO13], keys: ["12", "3#"]}
"""


def note(line):
    with open(ANSWERS, "a") as file:
        file.write(line + "\n")
        file.flush()
        os.fsync(file.fileno())


def churn(seconds):
    FILE.write_text(TEXT)
    os.sync()
    # The board and the panel last until the cut.
    Board()
    Unit("holdfast.service").start()
    if "alice" not in said("pin", "list"):
        said("pin", "add", "alice", "--role", "owner", given=f"{PIN}\n")
        note("enrolled")
    with socket.socket(socket.AF_UNIX) as panel, panel.makefile("rb") as answers:
        panel.connect("/run/holdfast/panel")

        def ask(method, **parameters):
            panel.sendall(json.dumps({"method": f"io.holdfast.Panel.{method}", "parameters": parameters}).encode() + b"\0")
            answer = b""
            while not answer.endswith(b"\0"):
                answer += answers.read1()
            return json.loads(answer[:-1]).get("error", "").split(".")[-1]

        pathlib.Path("/dev/ttyS1").write_text(f"cut {seconds}\n")
        while True:
            # The count starts at 0 from here, whatever it was before.
            note("reset?")
            assert ask("EndLockout") == ""
            note("reset")
            for _ in range(4):
                # The PIN is never one of the last five, because a repeated one is not counted.
                answer = ask("Unlock", pin=str(random.randrange(10**9, 10**10)))
                assert answer == "WrongPIN", answer
                note("wrong")


def answered():
    """How many wrong PINs were answered since the count began anew for certain, and whether that may have happened again."""
    lines = ANSWERS.read_text().splitlines() if ANSWERS.exists() else []
    lines = lines[lines.index("reset"):] if "reset" in lines else []
    count, is_open = 0, False
    for line in lines:
        count = 0 if line == "reset" else count + (line == "wrong")
        is_open = line == "reset?"
    return count, is_open


def charged():
    """The wrong PINs of programs that the store has counted: those in a row, and those that the bucket lacks."""
    with contextlib.closing(sqlite3.connect(STORE)) as store:
        row = store.execute("SELECT row, used FROM lockouts WHERE source = 'remote'").fetchone()
        return row or (0, 0)


@case("attack: power cuts during PIN checks: no answered guess is uncounted, nobody's PIN is lost", 120)
def counted():
    count, is_open = answered()
    row, used = charged()
    print(f"{count} guesses answered{', then a reset under way' if is_open else ''}; {row} in a row, {used} of the bucket "
          "on the disk")
    assert is_open or (row >= count and used >= count), "a guess was not counted"
    with Board(), Unit("holdfast.service") as panel:
        panel.start()
        assert panel.show("NRestarts") == "0"
        assert not status()["faults"], status()["faults"]
        assert not status()["lock"]["isUnlocked"]
        if ANSWERS.exists() and "enrolled" in ANSWERS.read_text():
            said("pin", "reset")
            given = holdfast("perform", "door", "--unlock", given=f"{PIN}\n")
            assert given.returncode == 0, given.stderr
        panel.stop()


if __name__ == "__main__" and sys.argv[1:2] == ["churn"]:
    churn(sys.argv[2])
