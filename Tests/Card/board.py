"""A Raspberry Pi 3 that QEMU emulates, which starts from Holdfast's card.

QEMU has no VideoCore, which runs the firmware. So this module does what the firmware does: it reads config.txt of the boot partition,
and gives the kernel, the device tree and the initramfs of `os_prefix` to the emulator.
"""
import contextlib
import json
import pathlib
import socket
import subprocess
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

    def copy(self, path):
        run("cp", "--sparse=always", str(self.path), str(path))
        return Card(path)


class Board:
    """The machine, from power-on until it powers off, or until its power is cut."""

    def __init__(self, card, folder, options=()):
        self.card, self.folder = card, pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.ports = {name: free_port() for name in ["ssh", "http", "https"]}
        self.key = self.folder.parent / "key"
        self.console = self.folder / "console.log"
        self.options = list(options)
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        if error[0] is not None:
            print(self.console.read_text(errors="replace")[-3000:])
        self.cut()

    def start(self):
        settings = dict(line.split("=", 1) for line in self.card.read("config.txt").decode().splitlines()
                        if "=" in line and not line.startswith("#"))
        prefix = settings["os_prefix"]
        files = {"vmlinuz": settings["kernel"], "initrd.img": "initrd.img", "dtb": "bcm2837-rpi-3-b.dtb", "cmdline.txt": "cmdline.txt"}
        for name, file in files.items():
            self.card.extract(prefix + file, self.folder / name)
        self.monitor_path = self.folder / "monitor"
        self.monitor_path.unlink(missing_ok=True)
        forward = ",".join(f"hostfwd=tcp:127.0.0.1:{self.ports[name]}-:{port}" for name, port in
                           [("ssh", 22), ("http", 80), ("https", 443)])
        self.process = subprocess.Popen([
            # The kernel kills QEMU when this script ends in any way.
            "setpriv", "--pdeathsig", "KILL", "qemu-system-aarch64", "-M", "raspi3b", "-accel", "tcg,thread=multi",
            "-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd.img"), "-dtb", str(self.folder / "dtb"),
            # QEMU 7.2 restarts the board as soon as its watchdog is armed.
            "-append", (self.folder / "cmdline.txt").read_text().strip() + " systemd.watchdog_sec=0",
            "-drive", f"if=sd,format=raw,file={self.card.path}", "-netdev", f"user,id=net,{forward}", "-device", "usb-net,netdev=net",
            "-device", "usb-kbd,serial=pad", "-serial", f"file:{self.console}", "-display", "none", "-no-reboot",
            "-monitor", f"unix:{self.monitor_path},server,nowait", *self.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.began = time.monotonic()

    @property
    def seconds(self):
        return time.monotonic() - self.began

    def cut(self):
        """Cuts the power."""
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait()

    def wait_for_end(self, seconds=300):
        """Waits until the machine has powered off, or has restarted."""
        self.process.wait(seconds)

    def monitor(self, command):
        with socket.socket(socket.AF_UNIX) as one:
            one.settimeout(30)
            one.connect(str(self.monitor_path))
            one.recv(4096)
            one.sendall(command.encode() + b"\n")
            time.sleep(0.05)
            return one.recv(65536).decode()

    def keys(self, text):
        """Types at the keyboard of the machine."""
        for one in text:
            self.monitor(f"sendkey {'ret' if one == chr(10) else one}")

    def ssh(self, command, check=True, timeout=180, input=None):
        done = subprocess.run(
            ["ssh", "-i", str(self.key), "-p", str(self.ports["ssh"]), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
             "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "ConnectTimeout=20", "pi@127.0.0.1", command],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=timeout, input=input)
        assert not check or done.returncode == 0, (command, done)
        return done.stdout if check else done

    def wait_for_ssh(self, seconds=900):
        end = time.monotonic() + seconds
        while True:
            assert self.process.poll() is None, "the machine has ended"
            with contextlib.suppress(subprocess.TimeoutExpired):
                if self.ssh("true", check=False, timeout=60).returncode == 0:
                    return self.seconds
            assert time.monotonic() < end, "nobody can log in"

    def wait_for_report(self, seconds=420):
        """Waits until the start's report is written."""
        end = time.monotonic() + seconds
        while self.ssh("systemctl show --value --property ExecMainExitTimestampMonotonic holdfast-card-report").strip() == "0":
            assert time.monotonic() < end, "no report"
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
