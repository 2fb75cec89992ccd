"""The few calls of the kernel's GPIO character device that the tests need: include/uapi/linux/gpio.h, ABI version 2.

The calls are made directly, so that the tests do not judge Holdfast by libgpiod, which Holdfast uses itself.
"""

import fcntl
import os
import select
import struct
from dataclasses import dataclass

_LINE_INFO = struct.Struct("=32s32sIIQ160s16x")  # struct gpio_v2_line_info
_LINE_CHANGED = struct.Struct("=256sQI20x")  # struct gpio_v2_line_info_changed
_LINE_REQUEST = struct.Struct("=256s32sQI20x240sII20xi")  # struct gpio_v2_line_request


def _read_write(number, size):
    """_IOWR(0xB4, number, size)"""
    return 3 << 30 | size << 16 | 0xB4 << 8 | number


_GET_LINE_INFO = _read_write(0x05, _LINE_INFO.size)
_WATCH_LINE_INFO = _read_write(0x06, _LINE_INFO.size)
_GET_LINE = _read_write(0x07, _LINE_REQUEST.size)

_FLAGS = ["used", "active-low", "input", "output", "rising", "falling", "open-drain", "open-source", "pull-up",
          "pull-down", "bias-disabled", "realtime-clock"]


@dataclass(frozen=True)
class LineInfo:
    offset: int
    name: str
    consumer: str
    flags: frozenset

    @property
    def used(self):
        return "used" in self.flags

    @classmethod
    def unpack(cls, data):
        name, consumer, offset, _, bits, _ = _LINE_INFO.unpack(data)
        flags = frozenset(flag for bit, flag in enumerate(_FLAGS) if bits >> bit & 1)
        return cls(offset, name.rstrip(b"\0").decode(), consumer.rstrip(b"\0").decode(), flags)


def _ask(chip, call, offset):
    data = bytearray(_LINE_INFO.pack(b"", b"", offset, 0, 0, b""))
    fcntl.ioctl(chip, call, data)
    return LineInfo.unpack(data)


def line_info(device, offset):
    """The kernel's present information about the line."""
    chip = os.open(device, os.O_RDWR | os.O_CLOEXEC)
    try:
        return _ask(chip, _GET_LINE_INFO, offset)
    finally:
        os.close(chip)


def wait_for_line_info(device, offset, satisfied, deadline):
    """Sleeps until `satisfied(LineInfo)`; the kernel reports every request, release and change of configuration."""
    chip = os.open(device, os.O_RDWR | os.O_CLOEXEC)
    try:
        info = _ask(chip, _WATCH_LINE_INFO, offset)
        poller = select.poll()
        poller.register(chip, select.POLLIN)
        while not satisfied(info):
            if poller.poll(deadline.remaining() * 1000):
                info = LineInfo.unpack(_LINE_CHANGED.unpack(os.read(chip, _LINE_CHANGED.size))[0])
        return info
    finally:
        os.close(chip)


def request_line(device, offset, consumer, flags=1 << 2):
    """Requests the line, as an input unless `flags` say otherwise; closing the returned descriptor releases it."""
    chip = os.open(device, os.O_RDWR | os.O_CLOEXEC)
    try:
        data = bytearray(_LINE_REQUEST.pack(struct.pack("=I", offset), consumer.encode(), flags, 0, b"", 1, 0, 0))
        fcntl.ioctl(chip, _GET_LINE, data)
        return _LINE_REQUEST.unpack(data)[-1]
    finally:
        os.close(chip)
