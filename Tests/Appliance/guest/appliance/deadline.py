import time


class Deadline:
    """A moment by which something must have happened; its error says what did not."""

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
        """A short rest between two looks at something that cannot be waited for."""
        time.sleep(min(seconds, self.remaining()))
