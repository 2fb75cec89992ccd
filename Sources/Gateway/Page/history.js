// The history: what people and the panel did; without a session, a part of this.

import * as api from "./api.js";
import {button, element, section} from "./elements.js";
import {unlock} from "./session.js";
import {findControl, state, subscribe, titleOf} from "./state.js";
import {symbol} from "./symbols.js";
import {longDate, timeOfDay} from "./times.js";

const length = 200;
/// Changes that come together are fetched together.
const pause = 500;

/// The symbol of each action, its words, and those for an attempt that came to nothing.
const actions = {
    unlock: ["lock.open", "Unlocked with a PIN", "Did not unlock"],
    lock: ["lock", "Locked"],
    lockout: ["mdi:lock-clock", "Lockout of PINs"],
    perform: ["play.fill", "Performed", "Did not perform"],
    arrange: ["mdi:view-dashboard-outline", "Changed the layout", "Did not change the layout"],
    enrol: ["person", "Gave a PIN to", "Did not give a PIN to"],
    remove: ["person", "Took away the PIN of", "Did not take away the PIN of"],
    "end-lockout": ["mdi:lock-clock", "Ended the lockout"],
    "make-recovery-code": ["key", "Made a recovery code"],
    "back-up": ["externaldrive", "Backed up the people"],
    restore: ["externaldrive", "Restored the people"],
};
/// The words for the people that the panel cannot name.
const actors = {panel: "a person at the panel", itself: "the panel itself", "trusted button": "the trusted button"};
/// The sources of PINs that are not taken.
const lockouts = {pad: "at the PIN pad", remote: "of pages and programs"};
const outcomes = {failed: "Failed", refused: "Refused", wrong: "Wrong PIN", began: "Began", ended: "Ended"};

export function mountHistory(main) {
    const content = element("div.history");
    main.append(element("div.title-bar", {}, element("h1", {}, "History")), content);
    let timer;
    let latest = 0;

    async function load() {
        const request = latest += 1;
        try {
            const {entries, isReduced} = await api.get(`history?last=${length}`);
            if (request === latest) show(entries, isReduced);
        } catch (problem) {
            if (request === latest) content.replaceChildren(element("p.problem", {}, problem.message));
        }
    }

    function show(entries, isReduced) {
        const days = new Map();
        for (const entry of entries.toReversed()) {
            const day = longDate(new Date(entry.time * 1000));
            days.set(day, [...days.get(day) ?? [], entry]);
        }
        content.replaceChildren(...[...days].map(([day, list]) => section(day, element("ul.rows", {}, list.map(row)))));
        if (isReduced) {
            content.prepend(element("div.title-bar", {}, element("p.note", {}, "Controls that need no PIN, without names."),
                button("Unlock to see all", () => unlock("The history waits for your PIN"))));
        }
        if (entries.some(({isSynchronized}) => !isSynchronized)) {
            content.append(element("p.note", {}, "A “?” follows a time at which the panel's clock was not set."));
        }
        if (entries.length) return;
        content.append(element("div.empty", {}, symbol("mdi:history"), element("h2", {}, "Nothing happened yet"),
            element("p", {}, "What people do at the panel appears here.")));
    }

    const stop = subscribe((changed) => {
        if (changed.has("session")) {
            content.replaceChildren();
            return load();
        }
        if (!changed.has("log")) return;
        clearTimeout(timer);
        timer = setTimeout(load, pause);
    });
    load();
    return () => {
        stop();
        clearTimeout(timer);
    };
}

function row({time, isSynchronized, who, what, subject, outcome, detail}) {
    const [icon, done, undone = done] = actions[what] ?? ["circle", what];
    const isDone = !["failed", "refused", "wrong"].includes(outcome);
    // A hold at the panel waits for the PIN. The performance has an entry of its own.
    // Earlier versions of the panel wrote that as a refusal.
    const waits = outcome === "waiting" || what === "perform" && outcome === "refused" && detail === "it waits for a PIN";
    const words = waits ? "Asked for a PIN for" : outcome === "asked" ? "Asked for" : outcome === "confirmed" ? "Confirmed" : isDone ? done : undone;
    const isOfLock = what === "unlock" || what === "lock";
    // The words of the lock name what they are about. A control may have the name of a subject, such as `panel`.
    const control = what === "perform" && subject && findControl(subject);
    const isSaid = isOfLock || what === "arrange" && subject === "layout";
    const name = control ? titleOf(control) : isSaid ? undefined : what === "lockout" ? lockouts[subject] : subject;
    const actor = actors[who] ?? (who.startsWith("program of user ") ? `a ${who}` : who);
    // The name in `subject` means a session of a page or a program, whose PIN does not unlock the panel's own pad.
    const way = isOfLock && subject && subject !== "panel" ? "on a page or in a program" : undefined;
    const date = new Date(time * 1000);
    return element("li.row", {"data-outcome": outcome}, symbol(icon),
        element("div.row-text", {},
            element("p", {}, element("strong", {}, words), name ? " " : undefined,
                control ? element("a", {href: `#/control/${encodeURIComponent(control.name)}`}, name) : name,
                outcomes[outcome] && !waits ? [" ", element("span.chip", {}, outcomes[outcome])] : undefined),
            element("p.note", {}, [actor, way, waits && outcome === "refused" ? undefined : detail].filter(Boolean).join(" · "))),
        element("time", {datetime: date.toISOString()}, timeOfDay(date) + (isSynchronized ? "" : "?")));
}
