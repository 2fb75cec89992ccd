"""python3 -m appliance.with_board COMMAND…: runs it beside a board of gpio-sim that is labelled pinctrl-bcm2711.

HOLDFAST_GPIO_SIM names the board's folder in sysfs, which holds sim_gpioN/pull and sim_gpioN/value; HOLDFAST_GPIO_CHIP
its device. They tell a test that needs the kernel's GPIO that it has it.
"""

import os
import subprocess
import sys

from .board import Board


def main():
    with Board() as board:
        environment = {**os.environ, "HOLDFAST_GPIO_SIM": str(board.lines), "HOLDFAST_GPIO_CHIP": board.device}
        return subprocess.run(sys.argv[1:], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
