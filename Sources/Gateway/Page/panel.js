// The panel itself: faults, lock, buttons and lights, extensions, people, versions.

import * as api from "./api.js";
import {listTitles, openPlacement, placeTitle} from "./placements.js";
import {button, element, section} from "./elements.js";
import {qrCode} from "./qr-code.js";
import {authenticated} from "./session.js";
import {controlAt, state, subscribe, titleOf} from "./state.js";
import {symbol} from "./symbols.js";
import {longDate, timeOfDay} from "./times.js";
import {showProblem} from "./toasts.js";

const extensionStates = {absent: "Not running", starting: "Starting", ready: "Ready", failing: "Failing"};

export function mountPanel(main) {
    const content = element("div.panel-view");
    main.append(element("div.title-bar", {}, element("h1", {}, "Panel")), content);
    let people;

    function show() {
        const sections = [faults(), lockSection(), places(), extensions(), peopleSection(people), phone(), about()];
        content.replaceChildren(...sections.filter(Boolean));
    }

    async function loadPeople() {
        people = undefined;
        if (state.session.role === "owner") {
            try {
                people = (await api.get("people")).people;
            } catch (problem) {
                showProblem("People", problem);
            }
        }
        show();
    }

    const stop = subscribe((changed) => {
        if (changed.has("session")) loadPeople();
        else if (["faults", "lock", "layout", "extensions", "panel", "connection"].some((topic) => changed.has(topic))) show();
    });
    show();
    if (state.session.person) loadPeople();
    return stop;
}

function faults() {
    const condition = (kind, icon, text) => section("State", element("ul.rows", {}, element(`li.row.${kind}`, {},
        symbol(icon), element("p.row-text", {}, text))));
    if (!state.isConnected || state.isAway) {
        return condition("bad", "exclamationmark.triangle", "The panel does not answer. Its state is not known.");
    }
    if (!state.faults.size) return condition("good", "checkmark", "Everything works.");
    return section("Faults", element("ul.rows", {}, [...state.faults.values()].map((text) =>
        element("li.row.bad", {}, symbol("exclamationmark.triangle"), element("p.row-text", {}, text)))));
}

function lockSection() {
    if (state.isUnlocked === undefined) return undefined;
    const {person} = state.session;
    // A PIN at the pad unlocks for whoever stands there, and one on this page for the page alone.
    return section("Locks", element("ul.rows", {},
        element("li.row", {}, symbol(state.isUnlocked ? "lock.open" : "lock"),
            element("p.row-text", {}, state.isUnlocked ? "The panel's own pad is unlocked." : "The panel's own pad is locked."),
            state.isUnlocked ? button("Lock the Pad", lockPanel) : undefined),
        element("li.row", {}, symbol(person ? "lock.open" : "lock"),
            element("p.row-text", {}, person ? `This page is unlocked for ${person}.` : "This page is locked."))));
}

async function lockPanel() {
    try {
        await authenticated((touched) => api.post("lock", undefined, {touched}), "Locking the panel waits for your PIN");
    } catch (problem) {
        showProblem("Lock", problem);
    }
}

function places() {
    const items = state.layout.items.filter(({place}) => !(place.split(".")[0] in listTitles));
    if (!items.length) return undefined;
    return section("Buttons and lights", element("ul.rows", {}, items.map((item) => {
        const {place, control} = item;
        const shown = control && controlAt(place);
        return element("li.row", {}, symbol(place.startsWith("lights.") ? "lightbulb" : "switch.2"),
            element("div.row-text", {}, element("p", {}, placeTitle(place)),
                element("p.note", {}, control ? shown ? titleOf(shown) : control.displayName : "Nothing"),
                control?.problem ? element("p.problem", {}, control.problem) : undefined),
            state.layout.isFixed ? undefined : placeAction(item, shown));
    })));
}

function placeAction(item, shown) {
    const name = placeTitle(item.place);
    if (!item.control) {
        return element("a.button", {href: `#/gallery/${item.place}`, "aria-label": `Choose for ${name}`}, "Choose");
    }
    return element("button.button", {
        type: "button", "aria-label": `Change ${name}`, click: () => openPlacement({...item, shown}),
    }, "Change");
}

function extensions() {
    if (!state.extensions.size) return undefined;
    return section("Extensions", element("ul.rows", {}, [...state.extensions.values()].map((extension) =>
        element("li.row", {"data-outcome": extension.state === "failing" ? "failed" : undefined},
            symbol("mdi:puzzle-outline"),
            element("div.row-text", {}, element("p", {}, extension.name),
                element("p.note", {}, [extension.domain, `${extension.controls} controls`, extension.detail]
                    .filter(Boolean).join(" · "))),
            element("span.chip", {}, extensionStates[extension.state] ?? extension.state)))));
}

function peopleSection(people) {
    if (!people) return undefined;
    return section("People", element("ul.rows", {}, people.map(({name, role}) => element("li.row", {}, symbol("person"),
        element("p.row-text", {}, name), element("span.chip", {}, role)))));
}

/// A code that takes the page to a phone: only an https address, and nothing of this session.
function phone() {
    const origin = state.panel.origins?.find((each) => each.startsWith("https://"));
    const code = origin && qrCode(origin);
    if (!code) return undefined;
    return section("On your phone", element("div.phone", {}, code,
        element("p", {}, "Scan the code, or open ", element("a", {href: origin}, origin), ".")));
}

function about() {
    const {panel, version, controls, isSimulated} = state.panel;
    const facts = [["Panel", panel], ["Board", isSimulated ? "Simulated: no relay and no light moves" : undefined],
        ["Controls", controls], ["Holdfast", version],
        ["Running since", state.runningSince && `${longDate(state.runningSince)}, ${timeOfDay(state.runningSince)}`]];
    return section("About", element("dl.facts", {}, facts.filter(([, text]) => text !== undefined)
        .flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, String(text))])));
}
