"""What must hold of the panel's HTTP API: at the gateway itself, and behind a proxy."""

import collections
import contextlib
import http.client
import pathlib
import re
import resource
import select
import socket
import struct
import threading
import time
import traceback

from trial import OWNER, PIN

# Another machine, where a server counts by address.
ATTACKER = "127.0.0.66"
CASES = []


def case(name):
    def add(function):
        CASES.append((name, function))
        return function
    return add


def problem(answer, kind, status):
    found, response, body = answer
    assert (found, response.getheader("Content-Type")) == (status, "application/problem+json"), (found, body)
    assert body["type"] == f"urn:holdfast:problem:{kind}" and body["status"] == status and body["detail"], body
    return body


def refused(panel, answer, kind, status):
    """A refusal that a proxy may make itself, without a problem's details."""
    if panel.entrance.refuses_hosts:
        assert answer[0] == status, answer
    else:
        problem(answer, kind, status)


class Report:
    """Prints a line for each case, also into a file."""

    def __init__(self, file=None):
        self._file, self.failed = open(file, "w") if file else None, False

    def run(self, cases, panel, where=""):
        """`cases`: pairs of a name and a function of `panel`, which may return figures."""
        for name, function in cases:
            began = time.monotonic()
            try:
                figures = function(panel)
                line = f"ok gateway: {where}{name}" + (f" ({figures})" if figures else "")
            except Exception as error:  # Any failure is the case's, and the next ones run.
                traceback.print_exc()
                line, self.failed = f"not ok gateway: {where}{name}: {type(error).__name__}: {str(error)[:300]!r}", True
            print(f"{line} # {time.monotonic() - began:.1f} s", flush=True)
            if self._file:
                print(line, file=self._file, flush=True)


@case("controls are listed, performed and set, and a toggle's state follows")
def controls(panel):
    status, response, body = panel.call("GET", "controls")
    assert status == 200 and [control["snapshot"]["title"] for control in body["controls"]] == [
        "Lamp", "Safe", "Door", "Slow", "Bell"]
    assert response.getheader("Cache-Control") == "no-store" and response.getheader("X-Content-Type-Options") == "nosniff"
    for wanted in [True, False, True]:
        status, _, body = panel.call("POST", "controls/lamp/set", {"isOn": wanted})
        assert status == 200 and body["control"]["snapshot"]["isOn"] is wanted, body
    status, _, body = panel.call("POST", "controls/org.example.trial.lamp/perform")
    assert status == 200 and body["control"]["snapshot"]["isOn"] is False, body
    status, _, body = panel.call("GET", "controls/buttons.action.hold")
    assert status == 200 and body["name"] == "org.example.trial.lamp", body
    for path in ["controls/lamp/reload", "reload"]:
        assert panel.call("POST", path)[0] == 204
    assert panel.call("GET", "controls/lamp/perform")[0] == 405
    changes = panel.call("GET", "controls/lamp/changes")[2]["changes"]
    assert [change["isOn"] for change in changes] == [False, True, False, True, False], changes
    assert [change["valueText"] for change in changes[:2]] == ["Off", "On"] and changes[0]["time"] < changes[-1]["time"], changes
    problem(panel.call("GET", "controls/lump/changes"), "no-such-control", 404)


@case("a guarded control wants a PIN in the session, performs with it, and is private without")
def guarded(panel):
    problem(panel.call("POST", "controls/safe/perform"), "authentication-required", 401)
    assert panel.call("GET", "controls/safe")[2]["snapshot"]["isRedacted"] is True
    problem(panel.call("GET", "controls/safe/changes"), "authentication-required", 401)
    problem(panel.call("POST", "session", {"pin": "888881"}), "wrong-pin", 403)
    token = panel.unlock()
    status, _, session = panel.call("GET", "session", token=token)
    assert (session["person"], session["role"], session["takesPINs"]) == (OWNER, "owner", True) and session["seconds"] > 200
    assert panel.call("POST", "controls/safe/perform", token=token)[0] == 200
    assert panel.call("GET", "controls/safe", token=token)[2]["snapshot"]["isOn"] is True
    changes = panel.call("GET", "controls/safe/changes", token=token)[2]["changes"]
    assert [change["isOn"] for change in changes] == [False, True], changes
    # The panel is locked at its own pad.
    problem(panel.call("POST", "controls/door/perform", token=token), "refused", 409)
    history = panel.call("GET", "history", token=token)[2]
    entries = history["entries"]
    assert entries[-1]["who"] == OWNER and history["isReduced"] is False, history
    # The trail leaves out controls that need no PIN; the history has them in between.
    assert len([entry for entry in entries if entry.get("subject") == "org.example.trial.lamp"]) == 4, entries
    assert [entry["time"] for entry in entries] == sorted(entry["time"] for entry in entries), entries
    assert panel.call("GET", "people", token=token)[2]["people"] == [{"name": OWNER, "role": "owner"}]
    assert panel.call("DELETE", "session", token=token)[0] == 204
    problem(panel.call("POST", "controls/safe/perform", token=token), "authentication-required", 401)
    assert "person" not in panel.call("GET", "session", token=token)[2]


@case("attack: without a session a client reads no name or guarded control, and changes no layout, though the gateway could")
def rights(panel):
    status, _, history = panel.call("GET", "history")
    assert status == 200 and history["isReduced"] is True, history
    assert {entry["subject"] for entry in history["entries"]} == {"org.example.trial.lamp"}, history
    assert {entry["who"] for entry in history["entries"]} == {"a program"}, history
    assert not [entry for entry in history["entries"] if "number" in entry or entry["what"] != "perform"], history
    assert len(panel.call("GET", "history?last=2")[2]["entries"]) == 2
    problem(panel.call("GET", "people"), "refused", 409)
    for path, body in [
            ("place", {"control": "door", "place": "buttons.action.hold"}), ("remove", {"place": "lock_screen.1"}),
            ("move", {"place": "lock_screen.1", "to": "lock_screen.2"}), ("reset", {}),
            ("resize", {"place": "control_center.1", "size": "small"}),
            ("configure", {"place": "lock_screen.1", "configuration": {}})]:
        problem(panel.call("POST", f"layout/{path}", body), "authentication-required", 401)


@case("the layout is changed with a session, and the gallery lists what can be placed")
def layout(panel):
    token = panel.unlock()
    places = [item["place"] for item in panel.call("GET", "layout")[2]["items"]]
    assert "control_center.2" in places, places
    status, _, item = panel.call("POST", "layout/place", {"control": "slow", "place": "control_center", "size": "small"}, token)
    assert status == 200 and item["control"]["size"] == "small", item
    assert panel.call("POST", "layout/resize", {"place": item["place"], "size": "large"}, token)[2]["control"]["size"] == "large"
    assert panel.call("POST", "layout/move", {"place": item["place"], "to": "control_center.1"}, token)[2]["place"] == "control_center.1"
    assert panel.call("POST", "layout/remove", {"place": "control_center.1"}, token)[0] == 204
    assert panel.call("POST", "layout/reset", {}, token)[0] == 204
    problem(panel.call("POST", "layout/remove", {"place": "control_centre.1"}, token), "no-such-place", 404)
    problem(panel.call("POST", "layout/resize", {"place": "control_center.1", "size": "huge"}, token), "invalid-request", 400)
    status, _, body = panel.call("GET", "gallery?search=lamp")
    assert status == 200 and [control["key"] for control in body["controls"]] == ["lamp"], body


@case("a performance that lasts is answered at once, and its end comes by its identifier, and by no stream of events")
def lasting(panel):
    with panel.events() as stream:
        stream.state()
        status, _, begun = panel.call("POST", "controls/slow/perform")
        assert status == 202 and begun["isDone"] is False, (status, begun)
        path = f"operations/{begun['operation']}"
        assert panel.call("GET", path)[2] == begun
        result = panel.call("GET", f"{path}?after={begun['changes']}")[2]
        assert result["isDone"] and "failure" not in result["result"], result
        assert panel.call("GET", path)[2] == result
        panel.holdfast("set", "lamp", "on")
        found = stream.until(lambda event, data: data.get("event") == "performed" and data["name"].endswith(".lamp"))
        assert not [event for event, _ in found if event == "operation"], found
        panel.holdfast("set", "lamp", "off")
    token = panel.unlock()
    with panel.events(token) as stream:
        stream.state()
        own = panel.call("POST", "controls/slow/perform", token=token)[2]["operation"]
        assert panel.call("GET", f"operations/{own}?after=0", token=token)[2]["result"]
        panel.holdfast("set", "lamp", "on")
        found = stream.until(lambda event, data: data.get("event") == "performed" and data["name"].endswith(".lamp"))
        assert not [event for event, _ in found if event == "operation"], found
        panel.holdfast("set", "lamp", "off")
    problem(panel.call("GET", f"operations/{own}"), "no-such-operation", 404)
    assert panel.call("DELETE", "session", token=token)[0] == 204
    problem(panel.call("GET", f"operations/{own}", token=token), "no-such-operation", 404)
    for after in ["-1", "x"]:
        problem(panel.call("GET", f"{path}?after={after}"), "invalid-request", 400)
    problem(panel.call("GET", path, token="0f" * 32), "no-such-operation", 404)
    problem(panel.call("GET", "operations/0123456789abcdef"), "no-such-operation", 404)


@case("events begin with the whole state, and go on where a client was cut off")
def events(panel):
    with panel.events() as stream:
        state = stream.state()
        assert state[0] == ("notice", {"event": "reset"}) and any(data.get("name", "").endswith("lamp") for _, data in state)
        panel.call("POST", "controls/lamp/set", {"isOn": True})
        stream.until(lambda event, data: data.get("event") == "performed")
    with panel.events() as keeper:
        # The feed lives while a client is connected: this one keeps it.
        keeper.state()
        panel.call("POST", "controls/lamp/set", {"isOn": False})
        keeper.until(lambda event, data: data.get("event") == "performed")
        seen = keeper.last
        panel.call("POST", "controls/lamp/set", {"isOn": True})
        keeper.until(lambda event, data: data.get("event") == "performed")
        with panel.events(last=seen) as resumed:
            found = resumed.until(lambda event, data: data.get("event") == "performed")
            assert [data["event"] for _, data in found].count("reset") == 0, found
        with panel.events(last="00000000-1") as other:
            assert other.state()[0] == ("notice", {"event": "reset"}), "an unknown identifier resumes nothing"


@case("a session's events show what it may see, and end when it is locked; nothing of them is resumed without it")
def session_events(panel):
    token = panel.unlock()
    with panel.events(token) as stream, panel.events() as anybody:
        def safe(state):
            return next(data["control"]["snapshot"] for _, data in state if data.get("name", "").endswith("safe"))
        assert safe(stream.state()).get("isRedacted") is not True
        assert safe(anybody.state())["isRedacted"] is True
        last = stream.last
        assert panel.call("DELETE", "session", token=token)[0] == 204
        stream.until(lambda event, data: event == "session" and data["isLocked"])
        while stream.next() is not None:
            pass
        with panel.events(last=last) as resumed:
            assert safe(resumed.state())["isRedacted"] is True
    with panel.events(token) as stream:
        stream.until(lambda event, data: event == "session" and data["isLocked"])


@case("attack: foreign hosts and origins, forms of other sites and malformed tokens are refused")
def hosts(panel):
    for host in ["evil.example", "panel.test.evil.example"]:
        refused(panel, panel.call("GET", "controls", headers={"Host": host}), "misdirected", 421)
    own = panel.entrance.origin
    assert panel.call("POST", "reload", headers={"Origin": own, "Sec-Fetch-Site": "same-origin"})[0] == 204
    foreign = ["https://evil.example", "null", own + ".evil.example", own + ":81", "http://localhost"]
    for headers in [{"Origin": origin} for origin in foreign] + [{"Sec-Fetch-Site": site} for site in ["cross-site", "same-site"]]:
        problem(panel.call("POST", "reload", headers=headers), "foreign-origin", 403)
        problem(panel.call("GET", "events", headers=headers), "foreign-origin", 403)
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]:
        problem(panel.call("POST", "controls/lamp/set", headers={"Content-Type": kind}, raw='{"isOn": true}'),
                "unsupported-media-type", 415)
    for token in ["x", "0f" * 31, "0f" * 33, "g" * 64]:
        problem(panel.call("GET", "controls", token=token), "session-expired", 401)


@case("attack: no page shows the panel in a frame")
def frames(panel):
    for path in ["/", "/api/v1/controls", "/api/v1/none"]:
        policies = panel.call("GET", path)[1].headers.get_all("Content-Security-Policy")
        assert len(policies) == 1 and "frame-ancestors 'none'" in policies[0], policies


@case("attack: malformed bodies, deep ones, unknown paths and path traversal get a problem, and do nothing")
def malformed(panel):
    before = panel.call("GET", "controls/lamp")[2]["snapshot"]["isOn"]
    for raw in ["", "{", "[]", "null", '{"isOn": "yes"}', '{"isOn": 1}', "{}", "[" * 5_000, '{"isOn":true,"parameters":' + "[" * 400,
                "\x00", '{"isOn": true} x', '{"isOn": true, "parameters": 5}']:
        answer = panel.call("POST", "controls/lamp/set", headers={"Content-Type": "application/json"}, raw=raw.encode())
        problem(answer, "invalid-request", 400)
    assert panel.call("GET", "controls/lamp")[2]["snapshot"]["isOn"] is before
    for path in ["", "../../etc/passwd", "..%2f..%2fetc%2fpasswd", "controls/%2e%2e", "controls/lamp%00", "x" * 5_000,
                 "/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%5c..%5cetc%5cpasswd", "//etc/passwd"]:
        status, _, body = panel.call("GET", path)
        assert status in [200, 400, 404, 414] and "root:" not in str(body), path
    for query in ["last=0", "last=1001", "last=x"]:
        problem(panel.call("GET", f"history?{query}"), "invalid-request", 400)
    for pin in ["", "12a456", "1" * 33]:
        problem(panel.call("POST", "session", {"pin": pin}), "invalid-request", 400)
    body = b"{" + b" " * 70_000 + b"}"
    assert panel.call("POST", "controls/lamp/set", headers={"Content-Type": "application/json"}, raw=body)[0] == 413
    # A server may close the connection before the client has sent the whole head.
    with contextlib.suppress(OSError, http.client.HTTPException):
        assert panel.call("GET", "controls", headers={"X-Long": "x" * 1_000_000})[0] in [400, 431]
    assert panel.call("GET", "health")[0] == 200


@case("attack: guesses over HTTP are locked out after eight in all, and the pad stays usable")
def guessing(panel):
    kinds = []
    for number in range(12):
        kinds.append(panel.call("POST", "session", {"pin": f"88{number:02}46"})[2]["type"].rpartition(":")[2])
    assert kinds.count("wrong-pin") <= 8 and kinds[-1] == "refused", kinds
    problem(panel.call("POST", "session", {"pin": PIN}), "refused", 409)
    status = panel.call("GET", "status")[2]
    assert status["lock"]["remoteLockout"] > 0 and "lockout" not in status["lock"], status
    panel.holdfast("pin", "reset")


@contextlib.contextmanager
def readers(panel, count, path="controls"):
    """`count` connections of another machine, each with one GET after the other, until the context ends."""
    statuses, stop = collections.Counter(), threading.Event()

    def read():
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = panel.entrance.connect(ATTACKER)
            with contextlib.closing(connection):
                while not stop.is_set():
                    connection.request("GET", f"/api/v1/{path}", headers={"Host": panel.host})
                    response = connection.getresponse()
                    response.read()
                    statuses[response.status] += 1

    threads = [threading.Thread(target=read) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        while sum(statuses.values()) < count:
            time.sleep(0.01)
        yield statuses
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@case("attack: 100 connections that read without a session keep nobody from unlocking, performing with a session and locking")
def busy(panel):
    answers, longest = collections.Counter(), 0
    with readers(panel, 100) as statuses:
        for number in range(20):
            began = time.monotonic()
            status, _, session = panel.call("POST", "session", {"pin": PIN})
            assert status == 200, session
            answers["POST session", status] += 1
            token = session.get("token")
            answers["POST set", panel.call("POST", "controls/lamp/set", {"isOn": number % 2 == 0}, token)[0]] += 1
            answers["GET session", panel.call("GET", "session", token=token)[0]] += 1
            answers["DELETE session", panel.call("DELETE", "session", token=token)[0]] += 1
            answers["POST lock", panel.call("POST", "lock")[0]] += 1
            longest = max(longest, time.monotonic() - began)
    assert answers == {("POST session", 200): 20, ("POST set", 200): 20, ("GET session", 200): 20,
                       ("DELETE session", 204): 20, ("POST lock", 204): 20}, (answers, statuses)
    panel.holdfast("set", "lamp", "off")
    return f"the slowest of 20 rounds of five calls took {1000 * longest:.0f} ms, beside {sum(statuses.values())} answers"


@case("attack: one machine has some requests under way at a time, and others are served meanwhile")
def under_way(panel):
    most, statuses = panel.entrance.requests, collections.Counter()
    with contextlib.ExitStack() as stack:
        begun = panel.call("POST", "controls/slow/perform")[2]
        # A quiet stream whose client has gone keeps its place until the gateway refuses a request.
        for _ in range(5):
            with panel.events(machine=ATTACKER) as stream:
                stream.state()

        def wait_for_the_end(count):
            connections = [stack.enter_context(contextlib.closing(panel.entrance.connect(ATTACKER))) for _ in range(count)]
            for connection in connections:
                connection.request("GET", f"/api/v1/operations/{begun['operation']}?after={begun['changes']}",
                                   headers={"Host": panel.host})
            return connections

        waiting, refused = wait_for_the_end(100), []
        while len(refused) < 100 - most:
            refused = select.select([connection.sock for connection in waiting], [], [], 4)[0]
        waiting += wait_for_the_end(10)
        token = panel.unlock()
        assert panel.call("POST", "controls/lamp/set", {"isOn": False}, token)[0] == 200
        assert panel.call("GET", "session", token=token)[2]["person"] == OWNER
        statuses.update(connection.getresponse().status for connection in waiting)
    assert panel.call("DELETE", "session", token=token)[0] == 204
    assert statuses == {200: most, 429: 110 - most}, statuses


@case("attack: 80 event streams of one machine leave room for others, and the room comes back")
def streams(panel):
    most, streams, ends = panel.entrance.streams, [], []
    with contextlib.ExitStack() as stack:
        for _ in range(80):
            stream = stack.enter_context(panel.events(machine=ATTACKER))
            (streams if stream.response.status == 200 else ends).append(stream)
        assert (len(streams), {stream.response.status for stream in ends}) == (most, {429}), len(streams)
        assert panel.call("POST", "controls/lamp/set", {"isOn": True})[0] == 200
        with panel.events(panel.unlock()) as stream:
            stream.state()
        panel.holdfast("set", "lamp", "off")
    until = time.monotonic() + 10
    while not is_open(panel):
        assert time.monotonic() < until, "the streams that have ended keep their places"


def is_open(panel):
    with panel.events(machine=ATTACKER) as stream:
        return stream.response.status == 200


@case("attack: 10,000 slow connections leave the API, events and the panel usable, and the gateway within its memory")
def slow(panel):
    count, usual = raise_file_limit(10_000)
    connections, flooding = [], threading.Thread(target=lambda: open_slowly(panel.entrance, connections, count))
    flooding.start()
    try:
        with panel.events() as stream:
            stream.state()
            calls, longest, remaining = 0, 0, 20
            # During the flood, and 20 calls after it.
            while remaining:
                remaining -= not flooding.is_alive()
                began, calls = time.monotonic(), calls + 1
                assert panel.call("POST", "controls/lamp/set", {"isOn": calls % 2 == 1})[0] == 200
                stream.until(lambda event, data: data.get("event") == "performed")
                longest = max(longest, time.monotonic() - began)
            panel.holdfast("set", "lamp", "off")
        assert len(connections) == count, f"{len(connections)} connections"
        peak, most = panel.memory(), gateway_memory()
        assert peak < most and longest < 3, (peak, longest)
        return f"{count} connections; the slowest of {calls} calls took {1000 * longest:.0f} ms; {peak >> 20} of {most >> 20} MB"
    finally:
        flooding.join()
        for connection in connections:
            # Without an orderly end, whose rest would stay in the kernel for a minute.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)


def raise_file_limit(count):
    """Lets this program have `count` connections. Returns how many it may have, and the former limits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 500
    with contextlib.suppress(ValueError, PermissionError):
        # Root may raise the hard limit, too.
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, max(wanted, hard)))
        return count, (soft, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard - 500, (soft, hard)


def open_slowly(entrance, connections, count):
    """Opens connections whose clients stop in the middle: of a TLS handshake, of a request's head, of its body."""
    hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
    head = f"GET /api/v1/controls HTTP/1.1\r\nHost: {entrance.host}\r\nX-".encode()
    body = (f"POST /api/v1/controls/lamp/set HTTP/1.1\r\nHost: {entrance.host}\r\nContent-Type: application/json\r\n"
            "Content-Length: 20\r\n\r\n{").encode()
    for number in range(count):
        # Handshakes cost the processor of this machine, too, so most stop before.
        is_whole = entrance.tls is None or number % 20 == 0
        connection = entrance.socket(ATTACKER) if is_whole else socket.create_connection(entrance.address, 20, (ATTACKER, 0))
        connections.append(connection)
        with contextlib.suppress(OSError):
            # The server may have closed it.
            connection.sendall((head if number % 3 else body) if is_whole else hello)


def gateway_memory():
    """The bytes that the unit lets the gateway have."""
    unit = (pathlib.Path(__file__).parents[2] / "deploy/holdfast-gateway.service").read_text()
    return int(re.search(r"^MemoryMax=(\d+)M$", unit, re.MULTILINE)[1]) << 20


@case("health, metrics and the API's description are there without a session")
def description(panel):
    assert panel.call("GET", "health")[2]["status"] == "ok"
    status, response, text = panel.call("GET", "metrics")
    assert status == 200 and "holdfast_up 1" in text and response.getheader("Content-Type").startswith("text/plain; version=0.0.4")
    document = panel.call("GET", "openapi.json")[2]
    assert document["openapi"] == "3.1.0" and "/controls/{control}/perform" in document["paths"]
