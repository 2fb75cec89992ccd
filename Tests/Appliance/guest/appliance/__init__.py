"""The tools of a test in the guest: a simulated board, systemd units, deadlines and result lines."""

from . import clock
from .board import Board
from .cases import Skip, case, effort
from .deadline import Deadline
from .led import Led
from .pad import Pad
from .stalls import Stalls, undisturbed
from .unit import Unit

__all__ = ["Board", "Deadline", "Led", "Pad", "Skip", "Stalls", "Unit", "case", "clock", "effort", "undisturbed"]
