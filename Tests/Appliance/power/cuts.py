"""Power cuts at any moment: `python3 cuts.py churn SECONDS` changes outputs and timers until the power is cut; the case
is for the next boot of the same disk."""

import json
import os
import pathlib
import random
import socket
import sys

from appliance import Board, Unit, case
from appliance.panel import FILE, control, said, status, until

STORE = pathlib.Path("/var/lib/holdfast/panel.sqlite")
LOG = pathlib.Path(f"{STORE}-wal")
# The first line is turned on and stays on.
LINES = range(18, 23)

TEXT = f"""
name: Power
domain: org.example.power
controls:
{"".join(f"  out{line}: {{toggle: {{line: GPIO{line}, restore: last, max_time: 2h}}}}" + chr(10) for line in LINES)}
  tea: {{title: Tea, toggle: {{timer: 30m}}}}
"""


def churn(seconds):
    FILE.write_text(TEXT)
    os.sync()
    # The board and the panel last until the cut.
    Board()
    Unit("holdfast.service").start()
    names = [f"out{line}" for line in LINES[1:]] + ["tea"]
    with socket.socket(socket.AF_UNIX) as panel, panel.makefile("rb") as answers:
        panel.connect("/run/holdfast/panel")

        def perform(name, is_on):
            call = {"method": "io.holdfast.Panel.Perform", "parameters": {"control": name, "isOn": is_on}}
            panel.sendall(json.dumps(call).encode() + b"\0")
            answer = b""
            while not answer.endswith(b"\0"):
                answer += answers.read1()
            assert b'"error"' not in answer, answer

        perform(f"out{LINES[0]}", True)
        size = until(lambda: LOG.stat().st_size, "it is written")
        is_asked = False
        while True:
            perform(random.choice(names), random.random() < 0.5)
            # A write begins when the previous one is on the disk, so that the first change has been written.
            if not is_asked and LOG.stat().st_size > size:
                pathlib.Path("/dev/ttyS1").write_text(f"cut {seconds}\n")
                is_asked = True


@case("C2 after a power cut amidst changes the store is whole, or kept aside and named, and the panel runs", 120)
def whole():
    before = set(STORE.parent.glob("*.damaged-*"))
    print(f"a log of {LOG.stat().st_size if LOG.exists() else 0} bytes was left")
    with Board() as board, Unit("holdfast.service") as panel:
        panel.start()
        assert panel.show("NRestarts") == "0"
        kept = {path for path in STORE.parent.glob("*.damaged-*") if path.suffix[9:].isdigit()} - before
        faults = status()["faults"]
        print(f"faults: {faults}, on: {[line for line in LINES if board.level(line)]}")
        assert len(faults) == min(1, len(kept)), (faults, kept)
        assert all(any(str(path) in fault for path in kept) for fault in faults), (faults, kept)
        assert kept or board.level(LINES[0]) == 1, "what was on the disk is not what is kept"
        for line in LINES:
            is_on = control(f"out{line}")["isOn"]
            assert is_on == bool(board.level(line)), line
            said("set", f"out{line}", "off" if is_on else "on")
            assert board.level(line) == 1 - is_on, line
        panel.stop()


if __name__ == "__main__" and sys.argv[1:2] == ["churn"]:
    churn(sys.argv[2])
