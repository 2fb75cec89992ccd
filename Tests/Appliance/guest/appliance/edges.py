"""Edges of output lines, by the kernel's trace events: a program that looks now and then would miss short ones."""

import pathlib
import re

INSTANCES = pathlib.Path("/sys/kernel/tracing/instances")
# include/trace/events/gpio.h: `gpio_value: 529 set 1`
_VALUE = re.compile(r"gpio_value: (\d+) set (\d)")


class Edges:
    """Records what is written to all lines within the context."""

    def __enter__(self):
        self.folder = INSTANCES / "holdfast"
        self.folder.mkdir()
        (self.folder / "buffer_size_kb").write_text("4096")
        self._record(True)
        return self

    def __exit__(self, *_):
        self._record(False)
        self.folder.rmdir()

    def _record(self, is_on):
        (self.folder / "events/gpio/gpio_value/enable").write_text("1" if is_on else "0")

    def of(self, board, offset, before):
        """The levels to which a board's line went, in their order, since the context began; it was at `before` then.

        Writing the level that a line has makes an event, and no edge.
        """
        # The events have the line's number in the old interface of sysfs.
        chips = [folder for folder in pathlib.Path("/sys/class/gpio").glob("gpiochip*")
                 if (folder / "label").read_text().strip() == board.label]
        assert len(chips) == 1, f"{len(chips)} chips are called {board.label}"
        number = int((chips[0] / "base").read_text()) + offset
        levels, level = [], before
        for line in (self.folder / "trace").read_text().splitlines():
            found = _VALUE.search(line)
            if found and int(found[1]) == number and int(found[2]) != level:
                level = int(found[2])
                levels.append(level)
        return levels
