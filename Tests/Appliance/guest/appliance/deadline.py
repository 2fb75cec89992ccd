import time


class Deadline:
    """A moment by which an event must have happened; the error names the missing event."""

    def __init__(self, seconds, what):
        self.seconds = seconds
        self.what = what
        self.end = time.monotonic() + seconds

    def remaining(self):
        """Seconds left; raises TimeoutError when there are none."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"{self.what}: not within {self.seconds:g} s")
        return left

    def pause(self, seconds=0.002):
        """A short pause between two checks of a state that reports no change."""
        time.sleep(min(seconds, self.remaining()))
