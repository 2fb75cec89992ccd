"""The gateway under systemd, as `make install` installs it."""

import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from appliance import Board, Unit, case, effort
from appliance.panel import control, file, said, status, until

# Long enough that what wakes a process at rest has ended.
QUIET = effort(20, 10)


def get(path):
    """The status and the content of a response."""
    connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=60)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def ask(path):
    """The status and the JSON of a response of the API."""
    status, content = get(f"/api/v1/{path}")
    return status, json.loads(content)


def memory(process):
    """The resident and the private memory of a process, in KiB."""
    rollup = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    sizes = {name: int(size) for name, size in re.findall(r"^(\w+): +(\d+) kB", rollup, re.MULTILINE)}
    return sizes["Rss"], sizes["Private_Dirty"]


def switches(process):
    """How often a process has given the processor away: each wakeup ends so."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.MULTILINE)[1])


@case("G1 the gateway serves the panel as a user of its own, waits for it, and is exposed at most 1.0", 120)
def serves():
    with Board(pulls={17: 1}), Unit("holdfast.service") as panel, Unit("holdfast-gateway.service") as gateway:
        gateway.start()
        status, problem = ask("health")
        assert (status, problem["type"]) == (503, "urn:holdfast:problem:core-away"), problem
        panel.start()
        assert ask("health")[0] == 200
        assert [control["snapshot"]["title"] for control in ask("controls")[1]["controls"]] == ["Lamp"]
        assert pathlib.Path(f"/proc/{gateway.process}").owner() == "holdfast-gateway"
        status, history = ask("history")
        assert ask("people")[0] == 409 and status == 200 and history["isReduced"], "the gateway has no rights of its own"
        panel.restart()
        assert ask("health")[0] == 200
        told = subprocess.run(["systemd-analyze", "--no-pager", "security", "holdfast-gateway.service"], check=True,
                              capture_output=True, text=True, timeout=60).stdout
        level = float(re.search(r"Overall exposure level for holdfast-gateway.service: (\d+\.\d+)", told)[1])
        print(f"exposure {level}")
        assert level <= 1.0, "\n".join(line for line in told.splitlines() if line.startswith("✗"))


@case("G2 at rest the gateway is one thread of at most 18 MB, 4 MB of its own, which nothing wakes", 120)
def rests():
    with Board(pulls={17: 1}), Unit("holdfast.service") as panel, Unit("holdfast-gateway.service") as gateway:
        panel.start()
        gateway.start()
        assert ask("controls")[0] == 200
        # The connection's time limit of 10 s is the last thing that is due.
        time.sleep(12)
        before = switches(gateway.process)
        time.sleep(QUIET)
        woken = switches(gateway.process) - before
        resident, private = memory(gateway.process)
        threads = len(os.listdir(f"/proc/{gateway.process}/task"))
        print(f"resident {resident} KiB, private {private} KiB, {threads} threads, woken {woken} times in {QUIET} s")
        assert resident <= 18 * 1024 and private <= 4 * 1024
        assert woken == 0
        assert threads == 1


@case("G3 the unit reads the panel's own symbols, and names one that others may write", 120)
def symbols():
    folder = pathlib.Path("/etc/holdfast/symbols")
    folder.mkdir()
    try:
        for name in ["gate", "shared"]:
            (folder / f"{name}.svg").write_text('<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
        (folder / "shared.svg").chmod(0o666)
        with Unit("holdfast-gateway.service") as gateway:
            gateway.start()
            status, drawing = get("/symbols/gate.svg")
            assert status == 200 and b'<path d="M0 0h9v9z">' in drawing, drawing
            assert get("/symbols/shared.svg")[0] == 404
            told = gateway.journal()
            assert "chmod go-w /etc/holdfast/symbols/shared.svg" in told, told
    finally:
        shutil.rmtree(folder)


@case("G4 the panel reads and performs controls behind MQTT by the gateway, whose socket goes with it", 120)
def topics():
    behind = """
name: Hall
domain: org.example.hall
controls:
  porch: {title: Porch, toggle: {mqtt: {command: porch/set, state: porch/state}}}
"""
    path = pathlib.Path("/run/holdfast/extensions/gateway")
    with file(behind), Board(pulls={17: 1}), Unit("holdfast.service") as panel, Unit("holdfast-gateway.service") as gateway:
        gateway.start()
        assert (path.owner(), path.group(), path.stat().st_mode & 0o777) == ("holdfast-gateway", "holdfast-core", 0o660)
        panel.start()
        until(lambda: "names no broker" in control("porch").get("failure", ""), "the gateway answers")
        gateway.stop()
        until(lambda: not path.exists(), "the socket goes")
        until(lambda: status()["extensions"][0]["state"] == "absent", "the panel misses the gateway")
        gateway.start()
        until(lambda: status()["extensions"][0]["state"] == "ready", "the gateway answers again")


@case(
    "G5 an extension's resources are installed, replaced and removed with it, and the gateway serves its symbols", 240,
    long=True)
def resources():
    text = """
name: Hall
domain: org.example.hall
extensions:
  - {name: bells, domain: org.example.bells}
"""
    programs = pathlib.Path("/usr/local/lib/holdfast/extensions")

    def left():
        return sorted(path.name for path in programs.iterdir() if "bells" in path.name)

    def install(version):
        said("extension", "install", f"{name}/Bells")
        assert os.readlink(programs / "bells") == f".bells.{version}/Bells"
        assert left() == [f".bells.{version}", "bells"], left()

    with file(text), tempfile.TemporaryDirectory() as name, Unit("holdfast-gateway.service") as gateway:
        symbols = pathlib.Path(name) / "House_Bells.resources/Assets.xcassets/bell.symbolset"
        symbols.mkdir(parents=True)
        (symbols / "bell.svg").write_text('<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
        # As a user with a strict umask has it.
        (symbols / "bell.svg").chmod(0o600)
        shutil.copy("/mnt/appliance/extension", f"{name}/Bells")
        gateway.start()
        assert get("/symbols/bell.svg")[0] == 404
        try:
            for version in [1, 2]:
                install(version)
                # The command has restarted the gateway.
                answer, drawing = get("/symbols/bell.svg")
                assert answer == 200 and b'<path d="M0 0h9v9z">' in drawing, (answer, drawing)
            # A version without resources takes the former one's from the page, too.
            os.rename(f"{name}/House_Bells.resources", f"{name}/away")
            install(1)
            assert get("/symbols/bell.svg")[0] == 404
            process = gateway.process
            install(2)
            assert gateway.process == process, "no version has resources, and the gateway goes on"
            os.rename(f"{name}/away", f"{name}/House_Bells.resources")
            install(1)
            assert get("/symbols/bell.svg")[0] == 200
        finally:
            said("extension", "remove", "bells")
        assert left() == []
        assert get("/symbols/bell.svg")[0] == 404
        # An interrupted installation may leave a version without a link.
        (programs / ".bells.3").mkdir()
        said("extension", "remove", "bells")
        assert left() == []
