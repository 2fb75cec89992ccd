"""The appliance's own cases: the properties on which every other case relies."""

import errno
import fcntl
import os
import pathlib
import signal
import struct
import time

from appliance import Board, Unit, case, kernel_gpio

OUTPUT = 1 << 3


@case("A1 the board has the label, the lines and the names of a Raspberry Pi 4")
def board():
    with Board() as board:
        sysfs = pathlib.Path("/sys/bus/gpio/devices") / os.path.basename(board.device)
        assert sysfs.exists(), f"{sysfs} is missing"
        for offset in (0, 17, 53):
            info = board.info(offset)
            assert info.name == f"GPIO{offset}" and not info.used, info


@case("A2 a pull is the level of an input")
def pull():
    with Board(pulls={17: 1}) as board:
        assert board.level(17) == 1
        board.pull(17, 0)
        assert board.level(17) == 0


@case("A3 a hogged line and a line of another program name their consumer")
def busy():
    with Board(hogs={5: ("fan", "output-high")}) as board:
        assert board.info(5).consumer == "fan" and board.level(5) == 1
        with board.busy(6, "bell"):
            assert board.info(6).consumer == "bell"
            try:
                kernel_gpio.request_line(board.device, 6, "second")
                raise AssertionError("a busy line was given twice")
            except OSError as error:
                assert error.errno == errno.EBUSY, error
        assert not board.info(6).used


@case("A4 a released output keeps its level, as with a real controller")
def keeps():
    with Board() as board:
        descriptor = kernel_gpio.request_line(board.device, 26, "test", OUTPUT)
        # GPIO_V2_LINE_SET_VALUES_IOCTL on struct gpio_v2_line_values {bits, mask}
        fcntl.ioctl(descriptor, 3 << 30 | 16 << 16 | 0xB4 << 8 | 0x0F, bytearray(struct.pack("=QQ", 1, 1)))
        assert board.level(26) == 1
        os.close(descriptor)
        board.wait_until_free(26, seconds=5)
        assert board.level(26) == 1, "the line went back to its pull: keep_outputs is off"


@case("A5 waiting for a line's consumer wakes when it comes and when it goes")
def consumer():
    with Board() as board:
        child = os.fork()
        if child == 0:
            time.sleep(0.2)
            descriptor = kernel_gpio.request_line(board.device, 17, "child")
            time.sleep(0.2)
            os.close(descriptor)
            os._exit(0)
        assert board.wait_until_used(17, seconds=20).consumer == "child"
        board.wait_until_free(17, seconds=20)
        os.waitpid(child, 0)


@case("A6 a chip is unplugged while in use and comes back")
def unplug():
    with Board() as board:
        with board.busy(17):
            board.unplug()
            assert not os.path.exists(board.device)
        board.plug()
        assert not board.info(17).used


@case("A7 two boards stand side by side")
def two():
    with Board() as first, Board(label="expander", lines=8, name_format="EXT{}") as second:
        assert first.device != second.device
        assert second.info(7).name == "EXT7"


@case("A8 a unit is started, killed, restarted by systemd and removed")
def unit():
    text = "[Service]\nExecStart=/bin/sleep 1000\nRestart=always\nRestartSec=0\n"
    with Unit("appliance-case.service", text) as unit:
        unit.start()
        process = unit.process
        unit.kill(signal.SIGKILL)
        unit.wait_for_exit(process)
        unit.wait_for("NRestarts", "1")
        unit.wait_for("ActiveState", "active")
        assert unit.process != process
        unit.stop()
        assert unit.show("ActiveState") == "inactive"


@case("A9 waits end at their deadline and say for what they waited")
def deadlines():
    with Board() as board:
        begin = time.monotonic()
        try:
            board.wait_for_level(17, 1, seconds=0.2)
            raise AssertionError("a level that never came was seen")
        except TimeoutError as error:
            assert "GPIO17 at 1" in str(error), error
        assert time.monotonic() - begin < 5
