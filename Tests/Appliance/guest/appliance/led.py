"""LEDs of the kernel that a process makes (Documentation/leds/uleds.rst)."""

import errno
import os
import pathlib
import struct

from .deadline import Deadline


class Led:
    """An LED of one colour. It is there within the context, and gone after it, or after `unplug`."""

    def __init__(self, name, max_brightness=255, brightness=None):
        """`brightness`: what it begins with; without it nobody but the panel touches it."""
        self.name = name
        self.folder = pathlib.Path("/sys/class/leds") / name
        self.max_brightness = max_brightness
        self.device = os.open("/dev/uleds", os.O_RDWR | os.O_CLOEXEC)
        # struct uleds_user_dev (include/uapi/linux/uleds.h)
        os.write(self.device, struct.pack("64si", name.encode(), max_brightness))
        deadline = Deadline(10, f"{name} appears")
        while not (self.folder / "brightness").exists():
            deadline.pause()
        if brightness is not None:
            self["brightness"] = brightness

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()

    def unplug(self):
        if self.device is not None:
            os.close(self.device)
            self.device = None

    def __getitem__(self, attribute):
        """Its text; empty where the attribute is not there, as those are that come and go with a trigger."""
        try:
            return (self.folder / attribute).read_text().strip()
        except OSError as error:
            if error.errno in (errno.ENODEV, errno.ENOENT):
                return ""
            raise

    def __setitem__(self, attribute, value):
        (self.folder / attribute).write_text(str(value))

    @property
    def trigger(self):
        """The one that is set."""
        return next(word[1:-1] for word in self["trigger"].split() if word.startswith("["))
