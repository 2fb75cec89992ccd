"""Root's access while other users hold connections, on the sockets as they are installed."""

import grp
import subprocess
import sys
import time

from appliance import Board, Unit, case

PATH = "/run/holdfast/panel"
USERS = [40_001, 40_002]
# Holds connections until its input ends. The panel greets each, which shows that all are accepted.
HOLDER = """
import socket, sys
held = []
for _ in range(int(sys.argv[2])):
    one = socket.socket(socket.AF_UNIX)
    one.connect(sys.argv[1])
    one.sendall(sys.argv[3].encode() + b"\\0")
    one.recv(65536)
    held.append(one)
print("held", flush=True)
sys.stdin.read()
"""
INFO = '{"method":"org.varlink.service.GetInfo"}'
WATCH = '{"method":"io.holdfast.Panel.Watch","more":true}'


def hold(user, count, call):
    group = grp.getgrnam("holdfast").gr_gid
    process = subprocess.Popen([sys.executable, "-c", HOLDER, PATH, str(count), call], user=user, group=group,
                               extra_groups=[], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "held\n"
    return process


def release(processes):
    for process in processes:
        process.stdin.close()
    for process in processes:
        process.wait(30)


def root(*words):
    begun = time.monotonic()
    result = subprocess.run(["/usr/local/bin/holdfast", *words], capture_output=True, text=True, timeout=30)
    assert result.returncode == 0, f"{words}: {result.stderr or result.stdout}"
    return time.monotonic() - begun


def told(user, count, call):
    """The answer on the last of `count` + 1 connections of one process."""
    script = HOLDER.replace('print("held", flush=True)', """
one = socket.socket(socket.AF_UNIX)
one.connect(sys.argv[1])
if len(held) < 24:
    one.sendall(sys.argv[3].encode() + b"\\0")
print(one.recv(65536).decode())""")
    return subprocess.run([sys.executable, "-c", script, PATH, str(count), call], user=user,
                          group=grp.getgrnam("holdfast").gr_gid, extra_groups=[], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=30).stdout


@case("N1 two users with 64 idle connections leave root its status, lock and pin reset", 120)
def idle():
    with Board(pulls={17: 1}), Unit("holdfast.service") as panel:
        panel.start()
        holders = [hold(user, 16, INFO) for user in USERS for _ in range(2)]
        try:
            for words in (["status"], ["lock"], ["pin", "reset"]):
                print(f"{' '.join(words)}: {root(*words) * 1000:.0f} ms")
        finally:
            release(holders)


@case("N2 where all streams are in use, root gets one, and others are told why they do not", 120)
def in_use():
    with Board(pulls={17: 1}), Unit("holdfast.service") as panel:
        panel.start()
        reason = told(USERS[0], 24, WATCH)
        assert "as many connections as a process may have (24)" in reason, reason
        holders = [hold(user, 24, WATCH) for user in USERS]
        try:
            reason = told(40_004, 0, WATCH)
            assert "io.holdfast.NoRoom" in reason and "all 48 streams are in use" in reason, reason
            monitor = subprocess.Popen(["/usr/local/bin/holdfast", "monitor", "--json"], stdout=subprocess.PIPE, text=True)
            try:
                assert monitor.stdout.readline().startswith("{"), "root has no stream"
            finally:
                monitor.kill()
                monitor.wait(30)
            root("status")
        finally:
            release(holders)
