import select
import subprocess

from .deadline import Deadline


class Talk:
    """A program that asks questions, answered by a test as each question appears."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)
        self.text = ""
        self.seen = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def wait_for(self, text, seconds=60):
        """Waits until the program has written `text` after all that earlier calls waited for."""
        deadline = Deadline(seconds, f"'{text}' after {self.text[self.seen:]!r}")
        while (place := self.text.find(text, self.seen)) < 0:
            if not select.select([self.process.stdout], [], [], deadline.remaining())[0]:
                continue
            written = self.process.stdout.read(65536)
            assert written, f"the program ended before '{text}': {self.text[self.seen:]!r}"
            self.text += written.decode()
        self.seen = place + len(text)

    def say(self, text):
        self.process.stdin.write(f"{text}\n".encode())

    def answer(self, question, answer, seconds=60):
        self.wait_for(f"? {question}", seconds)
        self.say(answer)

    def end(self, seconds=60):
        """The exit code, once the program has ended by itself."""
        self.process.stdin.close()
        self.text += self.process.stdout.read().decode()
        return self.process.wait(seconds)
