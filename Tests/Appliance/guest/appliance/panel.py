"""The panel that is installed: its file, and what it answers over its socket by the command line."""

import contextlib
import json
import pathlib
import subprocess

from .deadline import Deadline

FILE = pathlib.Path("/etc/holdfast/panel.yaml")
HOLDFAST = "/usr/local/bin/holdfast"


@contextlib.contextmanager
def file(text):
    """The panel's file has this text meanwhile."""
    before = FILE.read_text()
    FILE.write_text(text)
    try:
        yield
    finally:
        FILE.write_text(before)


def holdfast(*arguments, user="root", seconds=30, given=None):
    """Runs a command, with what is `given` as its standard input."""
    command = [HOLDFAST, *arguments]
    if user != "root":
        command = ["runuser", "-u", user, "--", *command]
    return subprocess.run(command, capture_output=True, text=True, input=given, timeout=seconds)


def said(*arguments, **options):
    """What a command prints that must succeed."""
    result = holdfast(*arguments, **options)
    assert result.returncode == 0, f"holdfast {' '.join(arguments)}: {result.returncode}: {result.stderr.strip()}"
    return result.stdout


def why_not(*arguments):
    """The one line with which a command fails that must fail."""
    result = holdfast(*arguments)
    lines = result.stderr.splitlines()
    assert result.returncode == 1 and len(lines) == 1, f"holdfast {' '.join(arguments)}: {result}"
    return lines[0]


def status():
    return json.loads(said("status", "--json"))


def control(name):
    """What the panel shows of a control; nothing where it has none such."""
    result = holdfast("show", name, "--json")
    return json.loads(result.stdout)["snapshot"] if result.returncode == 0 else {}


def until(condition, what, seconds=30):
    """Waits until `condition` gives something true, which it returns."""
    deadline = Deadline(seconds, what)
    while not (value := condition()):
        deadline.pause(0.1)
    return value


def fresh(name):
    """What the panel shows of a control once its value is the present one."""
    return until(lambda: (shown := control(name)).get("freshness") == "fresh" and shown, f"{name} is fresh")
