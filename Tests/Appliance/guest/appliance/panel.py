"""The installed panel: its file, and its answers over the socket through the command line."""

import contextlib
import json
import pathlib
import shutil
import subprocess

from .deadline import Deadline

FILE = pathlib.Path("/etc/holdfast/panel.yaml")


@contextlib.contextmanager
def file(text):
    """Gives the panel's file this text within the context."""
    before = FILE.read_text()
    FILE.write_text(text)
    try:
        yield
    finally:
        FILE.write_text(before)


def holdfast(*arguments, user="root", seconds=90, given=None):
    """Runs a command, with `given` as its standard input."""
    # Installed from the sources, or from the package.
    command = [shutil.which("holdfast"), *arguments]
    if user != "root":
        command = ["runuser", "-u", user, "--", *command]
    return subprocess.run(command, capture_output=True, text=True, input=given, timeout=seconds)


def said(*arguments, **options):
    """The output of a command, which must succeed."""
    result = holdfast(*arguments, **options)
    assert result.returncode == 0, f"holdfast {' '.join(arguments)}: {result.returncode}: {result.stderr.strip()}"
    return result.stdout


def why_not(*arguments):
    """The only line of error of a command, which must fail."""
    result = holdfast(*arguments)
    lines = result.stderr.splitlines()
    assert result.returncode == 1 and len(lines) == 1, f"holdfast {' '.join(arguments)}: {result}"
    return lines[0]


def status():
    return json.loads(said("status", "--json"))


def control(name):
    """The panel's state of a control, or nothing if the control does not exist."""
    result = holdfast("show", name, "--json")
    return json.loads(result.stdout)["snapshot"] if result.returncode == 0 else {}


def until(condition, what, seconds=90):
    """Waits until `condition` gives something true, which it returns."""
    deadline = Deadline(seconds, what)
    while not (value := condition()):
        deadline.pause(0.1)
    return value


def fresh(name):
    """The panel's state of a control, once its value is fresh."""
    return until(lambda: (shown := control(name)).get("freshness") == "fresh" and shown, f"{name} is fresh")
