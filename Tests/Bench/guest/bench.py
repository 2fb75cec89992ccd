"""In the guest: compares the programs, interleaved within one boot, and writes bench.json beside itself.

Emulation is slow and uneven: only ratios of the programs' medians within one run mean anything.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

from appliance import Board, process_facts
from measurements import Measurements
from program import Program

BUTTON, LIGHT = 17, 26
PROGRAM_PROCESSOR, OBSERVER_PROCESSOR = 0, 1


class Bench:
    def __init__(self, options, programs, board):
        self.options = options
        self.programs = programs
        self.board = board
        self.measurements = Measurements()

    def press(self, presses, down=None, gap=None, deadline=2000):
        """Makes this many presses; returns the light's delays after press and release in ns, None without an answer."""
        result = subprocess.run(
            ["taskset", "--cpu-list", str(OBSERVER_PROCESSOR), "/opt/bench/observer",
             self.board.lines / f"sim_gpio{BUTTON}" / "pull", self.board.lines / f"sim_gpio{LIGHT}" / "value",
             str(presses), str(down or self.options["down"]), str(gap or self.options["gap"]), str(deadline)],
            check=True, stdout=subprocess.PIPE, text=True)
        return [
            tuple(None if word == "-" else int(word) for word in line.split()) for line in result.stdout.splitlines()
        ]

    def warm_up(self, program, **timing):
        """Makes a first press, so that loading and compiling are not measured."""
        answers = self.press(self.options["warm_up"], **timing)
        if answers[-1] == (None, None):
            raise RuntimeError(f"{program.name} does not answer presses of GPIO{BUTTON} on GPIO{LIGHT}")

    def round(self, number):
        """Each program once, in an order that rotates with the rounds."""
        turn = number % len(self.programs)
        for program in self.programs[turn:] + self.programs[:turn]:
            with program.running(self.board, BUTTON, PROGRAM_PROCESSOR) as running:
                self.warm_up(program)
                before = process_facts.processor_nanoseconds(running.process)
                answers = self.press(self.options["presses"])
                busy = process_facts.processor_nanoseconds(running.process) - before
                resident, private = process_facts.memory(running.process)
                threads = process_facts.threads(running.process)
            add = self.measurements.add
            pressed = [press for press, _ in answers if press is not None]
            released = [release for _, release in answers if release is not None]
            missed = 2 * len(answers) - len(pressed) - len(released)
            if not pressed:
                raise RuntimeError(f"{program.name} answered none of {len(answers)} presses")
            add(program.name, "press to light", "us", *(value / 1000 for value in pressed))
            add(program.name, "release to light", "us", *(value / 1000 for value in released))
            add(program.name, "edges not answered", "of " + str(2 * len(answers)), missed)
            add(program.name, "processor time per edge", "us", busy / 1000 / (2 * len(answers)))
            add(program.name, "start to ready", "ms", running.start_nanoseconds / 1e6)
            add(program.name, "resident memory", "KiB", resident)
            add(program.name, "private memory", "KiB", private)
            add(program.name, "threads", "", threads)
            print(f"round {number + 1}: {program.name}: {len(pressed)} presses answered", flush=True)

    def idle(self, program):
        """Counts wakeups in a whole minute without a press, never scaled from a shorter time."""
        seconds = self.options["idle"]
        with program.running(self.board, BUTTON, PROGRAM_PROCESSOR) as running:
            self.warm_up(program)
            time.sleep(self.options["settle"])
            switches = process_facts.wakeups(running.process)
            busy = process_facts.processor_nanoseconds(running.process)
            time.sleep(seconds)
            switches = process_facts.wakeups(running.process) - switches
            busy = process_facts.processor_nanoseconds(running.process) - busy
        self.measurements.add(program.name, f"wakeups in {seconds} s idle", "", switches)
        self.measurements.add(program.name, f"processor time in {seconds} s idle", "us", busy / 1000)
        print(f"idle: {program.name}: {switches} wakeups in {seconds} s", flush=True)

    def instructions(self, program):
        """Instructions of one press with its release: those of many presses less those of few, so that starting and
        stopping cancel out."""
        few, many = 20, 120
        counts = []
        for presses in (few, many):
            # The files stay in the job's folder, for callgrind_annotate.
            out = pathlib.Path(f"/mnt/share/callgrind.{program.name}.{presses}")
            valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
            with program.running(self.board, BUTTON, PROGRAM_PROCESSOR, valgrind, seconds=300):
                # Valgrind translates code when it first runs, so that the warm-up is in both counts.
                self.warm_up(program, down=200, gap=300, deadline=10_000)
                answers = self.press(presses, down=60, gap=90)
                if any(None in answer for answer in answers):
                    raise RuntimeError(f"{program.name} under valgrind left presses unanswered")
            counts.append(sum(int(count) for count in re.findall(r"^totals: (\d+)$", out.read_text(), re.MULTILINE)))
        if counts[1] <= counts[0]:
            raise RuntimeError(f"{program.name}: callgrind counted {counts}: did another program take its place?")
        per_press = (counts[1] - counts[0]) / (many - few)
        self.measurements.add(program.name, "instructions per press", "", per_press)
        print(f"instructions: {program.name}: {per_press:.0f} per press", flush=True)


def programs(holdfast):
    found = [
        Program("C", ["/opt/bench/reference", f"GPIO{BUTTON}", f"GPIO{LIGHT}"]),
        Program(
            "gpiozero", ["python3", "/opt/bench/gpiozero_panel.py", str(BUTTON), str(LIGHT)],
            environment={"PYTHONPATH": "/opt/bench/python"}, counted=False),
    ]
    if holdfast:
        found.append(
            Program("holdfast", ["/opt/bench/holdfast", "run", "/opt/bench/bench.yaml"], ready="notify", environment={
                "RUNTIME_DIRECTORY": "/run/bench", "STATE_DIRECTORY": "/var/lib/bench"}))
    return found


def main():
    options = json.loads(sys.argv[1])
    # This program also avoids the processors of the measured ones.
    os.sched_setaffinity(0, {OBSERVER_PROCESSOR})
    for folder in ["/run/bench", "/var/lib/bench"]:
        pathlib.Path(folder).mkdir(mode=0o700, exist_ok=True)
    with Board(pulls={BUTTON: 1}) as board:
        bench = Bench(options, programs(options["holdfast"]), board)
        for number in range(options["rounds"]):
            bench.round(number)
        if options["idle"]:
            for program in bench.programs:
                bench.idle(program)
        if options["instructions"]:
            for program in bench.programs:
                if program.counted:
                    bench.instructions(program)
    pathlib.Path("bench.json").write_text(json.dumps(bench.measurements.records(), indent=1) + "\n")


if __name__ == "__main__":
    main()
