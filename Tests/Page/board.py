"""Statements about the virtual panel, the page's view of a simulated board."""

import contextlib
import re

from axe_core_python.sync_playwright import Axe
from browser import HOLD, press, slot, statement, tile
from playwright.sync_api import expect

ROUTES = [("GET", path) for path in ("parts", "lights", "events")] + [("POST", path) for path in (
    "press", "release", "stick", "unstick", "chatter", "sense", "keys", "drop", "unplug", "replug")]


@contextlib.contextmanager
def board(browser, **more):
    """The page at the address of the board."""
    with browser.page(browser.board(), **more) as page:
        expect(push(page, "action")).to_be_visible()
        expect(line(page, "GPIO18")).to_be_visible()
        yield page


def push(page, name):
    return page.locator(".push", has_text=name).first


def line(page, name):
    return page.locator(".levels li", has_text=name).first


def lamp(page, name):
    return page.locator(".lamp", has_text=name).first


@statement("the virtual panel takes its key out of the address, and answers nobody without the key")
def key(browser):
    with board(browser) as page:
        assert page.url.endswith("#/board"), page.url
        for route in ROUTES:
            for key in ("", "0" * 32):
                status = page.evaluate("""([method, path, key]) => fetch('board/' + path, {
                    method, headers: {'Content-Type': 'application/json', ...(key && {'X-Holdfast-Board': key})},
                    body: method === 'POST' ? '{"button": "action"}' : undefined,
                }).then((answer) => answer.status)""", [*route, key])
                assert status == 409, (route, key, status)
        assert line(page, "GPIO17").locator(".level").inner_text() == "inactive"
    with browser.page() as page:
        expect(page.get_by_role("link", name="Board")).to_have_count(0)
        page.goto(browser.url + "#/board")
        expect(page.get_by_text("No board")).to_be_visible()


@statement("a button of the virtual panel held by pointer or by Space performs, with its light, and a tap shows the hint")
def buttons(browser):
    with board(browser) as page:
        level = line(page, "GPIO18").locator(".level")
        for by_pointer in (True, False):
            before = level.inner_text()
            after = "inactive" if before == "active" else "active"
            if by_pointer:
                press(page, push(page, "action"), HOLD)
            else:
                push(page, "action").focus()
                page.keyboard.down(" ")
                page.wait_for_timeout(HOLD)
                page.keyboard.up(" ")
            expect(level).to_have_text(after)
            expect(line(page, "GPIO17").locator(".level")).to_have_text("inactive")
            expect(line(page, "GPIO26").locator(".level")).to_have_text(after)
            expect(page.locator(".lamp[data-lit]", has_text="lamp")).to_have_count(1 if after == "active" else 0)
        press(page, push(page, "action"), 80)
        expect(page.locator(".display")).to_contain_text("Hold")


@statement("a hold that waits for a PIN at the panel's pad is named by the page, and the virtual keypad's PIN performs it")
def pending(browser):
    with board(browser) as page, browser.page("lock") as watcher:
        press(page, push(page, "door"), HOLD)
        expect(watcher.locator(".lock-text.waiting")).to_contain_text("Front Door")
        assert line(page, "GPIO23").locator(".level").inner_text() == "inactive"
        for digit in browser.pin:
            page.get_by_role("button", name=f"Key {digit}").click()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Key #").click()
        expect(line(page, "GPIO23").locator(".level")).to_have_text("active")
        expect(watcher.locator(".lock-text")).to_have_text("The panel is unlocked")


@statement("a sensor of the virtual panel changes the control's value")
def sensor(browser):
    with board(browser) as page, browser.page() as watcher:
        sensor = page.get_by_role("checkbox", name=re.compile("GPIO25"))
        for value in ("Tilted", "Closed"):
            sensor.click()
            expect(tile(watcher, "Kitchen Window")).to_contain_text(value)


@statement("a private state leaves no trace without a session: page and API are byte-equal for on and off")
def redacted(browser):
    with board(browser) as page, browser.page() as watcher, browser.page(unlocked=True) as resident:
        sensor = page.get_by_role("checkbox", name=re.compile("GPIO24"))
        seen = []
        for value in ("Ajar", "Shut"):
            sensor.click()
            expect(tile(resident, "Front Door")).to_contain_text(value)
            # The resident's page has the new state, so the watcher's page has had the same events.
            control = watcher.evaluate("fetch('api/v1/controls/door').then(answer => answer.text())")
            assert value not in control, control
            seen.append((watcher.locator("main").inner_html(), re.sub(r'"age": *[0-9.]+', "", control)))
        assert seen[0] == seen[1], seen


@statement("a chip that is unplugged on the virtual panel is a fault on the page until it is plugged in again")
def unplug(browser):
    with board(browser) as page, browser.page("panel") as watcher:
        page.get_by_role("button", name=re.compile("^Unplug")).first.click()
        expect(line(page, "GPIO18").locator(".level")).to_have_text("unplugged")
        expect(watcher.locator(".row.bad").first).to_be_visible()
        page.get_by_role("button", name=re.compile("^Plug In")).first.click()
        expect(line(page, "GPIO18").locator(".level")).not_to_have_text("unplugged")
        expect(watcher.locator(".row.bad")).to_have_count(0)


@statement("the virtual panel follows its lines again after a lost connection of the page")
def lost_lines(browser):
    with board(browser) as page:
        page.clock.install()
        page.reload()
        expect(line(page, "GPIO18")).to_be_visible()
        with page.expect_request("**/board/events"):
            # The event stream is silent for 40 s.
            page.clock.run_for(41_000)
        expect(line(page, "GPIO18")).to_be_visible()


@statement("axe finds nothing serious on the virtual panel, and it is no wider than the screen, from 320 px to 4K")
def fits(browser):
    for scheme in ("dark", "light"):
        for width, height in ((320, 640), (800, 1280), (3840, 2160)):
            with board(browser, width=width, height=height, scheme=scheme, reduced_motion="reduce") as page:
                root = "document.documentElement"
                inner, wide = page.evaluate(f"[{root}.clientWidth, {root}.scrollWidth]")
                assert wide <= inner, (width, wide)
                found = [each["id"] for each in Axe().run(page)["violations"] if each["impact"] in ("serious", "critical")]
                assert not found, (scheme, width, found)
