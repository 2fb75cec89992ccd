"""A Raspberry Pi 3 that QEMU emulates, which starts from Holdfast's card.

QEMU has no VideoCore, which runs the firmware. So this module does what the firmware does: it reads config.txt of the boot partition,
and gives the kernel, the device tree and the initramfs of `os_prefix` to the emulator.
"""
import contextlib
import json
import pathlib
import re
import socket
import struct
import subprocess
import tempfile
import threading
import time

# The boot partition begins after 4 MiB.
BOOT = "@@4M"
# The card's size must be a power of two for the emulated controller.
CARD_SIZE = "4G"


def run(*command, check=True, input=None, timeout=120):
    return subprocess.run(command, check=check, input=input, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout).stdout


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Card:
    """A card's file, with access to its boot partition by any computer's means: mtools knows FAT alone."""

    def __init__(self, path, image=None, size=CARD_SIZE):
        self.path = pathlib.Path(path)
        if image is not None:
            # The copy is sparse, like the image.
            run("cp", "--sparse=always", str(image), str(self.path))
            run("truncate", "-s", size, str(self.path))

    @property
    def _drive(self):
        return f"{self.path}{BOOT}"

    def read(self, name):
        return run("mtype", "-i", self._drive, f"::{name}")

    def write(self, name, data):
        data = data.encode() if isinstance(data, str) else data
        run("mcopy", "-o", "-i", self._drive, "-", f"::{name}", input=data)

    def extract(self, name, path):
        run("mcopy", "-o", "-i", self._drive, f"::{name}", str(path))

    def report(self):
        return self.read("holdfast-report.txt").decode().rstrip("\r\n").replace("\r\n", "\n")

    def _partition(self, number):
        """The first byte of a partition."""
        partitions = json.loads(run("/usr/sbin/sfdisk", "--json", str(self.path)))["partitiontable"]["partitions"]
        return next(part["start"] for part in partitions if part["node"].endswith(str(number))) * 512

    @contextlib.contextmanager
    def _mounted(self, number):
        with tempfile.TemporaryDirectory(prefix="holdfast-card-") as folder:
            run("mount", "-o", f"loop,offset={self._partition(number)}", str(self.path), folder)
            try:
                yield pathlib.Path(folder)
            finally:
                run("umount", folder)

    def data(self):
        """The data partition as a folder, while no board uses the card. Needs root."""
        return self._mounted(3)

    def system(self, name):
        """The system a or b as a folder, while no board uses the card. Needs root."""
        return self._mounted({"a": 2, "b": 4}[name])

    def fill(self):
        """Fills the boot partition to its last cluster."""
        free = next(line for line in run("mdir", "-i", self._drive, "::").decode().splitlines() if "bytes free" in line)
        self.write("film.mp4", bytes(int(free.replace("bytes free", "").replace(" ", ""))))

    def damage(self, name):
        """Has the directory's entry of a file name a cluster that the partition does not have."""
        start = self._partition(1)
        with open(self.path, "r+b") as file:
            file.seek(start)
            sector = file.read(512)
            # Microsoft's FAT specification, 3.1: the reserved sectors, the number of tables, and their size in sectors.
            reserved, tables, size = struct.unpack("<H", sector[14:16])[0], sector[16], struct.unpack("<I", sector[36:40])[0]
            root = start + (reserved + tables * size) * 512
            file.seek(root)
            entries = file.read(65_536)
            # 6.1: an entry has the short name in its first 11 bytes, such as PANEL~1 YAM, and the cluster's upper half at 20.
            stem, end = (part.upper().encode() for part in name.split("."))
            entry = next(place for place in range(0, len(entries), 32) if entries[place + 11] != 0x0F
                         and entries[place:].startswith(stem[:6]) and entries[place + 8:].startswith(end[:3]))
            file.seek(root + entry + 20)
            file.write(b"\xff\x0f")

    def copy(self, path):
        run("cp", "--sparse=always", str(self.path), str(path))
        return Card(path)


class Board:
    """The machine, from power-on until it powers off, or until its power is cut.

    The console has the kernel's messages and the journal. An emulated USB controller costs most of the host's time, so that a board
    without a network starts several times faster.
    """

    def __init__(self, card, folder, network=True, watchdog=False):
        self.card, self.folder, self.network, self.watchdog = card, pathlib.Path(folder), network, watchdog
        self.folder.mkdir(parents=True, exist_ok=True)
        self.ports = {name: free_port() for name in ["ssh", "http", "https"]}
        self.key = self.folder.parent / "key"
        self.console = self.folder / "console.log"
        self.process = None
        self._text, self._news = "", threading.Condition()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        if error[0] is not None:
            print(self._text[-3000:])
        self.cut()

    def start(self):
        settings = dict(line.split("=", 1) for line in self.card.read("config.txt").decode().splitlines()
                        if "=" in line and not line.startswith("#"))
        self.system = settings["os_prefix"].rstrip("/")
        files = {"vmlinuz": settings["kernel"], "initrd.img": "initrd.img", "dtb": "bcm2837-rpi-3-b.dtb", "cmdline.txt": "cmdline.txt"}
        for name, file in files.items():
            self.card.extract(settings["os_prefix"] + file, self.folder / name)
        self.monitor_path = self.folder / "monitor"
        self.monitor_path.unlink(missing_ok=True)
        forward = ",".join(f"hostfwd=tcp:127.0.0.1:{self.ports[name]}-:{port}" for name, port in
                           [("ssh", 22), ("http", 80), ("https", 443)])
        usb = ["-netdev", f"user,id=net,{forward}", "-device", "usb-net,netdev=net", "-device", "usb-kbd,serial=pad"]
        words = (self.folder / "cmdline.txt").read_text().replace(" quiet", "").strip()
        words += " systemd.journald.forward_to_console=1 systemd.show_status=1"
        # QEMU 7.2 restarts the board as soon as its watchdog is armed.
        words += "" if self.watchdog else " systemd.watchdog_sec=0"
        self.process = subprocess.Popen([
            # The kernel kills QEMU when this script ends in any way.
            "setpriv", "--pdeathsig", "KILL", "qemu-system-aarch64", "-M", "raspi3b", "-accel", "tcg,thread=multi",
            "-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd.img"), "-dtb", str(self.folder / "dtb"),
            "-append", words, "-drive", f"if=sd,format=raw,file={self.card.path}", "-serial", "stdio", "-display", "none", "-no-reboot",
            "-monitor", f"unix:{self.monitor_path},server,nowait", *(usb if self.network else [])],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(self.folder / "qemu.log", "wb"))
        self.began = time.monotonic()
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, output):
        with open(self.console, "wb") as file:
            while block := output.read1(65536):
                file.write(block)
                file.flush()
                with self._news:
                    self._text += block.decode(errors="replace")
                    self._news.notify_all()
        # A waiting case asks whether the process has ended.
        self.process.wait()
        with self._news:
            self._news.notify_all()

    def wait_for_console(self, pattern, seconds=900):
        """Waits until the console has the pattern, and returns its match."""
        found = None

        def arrived():
            nonlocal found
            found = re.search(pattern, self._text)
            return found or self.process.poll() is not None

        with self._news:
            assert self._news.wait_for(arrived, seconds) and found, f"the console has no {pattern!r} after {self.seconds:.0f} s"
        return found

    @property
    def seconds(self):
        return time.monotonic() - self.began

    def run_for(self, seconds):
        """Lets the machine run for a while; it must not end."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return
        raise AssertionError("the machine has ended")

    def cut(self):
        """Cuts the power."""
        self._log_out()
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait()

    def _log_out(self):
        if (self.folder / "ssh").exists():
            run("ssh", "-o", f"ControlPath={self.folder}/ssh", "-O", "exit", "pi@127.0.0.1", check=False)

    def wait_for_end(self, seconds=300):
        """Waits until the machine has powered off, or has restarted."""
        self.process.wait(seconds)

    def monitor(self, command):
        """Gives the emulator a command, and returns its answer."""
        with socket.socket(socket.AF_UNIX) as one:
            one.settimeout(30)
            one.connect(str(self.monitor_path))
            answers = []
            for line in ["", command + "\n"]:
                one.sendall(line.encode())
                answer = b""
                while not answer.endswith(b"(qemu) "):
                    answer += one.recv(65536)
                answers.append(answer)
            return answers[1].decode(errors="replace")

    def keys(self, text):
        """Types at the keyboard of the machine."""
        for one in text:
            self.monitor(f"sendkey {'ret' if one == chr(10) else one}")

    def ssh(self, command, check=True, timeout=180, input=None):
        done = subprocess.run(
            ["ssh", "-i", str(self.key), "-p", str(self.ports["ssh"]), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
             "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "ConnectTimeout=20",
             # One login for all commands: each costs the emulated board ten seconds.
             "-o", "ControlMaster=auto", "-o", f"ControlPath={self.folder}/ssh", "-o", "ControlPersist=yes", "pi@127.0.0.1", command],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=timeout, input=input)
        assert not check or done.returncode == 0, (command, done)
        return done.stdout if check else done

    def wait_for_ssh(self, seconds=900):
        self.wait_for_console(r"Started ssh\.service", seconds)
        end = time.monotonic() + seconds
        while True:
            assert self.process.poll() is None, "the machine has ended"
            with contextlib.suppress(subprocess.TimeoutExpired):
                if self.ssh("true", check=False, timeout=60).returncode == 0:
                    return self.seconds
            assert time.monotonic() < end, "nobody can log in"

    def wait_for_report(self, seconds=420):
        """Waits until the start's report is written."""
        self.wait_for_console("Holdfast's report of its last start", seconds)
        self.wait_for_console("holdfast-card-report.service: Deactivated", seconds)
        return self.card.report()

    def status(self):
        return json.loads(self.ssh("holdfast status --json"))


def make_key(folder):
    """The key of the person who logs in, in the folder of all boards."""
    key = pathlib.Path(folder) / "key"
    if not key.exists():
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key))
    return (key.parent / "key.pub").read_text().strip()


def settings(folder, **lines):
    return "".join(f"{name.replace('_', '-')} = {value}\n" for name, value in {"name": "panel", "ssh-key": make_key(folder), **lines}.items())
