"""What is left when Holdfast is taken away: the last case, since nothing can be driven after it."""

import pathlib
import subprocess

from appliance import case
from appliance.unit import systemctl


@case("U1 uninstalled, nothing of it is left but the panel's file")
def uninstalled():
    subprocess.run(["deploy/uninstall"], check=True, capture_output=True, timeout=30)
    assert not pathlib.Path("/usr/local/bin/holdfast").exists()
    assert systemctl("show", "--value", "--property", "LoadState", "holdfast.service").strip() == "not-found"
    assert pathlib.Path("/etc/holdfast/panel.yaml").exists()
