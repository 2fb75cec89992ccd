"""The panel's store on a damaged, read-only or full file system: the panel goes on, reports it, and shows a fault."""

import contextlib
import pathlib
import subprocess

from appliance import Board, Unit, case
from appliance.panel import file, said, status, until

FOLDER = pathlib.Path("/var/lib/holdfast")
STORE = FOLDER / "panel.sqlite"
BUTTON, OUTPUT = 17, 18
HELD = 0.9

TEXT = f"""
name: Kept
domain: org.example.kept
controls:
  lamp: {{title: Lamp, toggle: {{line: GPIO{OUTPUT}, restore: last}}}}
buttons:
  lamp: {{line: GPIO{BUTTON}, hold: lamp}}
"""


@contextlib.contextmanager
def panel():
    """The panel, not started yet, with its own empty store."""
    remove()
    try:
        with file(TEXT), Board(pulls={BUTTON: 1}) as board, Unit("holdfast.service") as unit:
            # The messages of other cases in this boot.
            unit.said_before = len(unit.journal().splitlines())
            yield board, unit
    finally:
        remove()


def remove():
    for path in FOLDER.glob("panel.sqlite*"):
        path.unlink()


@contextlib.contextmanager
def mounted(options):
    """A separate file system in the folder of the store, with the owner that systemd sets."""
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"mode=0700,uid=holdfast,gid=holdfast,{options}", "tmpfs", FOLDER],
                   check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", FOLDER], check=True)


def fault():
    """The panel's only fault, if any."""
    faults = status()["faults"]
    assert len(faults) <= 1, faults
    return faults[0] if faults else None


def works(board):
    """Checks that a press switches the lamp during any fault of the store."""
    before = board.level(OUTPUT)
    board.press(BUTTON, HELD)
    board.wait_for_level(OUTPUT, 1 - before)


def lines(unit, text):
    return [line for line in unit.journal().splitlines()[unit.said_before:] if text in line]


@case("K1 a damaged store is kept aside and named; a new one is begun, and the panel runs", 120)
def damaged():
    with panel() as (board, unit):
        unit.start()
        works(board)
        unit.stop()
        # The second page is damaged and the file's header is intact, as on a worn card.
        with open(STORE, "r+b") as store:
            store.seek(4096)
            store.write(b"\xa5" * 3000)
        unit.start()
        kept = FOLDER / "panel.sqlite.damaged-1"
        assert kept.exists() and STORE.exists()
        shown = fault()
        assert str(kept) in shown, shown
        told = lines(unit, "was damaged (")
        assert len(told) == 1 and str(kept) in told[0], told
        print(told[0])
        assert board.level(OUTPUT) == 0
        works(board)
        # Later changes are stored, and the fault ends with the next start.
        unit.restart()
        board.wait_for_level(OUTPUT, 1)
        assert fault() is None, fault()


@case("K2 on a read-only file system the panel starts and runs, without what it kept", 120)
def read_only():
    with mounted("size=1m"), panel() as (board, unit):
        subprocess.run(["mount", "-o", "remount,ro", FOLDER], check=True)
        try:
            unit.start()
            shown = fault()
            assert f"{STORE}: cannot be written; is the file system mounted read-only?" in shown, shown
            told = lines(unit, "cannot be written")
            assert len(told) == 1, told
            print(told[0])
            works(board)
        finally:
            unit.stop()
            subprocess.run(["mount", "-o", "remount,rw", FOLDER], check=True)


@case("K3 a disk that is full is told once, and no fault any more when there is space again", 120)
def full():
    with mounted("size=1m"), panel() as (board, unit):
        unit.start()
        works(board)
        assert fault() is None
        filler = FOLDER / "filler"
        with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as output:
            while output.write(b"\0" * 4096):
                pass
        # SQLite still uses the allocated part of its log. After that, the disk is full.
        until(lambda: said("perform", "lamp") is not None and fault(), "the disk is noticed to be full", 60)
        shown = fault()
        assert "disk is full" in shown, shown
        works(board)
        said("perform", "lamp")
        told = lines(unit, "disk is full")
        assert len(told) == 1, told
        print(told[0])
        filler.unlink()
        works(board)
        until(lambda: fault() is None, "the fault ends")
        state = board.level(OUTPUT)
        unit.restart()
        assert board.level(OUTPUT) == state, "what was switched last is not what was kept"
