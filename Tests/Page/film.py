"""A moving picture of the page: what a finger does there, with captions, as an animated WebP. Needs Debian's package webp."""

import base64
import pathlib
import subprocess
import tempfile
import time

# The finger and the caption are no part of the page. A popover is above the page's sheets; a shadow tree is out of reach of
# the page's style. The ring of the finger is full when a hold performs.
PROPS = """(holdTime) => {
    const style = new CSSStyleSheet();
    style.replaceSync(`
        :host { all: initial; position: fixed; inset: 0; inline-size: 100%; block-size: 100%; border: 0; padding: 0; margin: 0;
          background: none; pointer-events: none; overflow: hidden; }
        .caption { position: absolute; inset-inline: 0; inset-block-end: 0; text-align: center;
          color: #f4f6fa; font: 1.5rem/4.2rem "DejaVu Sans", sans-serif; }
        .caption b { color: #ffd60a; font-weight: 700; }
        .finger { position: absolute; inset-inline-start: -3rem; inset-block-start: -3rem; inline-size: 6rem; block-size: 6rem;
          opacity: 0; transition: translate var(--way, .3s) cubic-bezier(.3, 0, .2, 1), opacity .2s; }
        .finger.shown { opacity: 1; }
        .touch { fill: #fff; fill-opacity: .28; stroke: #fff; stroke-opacity: .85; stroke-width: 2; transform-origin: center;
          transition: scale .08s, fill-opacity .08s; }
        .down .touch { scale: .8; fill-opacity: .6; }
        .ring { fill: none; stroke: #ffd60a; stroke-width: 5; stroke-dasharray: 100; stroke-dashoffset: 100; rotate: -90deg;
          stroke-linecap: butt; transform-origin: center; }
        .holds .ring { stroke-dashoffset: 0; transition: stroke-dashoffset ${holdTime}ms linear; }`);
    const host = document.createElement("div");
    host.id = "film";
    host.popover = "manual";
    const root = host.attachShadow({mode: "open"});
    root.adoptedStyleSheets = [style];
    root.innerHTML = `<div class="caption"></div><svg class="finger" viewBox="0 0 96 96">
        <circle class="touch" cx="48" cy="48" r="20"/><circle class="ring" cx="48" cy="48" r="45" pathLength="100"/></svg>`;
    document.body.append(host);
    host.showPopover();
}"""


class Film:
    """Frames of a page. Each lasts as long as the page showed it."""

    def __init__(self, page, width, hold_time):
        """`width`: the picture's, in pixels. `hold_time`: the milliseconds after which the button under the finger performs."""
        self.page, self.frames = page, []
        self.view = page.context.new_cdp_session(page)
        size = page.viewport_size
        self.clip = {"x": 0, "y": 0, **size, "scale": width / size["width"]}
        page.evaluate(PROPS, hold_time)

    def _change(self, script, argument=None):
        self.page.evaluate(f"(argument) => {{ const film = document.getElementById('film').shadowRoot; {script} }}", argument)

    # MARK: The finger

    def say(self, caption):
        """Shows a caption; it is HTML."""
        self._change("film.querySelector('.caption').innerHTML = argument", caption)

    def move_to(self, target, seconds=0.4):
        """Moves the finger to an element."""
        box = target.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self._change("""const finger = film.querySelector(".finger");
            if (!finger.style.translate) {
                // It appears beside its first place; the box is read so that no transition leads there.
                finger.style.transition = "none";
                finger.style.translate = `${argument.x + 40}px ${argument.y + 60}px`;
                finger.getBoundingClientRect();
                finger.style.transition = "";
            }
            finger.style.setProperty("--way", `${argument.seconds * .8}s`);
            finger.style.translate = `${argument.x}px ${argument.y}px`;
            finger.classList.add("shown");""", {"x": x, "y": y, "seconds": seconds})
        self.watch(seconds)

    def tap(self, target, seconds=0.4, down=0.15):
        """Moves the finger to an element, and taps it. `down`: how long the element is down, in seconds."""
        self.move_to(target, seconds)
        self._press("down")
        self.watch(down)
        self.release()

    def hold(self):
        """Begins a hold where the finger is."""
        self._press("down", "holds")

    def _press(self, *classes):
        self._change("film.querySelector('.finger').classList.add(...argument)", classes)
        self.page.mouse.down()

    def release(self):
        self.page.mouse.up()
        self._change("film.querySelector('.finger').classList.remove('down', 'holds')")

    # MARK: Frames

    def _take(self):
        picture = self.view.send("Page.captureScreenshot", {"format": "png", "clip": self.clip, "optimizeForSpeed": True})["data"]
        self.frames.append((time.monotonic(), picture))

    def watch(self, seconds):
        """Takes frames for a time, in which people read."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._take()

    def watch_until(self, locator, seconds=5):
        """Takes frames until the page shows an element."""
        end = time.monotonic() + seconds
        while not locator.is_visible():
            assert time.monotonic() < end, f"the page does not show {locator}"
            self._take()

    def save(self, file):
        """Writes the animated WebP, without loss. Equal frames become one. Returns the number of frames and the seconds."""
        times = [taken for taken, _ in self.frames] + [time.monotonic()]
        scenes = []
        for (taken, picture), following in zip(self.frames, times[1:]):
            if not scenes or scenes[-1][0] != picture:
                scenes.append([picture, taken, following])
            scenes[-1][2] = following
        with tempfile.TemporaryDirectory() as folder:
            words = ["-loop", "0", "-min_size", "-kmin", "0"]
            for index, (picture, begin, end) in enumerate(scenes):
                frame = pathlib.Path(folder) / f"{index:04}.png"
                frame.write_bytes(base64.b64decode(picture))
                words += ["-d", str(round((end - begin) * 1000)), "-lossless", "-q", "100", "-m", "6", str(frame)]
            subprocess.run(["img2webp", *words, "-o", file], check=True, capture_output=True)
        return len(scenes), times[-1] - times[0]
