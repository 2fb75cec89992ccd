import fcntl
import os
import pathlib
import struct

# include/uapi/linux/uinput.h
UI_DEV_CREATE, UI_DEV_DESTROY, UI_DEV_SETUP = 0x5501, 0x5502, 0x405C5503
UI_SET_EVBIT, UI_SET_KEYBIT, UI_GET_SYSNAME = 0x40045564, 0x40045565, 0x8040552C
# include/uapi/linux/input-event-codes.h
EV_SYN, EV_KEY, BUS_USB = 0, 1, 3
CODES = {"1": 2, "2": 3, "3": 4, "4": 5, "5": 6, "6": 7, "7": 8, "8": 9, "9": 10, "0": 11, "#": 28, "*": 14}


class Pad:
    """A USB keypad of the kernel's uinput, with a lasting name as udev gives one; `#` is its enter key, `*` takes back."""

    def __init__(self, name="holdfast-test-pad"):
        self.path = pathlib.Path("/dev/input") / name
        self.descriptor = None

    def __enter__(self):
        self.plug()
        return self

    def __exit__(self, *_):
        self.unplug()

    def plug(self):
        self.descriptor = os.open("/dev/uinput", os.O_WRONLY)
        fcntl.ioctl(self.descriptor, UI_SET_EVBIT, EV_KEY)
        for code in CODES.values():
            fcntl.ioctl(self.descriptor, UI_SET_KEYBIT, code)
        fcntl.ioctl(self.descriptor, UI_DEV_SETUP, struct.pack("HHHH80sI", BUS_USB, 1, 1, 1, b"Test pad", 0))
        fcntl.ioctl(self.descriptor, UI_DEV_CREATE)
        name = fcntl.ioctl(self.descriptor, UI_GET_SYSNAME, bytes(64)).split(b"\0")[0].decode()
        folder = pathlib.Path("/sys/devices/virtual/input") / name
        event = next(path.name for path in folder.iterdir() if path.name.startswith("event"))
        self.path.symlink_to(event)

    def unplug(self):
        if self.descriptor is None:
            return
        self.path.unlink()
        fcntl.ioctl(self.descriptor, UI_DEV_DESTROY)
        os.close(self.descriptor)
        self.descriptor = None

    def _send(self, kind, code, value):
        os.write(self.descriptor, struct.pack("llHHi", 0, 0, kind, code, value))

    def type(self, keys):
        """Presses and releases each key."""
        for key in keys:
            for value in (1, 0):
                self._send(EV_KEY, CODES[key], value)
                self._send(EV_SYN, 0, 0)
