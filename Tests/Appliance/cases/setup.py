"""holdfast setup: its questions are answered by a pipe, and its board is gpio-sim."""

import contextlib
import pathlib
import shutil
import subprocess

from appliance import Board, Unit, case

PANEL = pathlib.Path("/etc/holdfast/panel.yaml")


class Session:
    """A session of holdfast setup on the installed panel's file."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["/usr/local/bin/holdfast", "setup"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.screen = []

    def wait(self, text):
        """Reads the screen up to a line that contains `text`."""
        for line in self.process.stdout:
            self.screen.append(line)
            if text in line:
                return
        raise AssertionError(f"no line with {text!r}:\n{''.join(self.screen)}")

    def answer(self, question, answer):
        self.wait(f"? {question}")
        self.process.stdin.write(answer + "\n")
        self.process.stdin.flush()

    def press(self, board, offset):
        """Presses a button between the line and ground twice."""
        for released in ["once more", "? What do you call this button"]:
            board.pull(offset, 0)
            self.wait("went low")
            board.pull(offset, 1)
            self.wait(released)

    def say(self, answer):
        self.process.stdin.write(answer + "\n")
        self.process.stdin.flush()

    def end(self, code):
        rest = self.process.communicate(timeout=120)[0]
        self.screen.append(rest)
        assert self.process.returncode == code, f"{self.process.returncode}:\n{''.join(self.screen)}"


@contextlib.contextmanager
def panel(make_board=Board):
    """The installed panel runs, and its file is the old one again at the end."""
    kept = PANEL.with_suffix(".kept")
    shutil.copy2(PANEL, kept)
    with make_board(pulls={17: 1, 27: 1}) as board, Unit("holdfast.service") as unit:
        try:
            unit.start()
            yield board, unit
        finally:
            unit.stop()
            subprocess.run(["systemctl", "disable", "--now", "holdfast.target"], check=True, capture_output=True)
            kept.replace(PANEL)
            for name in ["panel.yaml.old", "panel.yaml.setup", "mqtt-password"]:
                PANEL.with_name(name).unlink(missing_ok=True)


def begin(session, board):
    session.answer("/etc/holdfast/panel.yaml has the panel 'Lamp'", "new")
    session.answer("The panel runs and holds its lines", "yes")
    session.answer("Which pins move something", "16 37")
    session.wait("? Press a button")
    assert not board.info(23).used and not board.info(26).used
    session.press(board, 27)
    session.say("bell")
    session.answer("Press a button", "")
    session.answer("What is on pin 16 · GPIO23?", "relay")
    session.answer("The relay on pin 16", "yes")
    board.wait_for_level(23, 1)


@case("U1 setup stops the panel, learns a button, a relay and a light, and starts the new panel", seconds=200)
def whole():
    with panel() as (board, unit):
        session = Session()
        begin(session, board)
        session.answer("What did the relay do?", "on")
        assert board.level(23) == 0 and not board.info(23).used
        session.answer("What do you call it?", "Lamp")
        session.answer("Is it on until", "")
        session.answer("Must a person", "")
        session.answer("What is on pin 37", "light")
        session.answer("The light on pin 37", "")
        session.answer("What did the light do?", "nothing")
        session.answer("What did the light do?", "on")
        session.answer("What do you call it?", "ready")
        session.answer("What does holding", "")
        session.answer("What does the light", "")
        session.answer("What do you call the panel?", "Hallway")
        session.answer("May phones", "no")
        session.answer("Write", "")
        session.answer("Show all meanings", "no")
        session.answer("MQTT broker", "127.0.0.1:9")
        session.answer("User at the broker", "hall")
        session.answer("Password of hall", "secret")
        session.wait("mqtt://127.0.0.1:9: Connection refused")
        session.answer("MQTT broker", "keep")
        session.end(0)
        assert PANEL.read_text().endswith('mqtt: {broker: "mqtt://127.0.0.1:9", user: hall, password_file: mqtt-password}\n')
        password = PANEL.with_name("mqtt-password")
        assert (password.read_text(), password.stat().st_mode & 0o777, password.group()) == ("secret\n", 0o640, "holdfast-gateway")
        assert unit.show("ActiveState") == "active"
        assert unit.show("StatusText").startswith("Hallway: 1 control, 1 button, 1 light")
        assert PANEL.with_name("panel.yaml.old").read_text() == PANEL.with_suffix(".kept").read_text()
        board.wait_until_used(27)
        board.press(27, 0.8)
        board.wait_for_level(23, 1)


@case("U2 a setup that is ended while it drives a relay makes it an input, and starts the panel again", seconds=200)
def ended():
    with panel() as (board, unit):
        before = PANEL.read_bytes()
        session = Session()
        begin(session, board)
        session.process.terminate()
        board.wait_for_level(23, 0)
        session.end(1)
        assert not board.info(23).used
        assert unit.show("ActiveState") == "active" and PANEL.read_bytes() == before
        assert PANEL.with_name("panel.yaml.setup").stat().st_mode & 0o777 == 0o600


@case("U3 a setup whose chip is unplugged ends, and starts the panel again", seconds=200)
def unplugged():
    with panel() as (board, unit):
        session = Session()
        session.answer("/etc/holdfast/panel.yaml has the panel 'Lamp'", "new")
        session.answer("The panel runs and holds its lines", "yes")
        session.answer("Which pins move something", "16")
        session.wait("? Press a button")
        board.unplug()
        session.wait("The lines are lost: ")
        session.end(1)
        board.plug()
        assert unit.show("ActiveState") == "active"


@case("U4 setup finds GPIO4 on pin 7 of a Raspberry Pi whose kernel calls the line GPIO_GCLK", seconds=200)
def header_names():
    with panel(Board.raspberry_pi) as (board, unit):
        session = Session()
        session.answer("/etc/holdfast/panel.yaml has the panel 'Lamp'", "new")
        session.answer("The panel runs and holds its lines", "yes")
        session.answer("Which pins move something", "7 GPIO_GCLK SPI_MISO")
        session.wait("Left alone for now: pin 7 · GPIO4 (GPIO_GCLK), pin 21 · GPIO9 (SPI_MISO).")
        session.answer("Press a button", "")
        session.answer("What is on pin 7 · GPIO4 (GPIO_GCLK)?", "relay")
        session.answer("The relay on pin 7 · GPIO4 (GPIO_GCLK)", "yes")
        board.wait_until_used(4)
        session.wait("What did the relay do?")
        assert not board.info(4).used
        session.process.terminate()
        session.end(1)
        assert unit.show("ActiveState") == "active"
