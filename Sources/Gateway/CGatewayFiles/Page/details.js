// The details of one control, with a chart of its last changes.

import {placeTitle} from "./arrange.js";
import {element, section} from "./elements.js";
import {perform} from "./perform.js";
import {findControl, historyOf, state, subscribe, titleOf} from "./state.js";
import {symbol} from "./symbols.js";
import {makeTile, updateTile, updateTime} from "./tile.js";
import {everySecond, timeOfDay} from "./times.js";

const listed = 12;

export function mountDetails(main, [name = ""]) {
    const heading = element("h1");
    const tile = makeTile();
    const facts = element("dl.facts");
    const changes = element("div.changes");
    const gone = element("div.empty", {hidden: true}, symbol("questionmark"), element("h2", {}, "This control is gone"),
        element("p", {}, "The panel no longer has it."), element("a.button", {href: "#/"}, "Control Center"));
    const content = element("div.details", {}, element("div.details-tile", {}, tile), facts,
        section("Last changes", changes));
    main.append(element("div.title-bar", {}, heading), gone, content);
    let control;
    tile.addEventListener("click", () => control && perform(control));

    function show() {
        control = findControl(name);
        gone.hidden = Boolean(control) || !state.isReady;
        content.hidden = !control;
        heading.textContent = control ? titleOf(control) : "Control";
        if (!control) return;
        updateTile(tile, control, {size: "large"});
        facts.replaceChildren(...factsOf(control).flatMap(([term, text]) =>
            [element("dt", {}, term), element("dd", {}, text)]));
        changes.replaceChildren(...chart(control));
    }

    const stop = subscribe((changed) => {
        if (changed.has("controls") || changed.has("activities") || !control || changed.has(control.name)) show();
    });
    const stopClock = everySecond(() => control && updateTime(tile, control));
    show();
    return () => {
        stop();
        stopClock();
    };
}

function factsOf({snapshot, source, places, authentication, configuration, parameters}) {
    const authentications = {
        required: "A PIN on this page",
        local: "A PIN on this page, while the panel is unlocked at its own PIN pad",
    };
    const values = Object.entries(configuration).map(([key, value]) =>
        `${parameters.find((parameter) => parameter.name === key)?.title ?? key}: ${value}`);
    return [
        ["Description", snapshot.description],
        ["A hold", snapshot.hint],
        ["Needs", authentications[authentication]],
        ["Places", places.map(placeTitle).join(", ")],
        ["Configuration", values.join(", ")],
        ["From", source ? `Extension “${source}”` : "The panel's file"],
        ["Kind", snapshot.kind],
    ].filter(([, text]) => text);
}

/// A band of time in which the control was on, and the list of its changes.
function chart({name, snapshot}) {
    if (snapshot.isRedacted) return [element("p.note", {}, "Hidden without a PIN.")];
    const history = historyOf(name);
    if (history.length < 2) return [element("p.note", {}, "No change since this page was opened.")];
    const texts = history.toReversed().slice(0, listed).map(({time, isOn, valueText}) => element("li", {},
        element("time", {}, timeOfDay(new Date(time), true)), " ", valueText ?? (isOn ? "On" : "Off")));
    const list = element("ol.change-list", {}, texts);
    return snapshot.isOn === undefined ? [list] : [band(history), list];
}

function band(history) {
    const space = "http://www.w3.org/2000/svg";
    const drawing = document.createElementNS(space, "svg");
    drawing.setAttribute("class", "band");
    drawing.setAttribute("viewBox", "0 0 1000 40");
    drawing.setAttribute("preserveAspectRatio", "none");
    // The list beside the band says the same.
    drawing.setAttribute("aria-hidden", "true");
    const begin = history[0].time;
    const end = Date.now();
    const position = (time) => ((time - begin) / Math.max(1, end - begin)) * 1000;
    history.forEach(({time, isOn}, index) => {
        if (!isOn) return;
        const bar = document.createElementNS(space, "rect");
        const until = history[index + 1]?.time ?? end;
        const values = {x: position(time), y: 0, height: 40, width: Math.max(2, position(until) - position(time))};
        for (const [key, value] of Object.entries(values)) bar.setAttribute(key, value);
        drawing.append(bar);
    });
    return drawing;
}
