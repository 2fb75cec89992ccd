"""The page in a browser, for the statements about it."""

import contextlib
import re

from playwright.sync_api import expect

HOLD = 700
# Ends what hangs; a busy machine takes seconds for a view.
DEADLINE = 20_000
STATEMENTS = []
# Each view shows one of these elements when it has its content.
CONTENT = ".tile:visible, .slot:visible, .row:visible, .card:visible, .empty:visible"
expect.set_options(timeout=DEADLINE)


def statement(words):
    """Registers a test, which gets a `Browser`."""
    return lambda test: STATEMENTS.append((words, test)) or test


class Browser:
    """A browser with the page's address, and the PIN."""

    def __init__(self, chromium, options):
        self.chromium, self.url, self.pin, self.options = chromium, options.page.rstrip("/") + "/", options.pin, options
        self.pictures = 0

    def board(self):
        """The view of the virtual panel, with the key that the gateway has printed last."""
        found = re.findall(r"#/(board/[0-9a-f]+)$", self.options.log.read_text(), re.MULTILINE)
        return found[-1]

    @contextlib.contextmanager
    def page(self, view="", width=1280, height=800, scheme="dark", unlocked=False, **more):
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB", **more)
        page = context.new_page()
        page.set_default_timeout(DEADLINE)
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        # A refused request also makes a line in the console. These words belong to a violation of the policy.
        policy = "Content Security Policy"
        page.on("console", lambda line: errors.append(line.text) if policy in line.text else None)
        page.goto(f"{self.url}#/{view}")
        expect(page.locator(CONTENT).first).to_be_visible()
        if unlocked:
            self.unlock(page)
        try:
            yield page
        finally:
            if self.options.pictures:
                self.pictures += 1
                page.screenshot(path=self.options.pictures / f"{self.pictures:03}.png")
            context.close()
        assert not errors, errors

    def unlock(self, page):
        page.locator("#session, .lock-actions .button").and_(page.locator(":visible")).first.click()
        self.type_pin(page)

    def type_pin(self, page, pin=None):
        page.get_by_role("textbox", name="PIN").fill(pin or self.pin)
        page.keyboard.press("Enter")
        if pin is None:
            expect(page.get_by_role("textbox", name="PIN")).to_have_count(0)


def tile(page, title):
    return page.locator("main .tile", has_text=title).first


def slot(page, title):
    return page.locator(".slot", has_text=title).first


def press(page, target, milliseconds):
    box = target.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    page.mouse.down()
    # As long as a person holds: the gesture is a time.
    page.wait_for_timeout(milliseconds)
    page.mouse.up()


def requests(page, path):
    """The list of the statuses of the page's requests whose address ends with the path. The list grows."""
    found = []
    page.on("response", lambda answer: found.append(answer.status) if answer.url.endswith(path) else None)
    return found


def titles(page):
    return page.locator("main .cell .tile-title").all_inner_texts()
