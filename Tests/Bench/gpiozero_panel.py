"""A typical program: gpiozero on lgpio, its default on a Raspberry Pi. BUTTON and LIGHT are line numbers."""

import signal
import sys

from gpiozero import LED, Button, Device
from gpiozero.pins.lgpio import LGPIOFactory


class RaspberryPi4(LGPIOFactory):
    """Returns a 4B's revision, because other machines have none to read. The rest is gpiozero's own."""

    def _get_revision(self):
        return 0xC03114


Device.pin_factory = RaspberryPi4(chip=0)
light = LED(int(sys.argv[2]))
button = Button(int(sys.argv[1]), pull_up=True)
button.when_pressed = light.on
button.when_released = light.off
signal.pause()
