import contextlib
import os
import pathlib
import subprocess
import time

from . import kernel_gpio
from .deadline import Deadline

CONFIGFS = pathlib.Path("/sys/kernel/config/gpio-sim")


class Board:
    """A GPIO chip of the kernel's gpio-sim: its inputs are pulled and its outputs read from sysfs.

    gpio-sim connects no lines with one another, and reports no change of an output: waiting for a level polls every 2 ms.
    """

    existing = []

    def __init__(self, label="pinctrl-bcm2711", lines=54, name_format="GPIO{}", hogs=None, pulls=None, name=None, names=None):
        """`names`: the lines' names by offset, in place of `lines` and `name_format`; "" for a line without one. `hogs`: offset → (consumer, "input" | "output-high" | "output-low"), lines the kernel itself keeps busy.
        `pulls`: offset → level, set before anybody can look. `name`: the folder below configfs."""
        self.label = label
        self.folder = CONFIGFS / (name or f"board{len(Board.existing)}")
        self.pulls = dict(pulls or {})
        bank = self.folder / "bank0"
        bank.mkdir(parents=True)
        Board.existing.append(self)
        names = names or [name_format.format(offset) for offset in range(lines)]
        (bank / "num_lines").write_text(str(len(names)))
        (bank / "label").write_text(label)
        for offset, text in enumerate(names):
            line = bank / f"line{offset}"
            line.mkdir()
            if text:
                (line / "name").write_text(text)
        for offset, (consumer, direction) in (hogs or {}).items():
            hog = bank / f"line{offset}" / "hog"
            hog.mkdir()
            (hog / "name").write_text(consumer)
            (hog / "direction").write_text(direction)
        self.plug()

    @classmethod
    def raspberry_pi(cls, name="bcm2837-rpi-3-b", **options):
        """The chip of a Raspberry Pi's header, with the names that Debian's kernel gives the lines."""
        rows = [row.split("\t") for row in pathlib.Path("RaspberryPiLines.tsv").read_text().splitlines()[1:]]
        names = {board: lines.split(" ") for board, _, lines in rows}
        label = "pinctrl-bcm2711" if name.startswith("bcm2711") else "pinctrl-bcm2835"
        return cls(label, names=names[name], **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()

    # The chip

    def plug(self):
        """Plugs the chip in; its number may differ from the earlier one."""
        (self.folder / "live").write_text("1")
        chip = (self.folder / "bank0" / "chip_name").read_text().strip()
        device = (self.folder / "dev_name").read_text().strip()
        self.device = f"/dev/{chip}"
        self.lines = pathlib.Path("/sys/devices/platform") / device / chip
        deadline = Deadline(10, f"{self.device} appears")
        while not os.path.exists(self.device):
            deadline.pause()
        # Waits for udev to set the group and mode: udev would overwrite a test's own settings, and a panel that starts
        # sooner may lack permission.
        subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)
        for offset, level in self.pulls.items():
            self.pull(offset, level)

    def unplug(self):
        """Unplugs the chip, like a USB expander, also while its lines are requested."""
        (self.folder / "live").write_text("0")

    @property
    def plugged(self):
        return (self.folder / "live").read_text().strip() == "1"

    def remove(self):
        if self.plugged:
            self.unplug()
        bank = self.folder / "bank0"
        for line in bank.glob("line*"):
            if (line / "hog").exists():
                (line / "hog").rmdir()
            line.rmdir()
        bank.rmdir()
        self.folder.rmdir()
        Board.existing.remove(self)

    # Its lines

    def pull(self, offset, level):
        """Pulls the line to 0 or 1, which is an input's level; a change is an edge. Returns the time just
        before, in ns of CLOCK_MONOTONIC."""
        now = time.monotonic_ns()
        (self.lines / f"sim_gpio{offset}" / "pull").write_text("pull-up" if level else "pull-down")
        return now

    def press(self, offset, seconds, active_level=0):
        """Pulls to the active level for `seconds`, then back."""
        self.pull(offset, active_level)
        time.sleep(seconds)
        self.pull(offset, 1 - active_level)

    def level(self, offset):
        """The line's level, 0 or 1, whatever drives it."""
        return int((self.lines / f"sim_gpio{offset}" / "value").read_text())

    def wait_for_level(self, offset, level, seconds=30):
        """Waits for `level`; returns the time in ns of CLOCK_MONOTONIC, at most some 2 ms late."""
        deadline = Deadline(seconds, f"GPIO{offset} at {level}")
        while self.level(offset) != level:
            deadline.pause()
        return time.monotonic_ns()

    def stays_at(self, offset, level, seconds):
        """Whether the line stays at `level` for `seconds`, as far as polling every 2 ms shows."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.level(offset) != level:
                return False
            time.sleep(0.002)
        return True

    def info(self, offset):
        """The line's consumer and configuration, a `LineInfo`."""
        return kernel_gpio.line_info(self.device, offset)

    def wait_until_used(self, offset, seconds=60):
        """Sleeps until a consumer has requested the line; returns its `LineInfo`."""
        deadline = Deadline(seconds, f"GPIO{offset} requested")
        return kernel_gpio.wait_for_line_info(self.device, offset, lambda info: info.used, deadline)

    def wait_until_free(self, offset, seconds=60):
        """Sleeps until no consumer has the line requested."""
        deadline = Deadline(seconds, f"GPIO{offset} released")
        return kernel_gpio.wait_for_line_info(self.device, offset, lambda info: not info.used, deadline)

    @contextlib.contextmanager
    def busy(self, offset, consumer="somebody else"):
        """Holds the line for another consumer within this context."""
        descriptor = kernel_gpio.request_line(self.device, offset, consumer)
        try:
            yield
        finally:
            os.close(descriptor)
