// Control Center: a tap performs. A long press begins the arrangement: edit-mode.js.

import {Arrangement} from "./edit-mode.js";
import {button, element} from "./elements.js";
import {holdTime} from "./hold.js";
import {perform} from "./perform.js";
import {activityOf, placesOf, state, subscribe} from "./state.js";
import {symbol} from "./symbols.js";
import {makeTile, updateTile, updateTime} from "./tile.js";
import {everySecond} from "./times.js";

const list = "control_center";
/// A finger moves a little during a press.
const tolerance = 10;

export function mountControlCenter(main) {
    const grid = element("ul.tiles", {"aria-label": "Controls"});
    const empty = element("div.empty");
    const edit = button("Edit", () => arrangement.toggle());
    const add = element("a.button", {href: `#/gallery/${list}`}, "Add a Control");
    const help = element("p.note.help", {hidden: true},
        "Drag to move, or use the arrow keys. The corner or + and − resize, Delete removes, Enter opens more.");
    /// The tiles by their controls, so that a tile and its focus survive a change of the layout.
    const tiles = new Map();
    const arrangement = new Arrangement({list, grid, edit, help, add, items: () => placesOf(list)});
    main.append(element("div.title-bar", {}, element("h1", {}, "Control Center"), element("div.pair", {}, add, edit)),
        help, grid, empty);

    function makeItem() {
        const tile = makeTile();
        const item = element("li.cell", {}, tile);
        item.tile = tile;
        tile.addEventListener("click", ({timeStamp}) => {
            if (arrangement.swallowsClick()) return;
            if (arrangement.isOn) arrangement.open(item);
            else if (item.placed.shown) perform(item.placed.shown, timeStamp);
        });
        pressLong(tile, () => arrangement.begin(item));
        arrangement.attach(item);
        return item;
    }

    function showLayout() {
        const items = placesOf(list);
        const seen = new Map();
        const before = arrangement.positions();
        const focused = document.activeElement?.closest?.(".cell");
        for (const placed of items) {
            let key = `${placed.control.kind} ${JSON.stringify(placed.control.configuration)}`;
            // The same control may stand in the list twice.
            while (seen.has(key)) key += "+";
            const item = tiles.get(key) ?? makeItem();
            tiles.set(key, item);
            seen.set(key, item);
            item.placed = placed;
            if (!item.isConnected) grid.append(item);
            showItem(item);
        }
        for (const [key, item] of tiles) {
            if (seen.has(key)) continue;
            tiles.delete(key);
            item.remove();
        }
        arrangement.sort();
        const hasLostFocus = focused?.isConnected && !focused.contains(document.activeElement);
        if (hasLostFocus && !document.querySelector("dialog[open]")) focused.tile.focus();
        arrangement.animate(before);
        empty.hidden = items.length > 0 || !state.isReady;
        if (!empty.hidden) showEmpty();
        edit.hidden = state.layout.isFixed || items.length === 0;
        add.hidden = state.layout.isFixed || !arrangement.isOn;
        if (items.length === 0 || state.layout.isFixed) arrangement.end();
    }

    function showItem(item) {
        const {control: placed, shown, place} = item.placed;
        const size = placed.size ?? "small";
        item.dataset.size = size;
        item.dataset.place = place;
        const gone = {name: place, snapshot: {
            kind: placed.kind, title: placed.displayName || placed.reference, tint: "gray"}};
        updateTile(item.tile, shown ?? gone, {size, problem: placed.problem});
        arrangement.describe(item);
    }

    function showEmpty() {
        empty.replaceChildren(symbol("mdi:view-dashboard-outline"), element("h2", {}, "No controls yet"),
            ...(state.layout.isFixed ? [element("p", {}, "The panel's file puts no control here.")]
                : [element("p", {}, "Put the controls here that you use most."),
                    element("a.button.primary", {href: `#/gallery/${list}`}, "Open the Gallery")]));
    }

    const stopClock = everySecond(() => {
        if (!state.activities.size) return;
        for (const {tile, placed} of tiles.values()) if (activityOf(placed.shown)) updateTime(tile, placed.shown);
    });
    const stop = subscribe((changed) => {
        if (changed.has("layout") || changed.has("controls")) return showLayout();
        for (const item of tiles.values()) {
            const {shown} = item.placed;
            if (!shown || (!changed.has(shown.name) && !changed.has("activities"))) continue;
            item.placed.shown = state.controls.get(shown.name) ?? shown;
            showItem(item);
        }
    });
    showLayout();
    return () => {
        stop();
        stopClock();
        arrangement.end();
    };
}

/// Calls the action when a pointer has rested on the element for the time of a long press.
function pressLong(target, action) {
    let timer;
    let start;
    const cancel = () => clearTimeout(timer);
    target.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        start = event;
        cancel();
        timer = setTimeout(action, holdTime);
    });
    target.addEventListener("pointermove", (event) => {
        if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > tolerance) cancel();
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) target.addEventListener(name, cancel);
    target.addEventListener("contextmenu", (event) => event.preventDefault());
}
