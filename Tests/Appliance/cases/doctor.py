"""`holdfast doctor` on an installed panel, under systemd and on a real kernel's chips."""

import json

from appliance import Board, Unit, case
from appliance.panel import FILE, file, holdfast

BUTTON, OUTPUT, LIGHT = 17, 18, 26


def findings(*arguments, **options):
    """The findings that are not in order, the first of each kind by its kind, and the kinds of those that are."""
    result = holdfast("doctor", "--json", *arguments, **options)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == any(one["level"] == "error" for one in found), result
    wrong = {}
    for one in found:
        if one["level"] != "ok":
            # A stopped core stops the page with it: the core's finding comes first.
            wrong.setdefault(one["id"], one)
    return wrong, {one["id"] for one in found if one["level"] == "ok"}


@case("H1 doctor finds nothing wrong with a panel that runs, and disturbs no line")
def runs():
    with Board(pulls={BUTTON: 1}) as gpio, Unit("holdfast.service") as panel:
        panel.start()
        gpio.press(BUTTON, 0.9)
        gpio.wait_for_level(OUTPUT, 1)
        process = panel.process
        wrong, fine = findings()
        urgent = {kind: one for kind, one in wrong.items() if one["level"] in ("error", "warning")}
        # Whether the guest's clock is set and the unit is enabled is no matter of the panel.
        assert urgent.keys() <= {"unit-disabled", "clock"}, urgent
        assert {"panel", "lines", "chip-mode", "daemon-user", "device-key", "store", "panel-file", "kernel-version"} <= fine, fine
        assert panel.process == process and gpio.level(OUTPUT) == 1
        assert gpio.info(BUTTON).consumer == "holdfast"


@case("H2 doctor names the holder of a busy line, a stopped panel and a stuck button, and leaves the lines free")
def stopped():
    # gpio-sim's resistor is stronger than its contact, so the closed contact needs a line without a resistor.
    text = FILE.read_text().replace("{line: GPIO17, hold: lamp}", "{line: GPIO17, pull: none, hold: lamp}")
    with Board(pulls={BUTTON: 0}) as gpio, Unit("holdfast.service"), file(text):
        with gpio.busy(LIGHT, "heating"):
            wrong, _ = findings()
        assert "in use by 'heating'" in wrong["line-busy"]["found"], wrong
        assert "GPIO26" in wrong["line-busy"]["subject"], wrong
        assert wrong["unit-inactive"]["subject"] == "holdfast.service", wrong
        assert "GPIO17" in wrong["input-active"]["subject"], wrong
        assert not gpio.info(BUTTON).used and not gpio.info(OUTPUT).used
        gpio.pull(BUTTON, 1)
        assert "input-active" not in findings()[0]


@case("H3 doctor says without root that a user may not ask, and what it could not see")
def user():
    with Board(pulls={BUTTON: 1}), Unit("holdfast.service") as panel:
        panel.start()
        wrong, _ = findings(user="nobody")
        assert "usermod -aG holdfast nobody" in wrong["group-membership"]["remedy"], wrong
        assert wrong["panel-silent"]["level"] == "note", wrong
        assert wrong["limited-view"]["remedy"] == "sudo holdfast doctor /etc/holdfast/panel.yaml", wrong
        assert any(one["subject"].startswith("/var/lib/holdfast") for one in wrong.values()), wrong


@case("H4 doctor tells why a unit has failed")
def failed():
    with Board(pulls={BUTTON: 1}), Unit("holdfast.service") as panel:
        panel.drop_in("[Service]\nRestart=no\nUser=holdfast-nonesuch\n")
        try:
            panel.start()
            raise AssertionError("started as a user that does not exist")
        except RuntimeError:
            pass
        wrong, _ = findings()
        assert "status 217: the user does not exist" in wrong["unit-failed"]["found"], wrong
