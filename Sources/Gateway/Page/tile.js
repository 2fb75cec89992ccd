// A control as Control Center, the gallery and a control's details show it.

import {setTint} from "./colors.js";
import {element, setAttribute, setText} from "./elements.js";
import {refusals, statuses, waiting} from "./perform.js";
import {activityOf, asksForPIN, stateOf, titleOf} from "./state.js";
import {setSymbol, symbol} from "./symbols.js";
import {countdown, duration} from "./times.js";

/// Makes an empty tile: a button, or another element where nothing is to be pressed.
export function makeTile(name = "button") {
    const tile = element(`${name}.tile`, name === "button" ? {type: "button"} : {});
    tile.parts = {
        symbol: symbol(),
        badge: symbol(),
        title: element("span.tile-title"),
        value: element("span.tile-value"),
        note: element("span.tile-note"),
    };
    const {parts} = tile;
    tile.append(element("span.disc", {}, parts.symbol), element("span.badge", {}, parts.badge),
        element("span.tile-text", {}, parts.title, parts.value, parts.note));
    return tile;
}

/// What a tile says besides title and value: the most urgent state of the control.
function noteOf(control, problem) {
    const {snapshot, name, age} = control;
    if (waiting.get(name)?.isLong) return {kind: "waiting", icon: "hourglass", text: "Waiting for the panel"};
    const refusal = refusals.get(name);
    if (refusal) return {kind: "refused", icon: "exclamationmark.circle", text: refusal.text};
    if (problem) return {kind: "broken", icon: "exclamationmark.triangle", text: problem};
    const failure = snapshot.failure;
    if (snapshot.freshness === "stale") {
        const since = age === undefined ? "Not current" : `From ${duration(age)} ago`;
        return {kind: "stale", icon: "mdi:cloud-off-outline", text: failure ? `${since}: ${failure}` : since};
    }
    if (failure) return {kind: "failed", icon: "exclamationmark.triangle", text: failure};
    if (control.confirmation) return {kind: "asks", icon: "questionmark", text: control.confirmation};
    if (snapshot.freshness === "preview") return {kind: "preview", icon: "hourglass", text: "Preview: no value yet"};
    if (snapshot.isRedacted) return {kind: "redacted", icon: "mdi:eye-off-outline", text: "PIN needed"};
    if (snapshot.isDisabled) return {kind: "disabled", text: "Out of use"};
    if (statuses.has(name)) return {kind: "status", text: statuses.get(name).text};
    if (asksForPIN(control)) return {kind: "guarded", icon: "lock", text: "PIN needed"};
    return {kind: ""};
}

/// Shows a control in a tile. `problem` says why the control cannot be performed at its place.
export function updateTile(tile, control, {size = "small", problem} = {}) {
    const {snapshot} = control;
    const {parts} = tile;
    const note = noteOf(control, problem);
    const isOn = stateOf(snapshot);
    tile.dataset.size = size;
    tile.dataset.note = note.kind;
    setAttribute(tile, "data-on", isOn === true);
    setAttribute(tile, "data-toggle", isOn !== undefined);
    setAttribute(tile, "data-running", snapshot.isRunning === true);
    setAttribute(tile, "data-waiting", waiting.has(control.name));
    if (tile.localName === "button") {
        setAttribute(tile, "aria-pressed", isOn);
        setAttribute(tile, "aria-disabled", snapshot.isDisabled === true);
        setAttribute(tile, "aria-busy", snapshot.isRunning === true || waiting.has(control.name));
        tile.title = size === "small" ? titleOf(control) : "";
    }
    setTint(tile, snapshot.tint);
    setSymbol(parts.symbol, snapshot.symbol);
    parts.badge.parentElement.hidden = !note.icon;
    if (note.icon) setSymbol(parts.badge, note.icon);
    setText(parts.title, titleOf(control));
    setText(parts.note, note.text);
    updateTime(tile, control);
}

/// Shows the value, or the rest of the control's timer. Returns whether the tile counts down.
export function updateTime(tile, control) {
    const {snapshot} = control;
    const ends = activityOf(control)?.ends;
    // One line has no room for value and note. These notes are more urgent than the value.
    const isUrgent = ["waiting", "refused", "broken", "failed", "status", "asks"].includes(tile.dataset.note);
    const rest = ends === undefined ? undefined : countdown(ends - Date.now() / 1000);
    let value = rest ?? snapshot.valueText;
    if (tile.dataset.size === "medium" && isUrgent) value = undefined;
    if (tile.dataset.size === "large" && rest && snapshot.valueText) value = `${rest} · ${snapshot.valueText}`;
    setText(tile.parts.value, value);
    return ends !== undefined;
}
