// The details of one control, with a chart of its last changes.

import * as api from "./api.js";
import {placeTitle} from "./placements.js";
import {chart, textOf} from "./chart.js";
import {element, section} from "./elements.js";
import {perform} from "./perform.js";
import {findControl, state, subscribe, titleOf} from "./state.js";
import {symbol} from "./symbols.js";
import {makeTile, updateTile, updateTime} from "./tile.js";
import {everySecond, timeOfDay} from "./times.js";

const listed = 12;
/// Changes that come together are fetched together.
const pause = 300;

export function mountDetails(main, [name = ""]) {
    const heading = element("h1");
    const tile = makeTile();
    const facts = element("dl.facts");
    const drawing = element("div.changes");
    const gone = element("div.empty", {hidden: true}, symbol("questionmark"), element("h2", {}, "This control is gone"),
        element("p", {}, "The panel no longer has it."), element("a.button", {href: "#/"}, "Control Center"));
    const content = element("div.details", {}, element("div.details-tile", {}, tile), facts,
        section("Last changes", drawing));
    main.append(element("div.title-bar", {}, heading), gone, content);
    let control;
    let history = [];
    let request = 0;
    let timer;
    tile.addEventListener("click", ({timeStamp}) => control && perform(control, timeStamp));

    function show() {
        control = findControl(name);
        gone.hidden = Boolean(control) || !state.isReady;
        content.hidden = !control;
        heading.textContent = control ? titleOf(control) : "Control";
        if (!control) return;
        updateTile(tile, control, {size: "large"});
        facts.replaceChildren(...factsOf(control).flatMap(([term, text]) =>
            [element("dt", {}, term), element("dd", {}, text)]));
    }

    async function load() {
        const own = request += 1;
        timer = undefined;
        if (!control) return;
        const {name, message, changes = []} = await api.get(api.controlPath(control.name, "changes")).catch((problem) => problem);
        if (own === request) draw(changes, name === "authentication-required" ? "Hidden without a PIN." : message);
    }

    function draw(list, problem = "No change yet since the panel started.") {
        history = list;
        const items = list.toReversed().slice(0, listed).map((change) => element("li", {},
            element("time", {}, timeOf(change)), " ", textOf(change)));
        drawing.replaceChildren(...(list.length < 2 ? [element("p.note", {}, problem)]
            : [chart(list) ?? "", element("ol.change-list", {}, items)]));
    }

    const stop = subscribe((changed) => {
        const isChanged = changed.has("controls") || !control || changed.has(control.name);
        if (isChanged || changed.has("activities")) show();
        if (changed.has("session")) {
            // The session may have seen private changes.
            draw([], "");
            load();
        } else if (isChanged) {
            timer ??= setTimeout(load, pause);
        }
    });
    const stopClock = everySecond(() => {
        if (control) updateTime(tile, control);
        if (history.length > 1 && new Date().getSeconds() === 0) draw(history);
    });
    show();
    load();
    return () => {
        stop();
        clearTimeout(timer);
        request += 1;
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

/// The day, unless it is today, and the time of day, with "?" if nothing keeps the clock right.
function timeOf({time, isSynchronized}) {
    const date = new Date(time * 1000);
    const isToday = date.toDateString() === new Date().toDateString();
    return (isToday ? "" : `${date.toLocaleDateString(undefined, {day: "numeric", month: "short"})}, `)
        + timeOfDay(date, true) + (isSynchronized ? "" : "?");
}
