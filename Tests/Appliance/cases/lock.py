"""The lock on a real kernel: a PIN pad on an input device, the device key as systemd passes it, and a store that
refuses writes."""

import calendar
import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess
import time

from appliance import Board, Pad, Unit, case, clock, effort
from appliance.panel import file, said, status, until
from appliance.process_facts import wakeups
from appliance.unit import systemctl

FOLDER = pathlib.Path("/var/lib/holdfast")
STORE = FOLDER / "panel.sqlite"
KEY = pathlib.Path("/etc/holdfast/device-key")
DOOR_BUTTON, LAMP_BUTTON, DOOR, LAMP = 17, 27, 18, 23
HELD = 0.9
PIN, WRONG = "271905", "271906"

TEXT = f"""
name: Lock
domain: org.example.lock
controls:
  door: {{title: Door, button: {{pulse: GPIO{DOOR}, for: 500ms}}, authentication: required}}
  lamp: {{title: Lamp, toggle: {{line: GPIO{LAMP}}}}}
buttons:
  door: {{line: GPIO{DOOR_BUTTON}, hold: door}}
  lamp: {{line: GPIO{LAMP_BUTTON}, hold: lamp}}
keypad: {{device: /dev/input/holdfast-test-pad}}
"""


def remove():
    for path in FOLDER.glob("panel.sqlite*"):
        path.unlink()
    for path in FOLDER.glob("rollback*"):
        path.unlink()


@contextlib.contextmanager
def panel():
    """The panel, not started yet, with a pad, an empty store, and no person with a PIN."""
    remove()
    try:
        with (file(TEXT), Pad() as pad, Board(pulls={DOOR_BUTTON: 1, LAMP_BUTTON: 1}) as board,
              Unit("holdfast.service") as unit):
            yield pad, board, unit
    finally:
        remove()


def enrol(name="alice", pin=PIN):
    said("pin", "add", name, "--role", "owner", given=f"{pin}\n")


def key():
    """The device's key, which the first start makes."""
    systemctl("start", "holdfast-key.service")
    return KEY.read_bytes()


def faults():
    return status()["faults"]


def lock():
    return status()["lock"]


def no_fault():
    until(lambda: not faults(), "there is no fault any more", 90)


def lamp_works(board):
    """Controls without a PIN work during any fault of the lock."""
    before = board.level(LAMP)
    board.press(LAMP_BUTTON, HELD)
    board.wait_for_level(LAMP, 1 - before)


def stays_shut(pad, board, keys=PIN + "#"):
    """Neither a hold nor a PIN after it opens the door."""
    board.press(DOOR_BUTTON, HELD)
    pad.type(keys)
    board.stays_at(DOOR, 0, 3)
    assert not lock()["isUnlocked"]


def rests():
    """Asserts that the panel's loop rests: it turns a few times in two seconds. A second processor would hide a loop that does not."""
    def turns():
        return json.loads(said("status", "--verbose", "--json"))["turns"]

    before = turns()
    time.sleep(2)
    assert turns() - before < 100, turns() - before


def opens(pad, board):
    """A hold waits for the PIN, which opens the door once."""
    board.press(DOOR_BUTTON, HELD)
    until(lambda: lock().get("pending"), "the door waits for a PIN")
    assert board.level(DOOR) == 0
    pad.type(PIN + "#")
    board.wait_for_level(DOOR, 1)
    board.wait_for_level(DOOR, 0)
    board.stays_at(DOOR, 0, 1)
    assert lock()["isUnlocked"] and not lock().get("pending")


@case("A USB pad: hold, PIN, open once; nobody else reads its keys; unplugged it is missed, plugged in it opens", 180)
def device():
    with panel() as (pad, board, unit):
        unit.start()
        assert any("nobody has a PIN" in fault for fault in faults()), faults()
        stays_shut(pad, board)
        enrol()
        no_fault()
        opens(pad, board)
        said("lock")
        assert not lock()["isUnlocked"]
        other = os.open(pad.path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            stays_shut(pad, board, WRONG + "#")
            assert os.read(other, 4096) == b"", "another program reads the keys"
        except BlockingIOError:
            pass
        finally:
            os.close(other)
        pad.unplug()
        until(lambda: any("plug the keypad in" in fault for fault in faults()), "the pad is missed")
        lamp_works(board)
        pad.plug()
        no_fault()
        opens(pad, board)
        said("lock")
        before = wakeups(unit.process)
        time.sleep(10)
        count = wakeups(unit.process) - before
        print(f"{count} wakeups in 10 s")
        # The watchdog's notification every 4 s, and the work that was in progress.
        assert count <= 4, count


@case("A guest's hours go by the clock that the kernel took from the real-time clock, once the file trusts it", 120)
def real_time_clock():
    # No server sets the clock of this machine.
    assert any(path.read_text() == "1\n" for path in pathlib.Path("/sys/class/rtc").glob("*/hctosys"))
    with panel() as (pad, board, unit):
        unit.start()
        said("pin", "add", "gwen", "--role", "guest", "--days", "mon-sun", given=f"{PIN}\n")
        no_fault()
        pad.type(PIN + "#")
        until(lambda: "which has not been set since the start" in unit.journal(), "the guest learns why not")
        assert not lock()["isUnlocked"]
        with file(TEXT + "clock: rtc\n"):
            unit.reload()
            # The keys of a PIN that is typed while the file is read again go to two panels.
            until(lambda: "read again" in unit.journal(), "the file has been read again")
            pad.type(PIN + "#")
            until(lambda: lock()["isUnlocked"], "the guest's PIN unlocks")


@case("With the clock at 1970 and at 2100 controls perform, an owner's PIN opens, and a guest with hours is refused", 240)
def wrong_clocks():
    hours = "which has not been set since the start"
    right, since = time.time(), time.monotonic()
    try:
        with panel() as (pad, board, unit):
            unit.start()
            enrol()
            said("pin", "add", "gwen", "--role", "guest", "--days", "mon-sun", given="480316\n")
            no_fault()
            # The clock goes back, forward and back again; in brief, forward and back.
            for year, month in effort([(1970, 2), (2100, 6), (1970, 1)], [(2100, 6), (1970, 1)]):
                clock.set_to(calendar.timegm((year, month, 2, 12, 0, 0)))
                # Once under a panel that runs, and once over its start.
                for begin in (lambda: None, unit.restart):
                    begin()
                    assert not faults(), faults()
                    rests()
                    lamp_works(board)
                    opens(pad, board)
                    said("lock")
                    before = unit.journal().count(hours)
                    stays_shut(pad, board, "480316#")
                    until(lambda before=before: unit.journal().count(hours) > before, "the guest learns why not")
    finally:
        clock.set_to(right + time.monotonic() - since)


@case("A key that systemd-creds has sealed opens as before, and is not made anew", 180)
def sealed_key():
    secret, sealed = key(), KEY.with_name("device-key.cred")
    with panel() as (pad, board, unit):
        unit.start()
        enrol()
        try:
            # `auto` takes the TPM where there is one. A guest has none, so systemd's own key of this machine seals.
            subprocess.run(["systemd-creds", "encrypt", "--name=holdfast-key", "--with-key=auto", KEY, sealed], check=True)
            unit.drop_in("[Service]\nLoadCredential=\nLoadCredentialEncrypted=holdfast-key:/etc/holdfast/device-key.cred\n")
            KEY.unlink()
            unit.restart()
            no_fault()
            opens(pad, board)
            assert not KEY.exists()
        finally:
            sealed.unlink(missing_ok=True)
            KEY.write_bytes(secret)
            KEY.chmod(0o600)


@case(
    "a device key that is missing, empty, too short, or that others may read: locked, shown, and no crash", 240, long=True)
def device_key():
    secret = key()
    assert KEY.stat().st_mode & 0o777 == 0o600 and KEY.stat().st_uid == 0 and KEY.stat().st_size == 32
    loose = pathlib.Path("/etc/holdfast/loose-key")
    with panel() as (pad, board, unit):
        unit.start()
        enrol()
        opens(pad, board)
        unit.stop()
        # It would make the missing key.
        maker = Unit("holdfast-key.service")
        maker.drop_in("[Unit]\nConditionPathExists=/nowhere\n")
        try:
            for what, content in [(f"{KEY}: there is no device key", None), ("has 32 bytes", b""),
                                  ("has 32 bytes", secret[:31]), ("has 32 bytes", secret + b"!")]:
                KEY.unlink(missing_ok=True)
                if content is not None:
                    KEY.write_bytes(content)
                unit.start()
                shown = [fault for fault in faults() if what in fault]
                assert len(shown) == 1, faults()
                print(shown[0])
                assert what in unit.journal(40), unit.journal(40)
                stays_shut(pad, board)
                lamp_works(board)
                unit.stop()
            KEY.write_bytes(secret)
            unit.drop_in("[Service]\nExecStart=\n"
                         f"ExecStart=/usr/local/bin/holdfast run --device-key {loose} /etc/holdfast/panel.yaml\n")
            loose.write_bytes(secret)
            loose.chmod(0o644)
            unit.start()
            assert any(str(loose) in fault and "others can get at" in fault for fault in faults()), faults()
            stays_shut(pad, board)
            assert unit.show("NRestarts") == "0"
        finally:
            maker.remove()
            KEY.write_bytes(secret)
            KEY.chmod(0o600)
            loose.unlink(missing_ok=True)


@case(
    "A store that is full, read-only or held by another process: nobody gets in, unguarded controls go on", 300, long=True)
def store():
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=0700,uid=holdfast,gid=holdfast,size=1m", "tmpfs", FOLDER],
                   check=True)
    try:
        with panel() as (pad, board, unit):
            unit.start()
            enrol()
            opens(pad, board)
            said("lock")
            filler = FOLDER / "filler"
            with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as output:
                while output.write(b"\0" * 4096):
                    pass
            # SQLite still uses the allocated part of its log. After that, a PIN that cannot be counted is not checked.
            for _ in range(200):
                pad.type(PIN + "#")
                if any("disk is full" in fault for fault in faults()):
                    break
                said("lock")
            else:
                raise AssertionError("the disk is not noticed to be full")
            said("lock")
            stays_shut(pad, board)
            lamp_works(board)
            filler.unlink()
            # The write is retried automatically.
            no_fault()
            opens(pad, board)
            unit.stop()

            subprocess.run(["mount", "-o", "remount,ro", FOLDER], check=True)
            try:
                unit.start()
                assert any("cannot be written" in fault for fault in faults()), faults()
                stays_shut(pad, board)
                lamp_works(board)
            finally:
                unit.stop()
                subprocess.run(["mount", "-o", "remount,rw", FOLDER], check=True)

            with contextlib.closing(sqlite3.connect(STORE, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                unit.start()
                print(faults())
                assert faults(), "that somebody else has the store is shown"
                stays_shut(pad, board)
                lamp_works(board)
                assert unit.show("NRestarts") == "0"
                unit.stop()
            unit.start()
            no_fault()
            opens(pad, board)
    finally:
        subprocess.run(["umount", FOLDER], check=True)


@case("Wrong PINs lock out; a restart and a crash begin the delay anew, and root ends it", 180)
def lockout():
    with panel() as (pad, board, unit):
        unit.start()
        enrol()
        before = wrong(unit)
        for last in range(5):
            pad.type(f"53017{last}#")
            until(lambda last=last: wrong(unit) > before + last, f"{last + 1} wrong PINs are told")
        until(lambda: lock().get("lockout"), "the pad takes no PINs")
        stays_shut(pad, board)
        for end in (unit.restart, lambda: (unit.kill(), unit.wait_for("NRestarts", "1"), unit.wait_for(
                "ActiveState", "active"))):
            end()
            left = lock()["lockout"]
            print(f"{left:.1f} s are left")
            assert 30 < left <= 60, left
            stays_shut(pad, board)
        said("pin", "reset")
        assert not lock().get("lockout")
        opens(pad, board)


def wrong(unit):
    """The wrong PINs at the pad, from the journal."""
    return unit.journal().count("a wrong PIN at the panel")
