"""The wall clock, and its synchronization state."""

import ctypes
import os
import pathlib
import time

_ADJ_MAXERROR, _ADJ_STATUS = 0x0004, 0x0010
_STA_PLL = 0x0001

TIMESYNCD_MARK = pathlib.Path("/run/systemd/timesync/synchronized")


class _Timex(ctypes.Structure):
    """struct timex of adjtimex(2), as far as it is used."""

    _fields_ = [
        ("modes", ctypes.c_uint), ("offset", ctypes.c_long), ("freq", ctypes.c_long), ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long), ("status", ctypes.c_int), ("rest", ctypes.c_byte * 256)]


def synchronize():
    """Marks the kernel's clock as synchronized, as chrony and ntpd do."""
    library = ctypes.CDLL(None, use_errno=True)
    setting = _Timex(modes=_ADJ_MAXERROR | _ADJ_STATUS, maxerror=0, status=_STA_PLL)
    if library.adjtimex(ctypes.byref(setting)) == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error), "adjtimex")


def mark_as_timesyncd():
    """Leaves the mark of systemd-timesyncd, which is that the clock has been set since boot."""
    TIMESYNCD_MARK.parent.mkdir(parents=True, exist_ok=True)
    TIMESYNCD_MARK.touch()


def set_to(seconds):
    """Sets the wall clock, in seconds since 1970; the kernel then counts it as unsynchronized again."""
    time.clock_settime(time.CLOCK_REALTIME, seconds)
