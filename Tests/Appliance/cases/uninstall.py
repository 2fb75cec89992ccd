"""The remains after uninstalling Holdfast. These cases are the last ones, because no line can be driven after them."""

import grp
import pathlib
import pwd
import subprocess

from appliance import Board, Unit, case
from appliance.panel import said
from appliance.unit import systemctl

UNITS = ["holdfast.target", "holdfast.service", "holdfast-key.service", "holdfast-safe.service", "holdfast.socket", "holdfast-host.socket",
         "holdfast-gateway.socket", "holdfast-gateway.service"]
EXTENSIONS = [f"holdfast-extension@{name}.{kind}" for name in ["focus", "actions"] for kind in ["socket", "service"]]


def deploy(*command):
    subprocess.run([f"deploy/{command[0]}", *command[1:]], check=True, capture_output=True, timeout=300)


def left():
    """Holdfast's files and units besides the panel's file, which must exist."""
    places = [
        "/usr/local/bin/holdfast", "/usr/local/lib/holdfast", "/usr/local/share/holdfast", "/run/holdfast",
        "/etc/tmpfiles.d/holdfast.conf", "/etc/sysusers.d/holdfast.conf",
        *pathlib.Path("/etc/udev/rules.d").glob("60-holdfast-*"),
        *pathlib.Path("/etc/polkit-1/rules.d").glob("60-holdfast-*"), *pathlib.Path("/etc/systemd/system").rglob("holdfast*"),
    ]
    found = [str(place) for place in places if pathlib.Path(place).exists() or pathlib.Path(place).is_symlink()]
    for unit in UNITS + EXTENSIONS:
        state = systemctl("show", "--value", "--property", "LoadState", unit).strip()
        found += [] if state == "not-found" else [f"{unit} {state}"]
    found += systemctl("list-units", "--all", "--plain", "--no-legend", "holdfast*").splitlines()
    names = [entry.pw_name for entry in pwd.getpwall()] + [entry.gr_name for entry in grp.getgrall()]
    found += [name for name in names if name.startswith("holdfast")]
    assert pathlib.Path("/etc/holdfast/panel.yaml").exists()
    # The panel's data stays, and belongs to no user whose number could be given to another user.
    state = pathlib.Path("/var/lib/holdfast")
    assert (state / "panel.sqlite").exists()
    found += [f"{path} of user {path.stat().st_uid}" for path in [state, *state.rglob("*")] if path.stat().st_uid != 0]
    return found


@case("After `uninstall` nothing of Holdfast is left but the panel's file", 180)
def uninstalled():
    # All of it runs, beside a failed extension, and its group has members.
    said("extension", "install", "/bin/false", "--name", "focus")
    subprocess.run(["usermod", "--append", "--groups", "holdfast", "nobody"], check=True)
    with Board(pulls={17: 1}), Unit("holdfast.service") as panel:
        systemctl("enable", "--now", "holdfast.target")
        assert panel.show("ActiveState") == "active"
        systemctl("start", EXTENSIONS[1], check=False)
        deploy("uninstall")
        assert left() == [], left()


@case("After `uninstall` Holdfast can be installed and uninstalled again", 120, long=True)
def again():
    deploy("install", "--programs", ".")
    for name in ["holdfast", "holdfast-core", "holdfast-extension"]:
        assert grp.getgrnam(name).gr_mem == [], name
    with Board(pulls={17: 1}), Unit("holdfast.service") as panel:
        panel.start()
    deploy("uninstall")
    assert left() == [], left()
