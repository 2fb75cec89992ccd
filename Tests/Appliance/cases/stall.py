"""A disk that stalls: ext4 that `fsfreeze` holds, on which a write neither fails nor ends, not even by SIGKILL."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time

from appliance import Board, Pad, Unit, case
from appliance.panel import file, said, status, until

FOLDER = pathlib.Path("/var/lib/holdfast")
DOOR_BUTTON, EXIT_BUTTON, LAMP_BUTTON, DOOR, LAMP = 17, 27, 22, 18, 23
HELD = 0.9
PIN = "271905"

TEXT = f"""
name: Stall
domain: org.example.stall
authentication: {{auto_lock: 30m}}
controls:
  door: {{title: Door, button: {{pulse: GPIO{DOOR}, for: 500ms}}, authentication: required}}
  lamp: {{title: Lamp, toggle: {{line: GPIO{LAMP}}}}}
buttons:
  door: {{line: GPIO{DOOR_BUTTON}, hold: door}}
  exit: {{line: GPIO{EXIT_BUTTON}, hold: door, trusted: true}}
  lamp: {{line: GPIO{LAMP_BUTTON}, hold: lamp}}
keypad: {{device: /dev/input/holdfast-test-pad}}
"""


class Disk:
    """A separate ext4 in the folder of the store. It thaws automatically after a time, however the case ends."""

    # Made as in `test`, because Debian 13's image has no mkfs. A copy of it lies in memory, below which no file system
    # freezes.
    EMPTY, IMAGE = pathlib.Path("disk.ext4"), pathlib.Path("/run/holdfast-stall.img")
    LONGEST = 90

    def __enter__(self):
        FOLDER.mkdir(mode=0o700, exist_ok=True)
        shutil.copy(self.EMPTY, self.IMAGE)
        subprocess.run(["mount", "-o", "loop", self.IMAGE, FOLDER], check=True)
        subprocess.run(["chown", "holdfast:holdfast", FOLDER], check=True)
        FOLDER.chmod(0o700)
        return self

    def __exit__(self, *_):
        self.thaw()
        until(lambda: subprocess.run(["umount", FOLDER], capture_output=True).returncode == 0, "umount")
        self.IMAGE.unlink()

    @staticmethod
    def thaw():
        """Does nothing to a disk that is not frozen."""
        subprocess.run(["fsfreeze", "--unfreeze", FOLDER], capture_output=True)

    @contextlib.contextmanager
    def frozen(self):
        """Stalls the disk within this context, for at most `LONGEST` seconds."""
        limit = threading.Timer(self.LONGEST, self.thaw)
        limit.start()
        subprocess.run(["fsfreeze", "--freeze", FOLDER], check=True)
        try:
            yield
        finally:
            limit.cancel()
            self.thaw()


@contextlib.contextmanager
def panel():
    """The panel on a separate disk, with Alice, who has a PIN."""
    with (file(TEXT), Disk() as disk, Pad() as pad,
          Board(pulls={DOOR_BUTTON: 1, EXIT_BUTTON: 1, LAMP_BUTTON: 1}) as board, Unit("holdfast.service") as unit):
        unit.start()
        said("pin", "add", "alice", "--role", "owner", given=f"{PIN}\n")
        until(lambda: not status()["faults"], "there is no fault", 60)
        try:
            yield disk, pad, board, unit
        finally:
            disk.thaw()


STALL, WRONG = "has not finished a write", "a wrong PIN at the panel"


def stalls(unit, begin):
    """Waits until the panel shows the stall; the seconds from `begin` until it logged the fault, as a command that asks
    takes a second of its own on a busy machine."""
    until(lambda: any(STALL in fault for fault in status()["faults"]), "the fault", 30)
    return unit.time_of(STALL) - begin


def unlock(pad):
    pad.type(PIN + "#")
    until(lambda: status()["lock"]["isUnlocked"], "the PIN unlocks")


def trusted_opens(board):
    """Checks that people can leave."""
    board.press(EXIT_BUTTON, HELD)
    board.wait_for_level(DOOR, 1, seconds=3)
    board.wait_for_level(DOOR, 0)


def lamp_works(board):
    before = board.level(LAMP)
    board.press(LAMP_BUTTON, HELD)
    board.wait_for_level(LAMP, 1 - before, seconds=3)


@case("A disk that stalls: a PIN is a counted failure after 2 s, and opens nothing when the disk comes back", 240)
def attempt():
    with panel() as (disk, pad, board, unit):
        trusted_opens(board)
        # The entry about this hold must be on the disk. If its write stalled, the panel would refuse the PIN uncounted.
        board.press(DOOR_BUTTON, HELD)
        until(lambda: status()["lock"].get("pending"), "the door waits for a PIN")
        with disk.frozen():
            begin = time.monotonic()
            pad.type(PIN + "#")
            seconds = stalls(unit, begin)
            print(f"the fault is shown after {seconds:.1f} s")
            assert seconds < 3, seconds
            for _ in range(3):
                trusted_opens(board)
                lamp_works(board)
            pad.type(PIN + "#")
            assert board.stays_at(DOOR, 0, 5)
        # The hanging write ends now.
        assert board.stays_at(DOOR, 0, 10), "the PIN of before has opened the door"
        until(lambda: not status()["faults"], "the fault ends")
        assert not status()["lock"]["isUnlocked"]
        # The PIN counts: with four wrong ones there are five failures in a row.
        # While a PIN is checked, the panel takes no other one. The journal has wrong PINs of earlier cases, too.
        before = unit.journal().count(WRONG)
        for last in range(4):
            assert not status()["lock"].get("lockout"), last
            pad.type(f"53017{last}#")
            until(lambda last=last: unit.journal().count(WRONG) > before + last, "it is wrong")
        until(lambda: status()["lock"].get("lockout"), "the pad takes no PINs")
        said("pin", "reset")
        unlock(pad)
        unit.stop()


@case("A disk that stalls: a guarded control is not performed, not even the first; trusted buttons are", 240, long=True)
def guarded():
    with panel() as (disk, pad, board, unit):
        unlock(pad)
        with disk.frozen():
            begin = time.monotonic()
            board.press(DOOR_BUTTON, HELD)
            seconds = stalls(unit, begin + HELD)
            print(f"the fault is shown {seconds:.1f} s after the hold")
            assert seconds < 3, seconds
            assert board.stays_at(DOOR, 0, 3)
            board.press(DOOR_BUTTON, HELD)
            assert board.stays_at(DOOR, 0, 3)
            trusted_opens(board)
            lamp_works(board)
        assert board.stays_at(DOOR, 0, 5)
        until(lambda: not status()["faults"], "the fault ends")
        board.press(DOOR_BUTTON, HELD)
        board.wait_for_level(DOOR, 1)
        unit.stop()


@case("A disk that stalls: after SIGTERM outputs are safe and their lines free within 1 s", 240)
def ending():
    with panel() as (disk, pad, board, unit):
        lamp_works(board)
        assert board.level(LAMP) == 1
        with disk.frozen():
            pad.type(PIN + "#")
            stalls(unit, time.monotonic())
            process = unit.process
            begin = time.monotonic()
            os.kill(process, signal.SIGTERM)
            board.wait_for_level(LAMP, 0, seconds=5)
            safe = time.monotonic() - begin
            for line in (LAMP, DOOR, DOOR_BUTTON):
                board.wait_until_free(line, seconds=5)
            free = time.monotonic() - begin
            print(f"safe after {safe:.2f} s, free after {free:.2f} s")
            assert safe < 1 and free < 1, (safe, free)
        unit.wait_for_exit(process)
