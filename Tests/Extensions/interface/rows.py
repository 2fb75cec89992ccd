"""The rows of Apple's interface, as the Swift files in this folder have them.

A line `//# HEADING` begins a table. A line `//| NAME | STATUS | NOTE` begins a row, and lines `//+ TEXT` continue it.
The Swift below a row, up to the next row, is one use of what the row names. STATUS is one of:

- works: NOTE says what it does on a panel.
- nothing: it compiles, and NOTE says why it does nothing.
- unavailable: the compiler refuses the use, and its message is NOTE, with ' in place of `.
- absent: there is no such name and no use, and NOTE says what to write instead.
"""

import dataclasses
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
STATUSES = ("works", "nothing", "unavailable", "absent")
# Without rows: what the uses share.
SHARED = FOLDER / "Shared.swift"
# The only file with rows of the last two statuses.
UNAVAILABLE = FOLDER / "Unavailable.swift"
# In the order of the page.
FILES = ["WidgetKit", "AppIntents-Intents", "AppIntents-Parameters", "AppIntents-Entities", "AppIntents-Results",
         "AppIntents-Kinds", "SwiftUI", "SwiftUI-Modifiers", "WidgetKit-Widgets", "ActivityKit", "OSLog", "Foundation",
         "Unavailable"]


@dataclasses.dataclass
class Row:
    name: str
    status: str
    note: str
    # The row's first line, from 1, and whether it has a use.
    line: int
    has_use: bool = False

    @property
    def message(self):
        """What the compiler says of an unavailable name."""
        return self.note.replace("`", "'")


@dataclasses.dataclass
class Table:
    path: pathlib.Path
    heading: str
    rows: list

    def row(self, line):
        """The row to which a line of the file belongs; None for a line above all rows."""
        return next((row for row in reversed(self.rows) if row.line <= line), None)


def read(path):
    """The table of a file. Raises ValueError for a file that is no table."""
    heading, rows = None, []
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("//# "):
            heading = line[4:].strip()
        elif line.startswith("//| "):
            text, rest = line[4:], number
            while rest < len(lines) and lines[rest].startswith("//+ "):
                text += " " + lines[rest][4:]
                rest += 1
            fields = [field.strip() for field in text.split("|")]
            if len(fields) != 3 or not all(fields) or fields[1] not in STATUSES:
                raise ValueError(f"line {number} is not '//| NAME | STATUS | NOTE'")
            rows.append(Row(*fields, line=number))
        elif line and not line.startswith("//") and rows:
            rows[-1].has_use = True
    if heading is None or not rows:
        raise ValueError("there is no heading '//# …', or no row")
    for row in rows:
        if (row.status in ("unavailable", "absent")) != (path == UNAVAILABLE):
            raise ValueError(f"line {row.line}: only {UNAVAILABLE.name} has what is not there, and nothing else")
        if row.has_use == (row.status == "absent"):
            raise ValueError(f"line {row.line}: a row has a use, unless its name is absent")
    return Table(path, heading, rows)


def tables():
    """All tables, in the order of the page. Raises ValueError if a file is missing or is none of a table."""
    paths = [FOLDER / f"{name}.swift" for name in FILES]
    if unknown := sorted(path.name for path in set(FOLDER.glob("*.swift")) - set(paths) - {SHARED}):
        raise ValueError(f"FILES in {pathlib.Path(__file__).name} lacks {', '.join(unknown)}")
    found = []
    for path in paths:
        try:
            found.append(read(path))
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from None
    return found
