"""Panel scripts, played by the panel's unit: as its user, in its sandbox, at its priority."""

import pathlib
import re
import shutil
import tempfile

from .stalls import undisturbed
from .unit import Unit, systemctl

FOLDER = pathlib.Path("scripts")
PANEL = FOLDER / "panel.yaml"


def play(board, scripts, check=lambda transcript: None, seconds=50, panel=None):
    """Plays panel scripts, a dictionary of texts by names, one after the other on the board in real time, and passes their
    transcript to `check`. A failed expectation or check raises AssertionError; after a failure during a stall of the host
    all scripts play again, at most twice. `seconds` limits one attempt. The unit is stopped before and after.

    Each script begins with `panel panel.yaml`: this text, or the file in Tests/Appliance/scripts. The transcript of the last attempt stays
    with the results.
    """
    transcript = pathlib.Path(f"{'-'.join(scripts)}.transcript").resolve()
    # In /run: PrivateTmp= hides /tmp from the unit, and root alone may read the tests' folder.
    with tempfile.TemporaryDirectory(dir="/run") as folder, Unit("holdfast.service") as unit:
        folder = pathlib.Path(folder)
        folder.chmod(0o755)
        (folder / PANEL.name).write_text(panel or PANEL.read_text())
        paths = [folder / f"{name}.panel" for name in scripts]
        for path, text in zip(paths, scripts.values()):
            path.write_text(text)
        # The scripts move contacts through these files, which belong to root. The sandbox permits writing below /sys/devices.
        for pull in board.lines.glob("sim_gpio*/pull"):
            shutil.chown(pull, group="gpio")
            pull.chmod(0o664)
        unit.stop()
        command = [shutil.which("holdfast"), "simulate", "--board", "gpio-sim", *paths]
        unit.drop_in("[Service]\nType=oneshot\nWatchdogSec=0\nRestart=no\nTimeoutStartSec=infinity\n"
                     f"ExecStart=\nExecStart={' '.join(map(str, command))}\n"
                     f"StandardOutput=append:{transcript}\nStandardError=journal\n")

        def attempt():
            # systemd applies StandardOutput= to ExecStopPost=, too, so that truncate: would empty the transcript.
            transcript.write_text("")
            try:
                unit.start(seconds)
            except RuntimeError as failure:
                # OnFailure= starts it. The next attempt would find the lines busy.
                systemctl("stop", "holdfast-safe.service")
                raise AssertionError(str(failure)) from None
            told = transcript.read_text()
            for path in paths:
                assert re.search(rf"(?m)^{path}: \d+ of \d+ expectations hold$", told), f"{path} has not played:\n{told}"
            check(told)

        undisturbed(attempt)
