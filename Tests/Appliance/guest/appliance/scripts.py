"""Panel scripts, played by the panel's unit: as its user, in its sandbox, at its priority."""

import pathlib
import shutil
import tempfile

from .stalls import undisturbed
from .unit import Unit

FOLDER = pathlib.Path("scripts")
PANEL = FOLDER / "panel.yaml"


def play(board, scripts, check=lambda transcript: None, seconds=50):
    """Plays panel scripts, their texts by their names, one after the other on the board in real time, and gives the
    transcript to `check`. What they expect and what `check` asserts must hold; if it does not while the host stalls, they
    play again. The unit is stopped before and after.

    A script names its panel as `panel panel.yaml`, the file beside those of the tests. The transcript stays with the results.
    """
    transcript = pathlib.Path(f"{'-'.join(scripts)}.transcript").resolve()
    # Where the unit's user can read it: the tests' own folder is root's.
    with tempfile.TemporaryDirectory(dir="/run") as folder, Unit("holdfast.service") as unit:
        folder = pathlib.Path(folder)
        folder.chmod(0o755)
        shutil.copy(PANEL, folder)
        paths = [folder / f"{name}.panel" for name in scripts]
        for path in paths:
            path.write_text(scripts[path.stem])
        # The sandbox permits writing below /sys/devices, for LEDs. These files are root's.
        for pull in board.lines.glob("sim_gpio*/pull"):
            shutil.chown(pull, group="gpio")
            pull.chmod(0o664)
        unit.stop()
        command = [shutil.which("holdfast"), "simulate", "--board", "gpio-sim", *paths]
        unit.drop_in("[Service]\nType=oneshot\nWatchdogSec=0\nRestart=no\nTimeoutStartSec=infinity\n"
                     f"ExecStart=\nExecStart={' '.join(map(str, command))}\n"
                     f"StandardOutput=append:{transcript}\nStandardError=journal\n")

        def attempt():
            # systemd would empty it for ExecStopPost=, too.
            transcript.write_text("")
            try:
                unit.start(seconds)
            except RuntimeError as failure:
                raise AssertionError(str(failure)) from None
            told = transcript.read_text()
            assert all(f"{path}: " in told for path in paths), f"a script has not played:\n{told}"
            check(told)

        undisturbed(attempt)
