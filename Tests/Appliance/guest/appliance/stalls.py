import os
import threading
import time


class Stalls:
    """Measures, while it is open, for how long the host did not run this emulated machine."""

    INTERVAL = 0.005

    def __enter__(self):
        self.worst = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._measure)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def _measure(self):
        # Above the panel's priority: what the panel itself takes of the processor is no stall of the host.
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
        before = time.monotonic()
        while not self._ended.wait(self.INTERVAL):
            now = time.monotonic()
            self.worst = max(self.worst, now - before - self.INTERVAL)
            before = now


def undisturbed(action, limit=0.015, tries=3):
    """What `action` returns. Where it fails while the host stalled for more than `limit` seconds it is done again: edges
    that come closer together than that are one for the kernel, and a run with such a stall says nothing of the panel."""
    for number in range(tries):
        with Stalls() as stalls:
            try:
                return action()
            except AssertionError as error:
                if stalls.worst < limit or number == tries - 1:
                    raise
                failure = error
        print(f"done again, the host stalled for {stalls.worst * 1000:.0f} ms: {failure}", flush=True)
