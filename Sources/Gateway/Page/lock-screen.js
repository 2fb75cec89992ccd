// The lock screen: clock, activities, slots. A hold performs, and a tap shows the hint.

import {openPlacement} from "./placements.js";
import {setTint} from "./colors.js";
import {button, element, setAttribute, setText} from "./elements.js";
import {watchHolds} from "./hold.js";
import {pendingTitle, perform, prepare, refusals, waiting} from "./perform.js";
import {lock, lockCountdown, unlock} from "./session.js";
import {askQuestion} from "./sheets.js";
import {asksForPIN, placesOf, state, stateOf, subscribe, titleOf} from "./state.js";
import {setSymbol, symbol} from "./symbols.js";
import {clockTime, countdown, everySecond, longDate} from "./times.js";

const list = "lock_screen";
const hintLasts = 3_000;

export function mountLockScreen(main) {
    const date = element("p.date");
    const clock = element("p.clock", {role: "timer", "aria-label": "Clock"});
    const padlock = symbol("lock.fill");
    const lockText = element("p.lock-text", {role: "status"});
    const activities = element("ul.activities", {"aria-label": "Activities"});
    const hint = element("p.hint", {role: "status"});
    const slots = element("ul.slots", {"aria-label": "Controls"});
    const pin = button("Enter PIN", () => (state.session.person ? lock() : unlock()));
    const pinRest = element("span.rest");
    const edit = button("Edit", () => setEditing(!isEditing));
    const add = element("a.button", {href: `#/gallery/${list}`, hidden: true}, "Add a Control");
    let isEditing = false;
    let hintTimer;
    main.append(element("h1.hidden", {}, "Lock Screen"), element("div.lock-screen", {},
        element("div.lock-head", {}, element("div.padlock", {}, padlock), date, clock, lockText),
        activities, element("div.hint-row", {}, hint), slots, element("div.pair.lock-actions", {}, pin, add, edit)));

    function setEditing(isOn) {
        isEditing = isOn;
        setText(edit, isOn ? "Done" : "Edit");
        add.hidden = !isOn;
        slots.classList.toggle("editing", isOn);
    }

    function showHint(text) {
        setText(hint, text);
        hint.classList.add("shown");
        clearTimeout(hintTimer);
        hintTimer = setTimeout(showPanelText, hintLasts);
    }

    /// Between this page's own hints, the panel's: the text that its display shows now.
    function showPanelText() {
        hintTimer = undefined;
        const text = state.status ?? state.hint;
        setText(hint, text);
        hint.classList.toggle("shown", Boolean(text));
    }

    function makeSlot() {
        const parts = {symbol: symbol(), title: element("span.slot-title"), note: element("span.hidden")};
        const press = element("button.slot", {type: "button"}, ring(), element("span.disc", {}, parts.symbol),
            parts.title, parts.note);
        const slot = element("li", {}, press);
        Object.assign(slot, {press, parts});
        watchHolds(press, {
            began: () => slot.shown && !isEditing && prepare(slot.shown),
            tapped: () => (isEditing ? openPlacement(slot.placed) : showHint(hintOf(slot))),
            held: () => (isEditing || !slot.shown ? openPlacement(slot.placed) : hold(slot)),
            activated: () => (isEditing ? openPlacement(slot.placed) : ask(slot)),
        });
        return slot;
    }

    function hold(slot) {
        clearTimeout(hintTimer);
        showPanelText();
        perform(slot.shown);
    }

    function hintOf({shown, placed}) {
        if (!shown) return placed.control.problem ?? "The panel no longer has this control.";
        if (placed.control.problem) return placed.control.problem;
        const text = shown.snapshot.hint ?? titleOf(shown);
        return asksForPIN(shown) && !text.includes("PIN") ? `${text} – PIN needed` : text;
    }

    async function ask(slot) {
        if (!slot.shown) return showHint(hintOf(slot));
        if (await askQuestion({title: titleOf(slot.shown), question: hintOf(slot), yes: "Perform"})) hold(slot);
    }

    function showSlots() {
        const items = placesOf(list);
        while (slots.children.length > items.length) slots.lastChild.remove();
        while (slots.children.length < items.length) slots.append(makeSlot());
        items.forEach((placed, index) => showSlot(slots.children[index], placed));
        slots.hidden = items.length === 0;
        edit.hidden = state.layout.isFixed || items.length === 0;
        add.hidden = state.layout.isFixed || !(isEditing || (state.isReady && items.length === 0));
    }

    function showSlot(slot, placed) {
        const {shown} = placed;
        Object.assign(slot, {placed, shown});
        const snapshot = shown?.snapshot ?? {title: placed.control.displayName, tint: "gray"};
        const {parts, press} = slot;
        const isOn = stateOf(snapshot);
        setTint(press, snapshot.tint);
        setSymbol(parts.symbol, snapshot.symbol);
        setText(parts.title, snapshot.title || snapshot.displayName);
        const isBroken = Boolean(
            placed.control.problem || !shown || snapshot.freshness === "stale" || snapshot.failure);
        setText(parts.note, isBroken ? "Not working" : "");
        setAttribute(press, "aria-pressed", isOn);
        setAttribute(press, "aria-disabled", snapshot.isDisabled === true);
        setAttribute(press, "data-on", isOn === true);
        setAttribute(press, "data-toggle", isOn !== undefined);
        setAttribute(press, "data-running", snapshot.isRunning === true);
        setAttribute(press, "data-waiting", waiting.has(shown?.name));
        setAttribute(press, "aria-busy", waiting.has(shown?.name));
        setAttribute(press, "data-broken", isBroken || refusals.has(shown?.name));
    }

    function showLock() {
        const {person, takesPINs} = state.session;
        const pending = pendingTitle();
        setSymbol(padlock, state.isUnlocked ? "lock.open.fill" : "lock.fill");
        setText(lockText, pending ? `“${pending}” waits for a PIN at the panel's pad`
            : state.lockout ? "The panel's own pad accepts no PINs for now"
                : state.isUnlocked ? "The panel is unlocked" : "");
        lockText.classList.toggle("waiting", Boolean(pending));
        pin.replaceChildren(
            symbol(person ? "lock.open" : "mdi:dialpad"), person ? `Lock (${person})` : "Enter PIN", pinRest);
        setText(pinRest, lockCountdown());
        pin.hidden = !person && takesPINs === false;
    }

    function showActivities() {
        activities.replaceChildren(...[...state.activities.values()].map((activity) => element("li.activity", {},
            symbol(activity.symbol ?? "timer"),
            element("span", {}, element("strong", {}, activity.title),
                activity.subtitle ? element("small", {}, activity.subtitle) : undefined),
            ...(activity.ends ? [element("span.rest", {"data-ends": activity.ends}, rest(activity.ends))] : []))));
    }

    function tick() {
        const now = new Date();
        setText(clock, clockTime(now));
        setText(date, longDate(now));
        setText(pinRest, lockCountdown());
        for (const each of activities.querySelectorAll(".rest")) setText(each, rest(Number(each.dataset.ends)));
    }

    const stopClock = everySecond(tick);
    const stop = subscribe((changed) => {
        showSlots();
        if (changed.has("lock") || changed.has("session") || changed.has("controls")) showLock();
        if (changed.has("activities")) showActivities();
        if (changed.has("texts") && hintTimer === undefined) showPanelText();
    });
    tick();
    showSlots();
    showLock();
    showActivities();
    showPanelText();
    document.body.classList.add("wallpaper");
    return () => {
        stop();
        stopClock();
        clearTimeout(hintTimer);
        document.body.classList.remove("wallpaper");
    };
}

function rest(ends) {
    return countdown(ends - Date.now() / 1000);
}

/// The ring around a slot's symbol that grows while the slot is held.
function ring() {
    const space = "http://www.w3.org/2000/svg";
    const drawing = document.createElementNS(space, "svg");
    drawing.setAttribute("class", "ring");
    drawing.setAttribute("viewBox", "0 0 100 100");
    drawing.setAttribute("aria-hidden", "true");
    const circle = document.createElementNS(space, "circle");
    const form = {cx: 50, cy: 50, r: 47, pathLength: 100};
    for (const [name, value] of Object.entries(form)) circle.setAttribute(name, value);
    drawing.append(circle);
    return drawing;
}
