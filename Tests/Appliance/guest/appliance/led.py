"""LEDs of the kernel that a process makes (Documentation/leds/uleds.rst)."""

import errno
import os
import pathlib
import struct

from .deadline import Deadline


class Led:
    """An LED of one colour. It exists within the context, or until `unplug`."""

    def __init__(self, name, max_brightness=255, brightness=None):
        """`brightness`: the initial brightness; without it only the panel sets the LED."""
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
        """The attribute's text, or an empty one if the attribute is missing: some exist only with a trigger."""
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
        """The trigger that is set."""
        return next(word[1:-1] for word in self["trigger"].split() if word.startswith("["))
