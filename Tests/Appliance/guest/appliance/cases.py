import os
import re
import signal
import time
import traceback

from .board import Board
from .unit import Unit

# As for the unit tests: all lengths, and all cases, with HOLDFAST_EFFORT=full.
_is_full = os.environ.get("HOLDFAST_EFFORT") == "full"
_only = re.compile(os.environ.get("HOLDFAST_CASES", ""))
_cases = []
# A limit ends what hangs. On a busy machine a case takes up to three times as long as on a quiet one.
_BUSY = 3


class Skip(Exception):
    """Raised by a case that cannot be run here; its text says why."""


def effort(full, brief):
    """A length of a case: the first with HOLDFAST_EFFORT=full, else the second."""
    return full if _is_full else brief


def case(name, seconds=60, long=False):
    """Marks a function as a test case that ends within `seconds` on a quiet machine. A `long` case runs with HOLDFAST_EFFORT=full only.
    HOLDFAST_CASES, a regular expression, selects cases by their names."""

    def mark(function):
        if (_is_full or not long) and _only.search(name):
            _cases.append((name, _BUSY * seconds, function))
        return function

    return mark


def _leftovers():
    """Removes and returns the remains of a case, so that the next case starts clean."""
    left = [f"unit {unit.name}" for unit in Unit.existing] + [f"board {board.label}" for board in Board.existing]
    for thing in [*Unit.existing, *Board.existing]:
        thing.remove()
    return left


def _expired(*_):
    raise TimeoutError("the case's own deadline passed")


def run(results):
    """Runs all cases in the order of their definition and writes to the file `results` how many they are, so that it
    shows where a run breaks off, and a line for each; True where none failed."""
    signal.signal(signal.SIGALRM, _expired)
    results.write(f"1..{len(_cases)}\n")
    passed = True
    for name, seconds, function in _cases:
        line, begin = f"ok {name}", time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            function()
        except Skip as skip:
            line = f"ok {name} # skip {skip}"
        except Exception as error:
            signal.setitimer(signal.ITIMER_REAL, 0)
            why = " / ".join(f"{type(error).__name__}: {error}".splitlines()) or "no reason given"
            line = f"not ok {name}: {why}"
            traceback.print_exc()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        left = _leftovers()
        if left and line == f"ok {name}":
            line = f"not ok {name}: left behind {', '.join(left)}"
        passed = passed and line.startswith("ok")
        print(f"{line} # {time.monotonic() - begin:.1f} s")
        results.write(line + "\n")
        results.flush()
    return passed
