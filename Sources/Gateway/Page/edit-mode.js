// The edit mode of a list of tiles: drag, resize, remove and configure, by pointer and by keyboard.

import {arrange, openPlacement, sizes} from "./placements.js";
import {element, setAttribute, setText} from "./elements.js";
import {subscribe, titleOf} from "./state.js";
import {symbol} from "./symbols.js";
import {announce} from "./toasts.js";

/// A pointer that moves less than this has tapped.
const dragThreshold = 8;

/// The longest wait for the new layout after a change.
const patience = 2_000;

/// Whether the page shows a change of the item. `changed` is the panel's answer, which has no place after a removal.
function isShown(item, changed) {
    const {place, control} = item.placed;
    return !item.isConnected || (place === changed.place && control.size === changed.control.size);
}

/// Waits until a layout that shows the change has arrived. A layout from before the change may arrive first.
function layoutShows(item, changed) {
    return new Promise((resolve) => {
        if (isShown(item, changed)) return resolve();
        const done = () => {
            stop();
            clearTimeout(timer);
            resolve();
        };
        const stop = subscribe((topics) => topics.has("layout") && isShown(item, changed) && done());
        const timer = setTimeout(done, patience);
    });
}

export class Arrangement {
    isOn = false;
    #parts;
    #drag;
    #swallowed = false;
    #latest = Promise.resolve();
    #refusals = 0;
    /// The moves that wait for the panel.
    #moves = 0;

    /// `parts`: the list's name, its grid, the button "Edit", the help, the link "Add", and a function for the list's
    /// items.
    constructor(parts) {
        this.#parts = parts;
        parts.add.hidden = true;
    }

    toggle() {
        if (this.isOn) this.end();
        else this.begin();
    }

    /// Begins the edit mode, and, after a long press on a tile, also a drag of this tile.
    begin(item) {
        if (this.#parts.edit.hidden) return;
        // The click at the end of the long press must not perform the control.
        this.#swallowed = Boolean(item);
        if (this.isOn) return;
        this.#show(true);
        announce("Edit mode");
        item?.tile.focus();
    }

    end() {
        if (!this.isOn) return;
        this.#show(false);
        announce("Edit mode ended");
    }

    #show(isOn) {
        const {grid, edit, help, add} = this.#parts;
        this.isOn = isOn;
        grid.classList.toggle("editing", isOn);
        setText(edit, isOn ? "Done" : "Edit");
        edit.classList.toggle("primary", isOn);
        help.hidden = add.hidden = !isOn;
        for (const item of grid.children) this.describe(item);
    }

    /// Whether the click that arrives now is the end of a long press or of a drag.
    swallowsClick() {
        const swallowed = this.#swallowed;
        this.#swallowed = false;
        return swallowed;
    }

    open(item) {
        openPlacement(item.placed);
    }

    /// Adds what a tile needs for the edit mode.
    attach(item) {
        const {tile} = item;
        const handle = (name, icon, click) => element(`button.round.${name}`, {type: "button", click}, symbol(icon));
        item.remover = handle("remover", "minus", () => this.#remove(item));
        item.resizer = handle("resizer", "mdi:arrow-top-left-bottom-right", () => this.#resize(item, 1, true));
        item.append(item.remover, item.resizer);
        tile.addEventListener("keydown", (event) => this.isOn && this.#key(event, item));
        tile.addEventListener("pointerdown", (event) => {
            this.#swallowed = false;
            if (event.button === 0) this.#drag = {item, event};
        });
        // Until the edit mode begins, a finger that moves scrolls the page; in the edit mode it drags the tile.
        tile.addEventListener("pointermove", (event) => this.isOn && this.#move(event));
        tile.addEventListener("pointerup", () => {
            this.#drop(true);
            // The click that belongs to this press has come by then, if there is one.
            setTimeout(() => { this.#swallowed = false; }, 100);
        });
        tile.addEventListener("pointercancel", () => this.#drop(false));
    }

    /// Names the tile's handles, and shows them in the edit mode alone.
    describe(item) {
        const {shown, control} = item.placed;
        const title = shown ? titleOf(shown) : control.displayName;
        item.remover.setAttribute("aria-label", `Remove ${title}`);
        item.resizer.setAttribute("aria-label", `Resize ${title}, now ${control.size ?? "small"}`);
        item.remover.hidden = item.resizer.hidden = !this.isOn;
        // In the edit mode, a tile is no toggle.
        const isToggle = item.tile.hasAttribute("data-toggle") && !this.isOn;
        setAttribute(item.tile, "aria-pressed", isToggle ? item.tile.hasAttribute("data-on") : undefined);
    }

    // MARK: Keys

    #key(event, item) {
        const index = this.#index(item);
        const isRightToLeft = getComputedStyle(this.#parts.grid).direction === "rtl";
        const action = {
            ArrowLeft: () => this.#moveTo(item, index + (isRightToLeft ? 1 : -1)),
            ArrowRight: () => this.#moveTo(item, index + (isRightToLeft ? -1 : 1)),
            ArrowUp: () => this.#moveTo(item, index - 1),
            ArrowDown: () => this.#moveTo(item, index + 1),
            Home: () => this.#moveTo(item, 0),
            End: () => this.#moveTo(item, this.#count - 1),
            Delete: () => this.#remove(item),
            Backspace: () => this.#remove(item),
            "+": () => this.#resize(item, 1),
            "-": () => this.#resize(item, -1),
            Escape: () => this.end(),
        }[event.key];
        if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        action();
    }

    get #count() {
        return this.#parts.grid.children.length;
    }

    #index(item) {
        return [...this.#parts.grid.children].indexOf(item);
    }

    // MARK: Changes

    /// Makes a change after the one before: places are positions, and a change needs those that the other leaves. Changes
    /// that wait for one that the panel refuses are dropped. `body(placed)` is called at the change's turn; without a body
    /// there is nothing to change.
    #change(item, what, body = () => ({})) {
        const refusals = this.#refusals;
        const change = this.#latest.then(async () => {
            const fields = body(item.placed);
            if (!fields || refusals !== this.#refusals) return undefined;
            const {shown, control, place} = item.placed;
            const title = shown ? titleOf(shown) : control.displayName;
            const changed = await arrange(what, {place, ...fields}, title);
            if (changed) await layoutShows(item, changed);
            else this.#refusals += 1;
            return changed;
        });
        this.#latest = change;
        return change;
    }

    async #moveTo(item, index, before = this.positions()) {
        const position = Math.max(0, Math.min(this.#count - 1, index));
        if (position === this.#index(item)) {
            this.sort();
            return this.animate(before);
        }
        // The tile goes at once, and comes back if the panel refuses.
        this.#put(item, position);
        this.animate(before);
        item.tile.focus();
        this.#moves += 1;
        const moved = await this.#change(item, "move", () => ({to: `${this.#parts.list}.${position + 1}`}));
        this.#moves -= 1;
        if (moved) announce(`Position ${position + 1} of ${this.#count}`);
        const now = this.positions();
        this.sort();
        this.animate(now);
    }

    async #resize(item, by, isCyclic) {
        const next = ({control}) => {
            const index = sizes.indexOf(control.size ?? "small") + by;
            return sizes[isCyclic ? index % sizes.length : Math.max(0, Math.min(sizes.length - 1, index))];
        };
        const resized = await this.#change(item, "resize", (placed) => {
            const size = next(placed);
            return size !== placed.control.size && {size};
        });
        if (resized) announce(`Size ${resized.control.size}`);
    }

    async #remove(item) {
        const next = item.nextElementSibling ?? item.previousElementSibling;
        if (!await this.#change(item, "remove")) return;
        announce("Removed");
        (next?.tile ?? this.#parts.edit).focus();
    }

    #put(item, index) {
        const {grid} = this.#parts;
        const others = [...grid.children].filter((other) => other !== item);
        grid.insertBefore(item, others[index] ?? null);
    }

    /// Puts the tiles into the panel's order. During a drag, and until the panel has answered a move, they stay where the
    /// person has put them: a tile that goes back and forth loses a click on it.
    sort() {
        if (this.#moves > 0 || this.#drag?.isMoving) return;
        const {grid, items} = this.#parts;
        const tiles = new Map([...grid.children].map((item) => [item.placed.place, item]));
        items().forEach(({place}, index) => {
            const item = tiles.get(place);
            if (item && grid.children[index] !== item) grid.insertBefore(item, grid.children[index] ?? null);
        });
    }

    // MARK: Dragging

    #move(event) {
        const drag = this.#drag;
        if (!drag) return;
        const [x, y] = [event.clientX - drag.event.clientX, event.clientY - drag.event.clientY];
        if (!drag.isMoving) {
            if (Math.hypot(x, y) < dragThreshold) return;
            drag.isMoving = true;
            drag.home = drag.item.getBoundingClientRect();
            drag.sequence = [...this.#parts.grid.children];
            drag.item.tile.setPointerCapture(event.pointerId);
            drag.item.classList.add("dragged");
        }
        this.#follow(drag, x, y);
        const target = this.#under(event, drag.item);
        if (!target) return;
        const before = this.positions(drag.item);
        // The style has the new order until the drop: an element that moves in the document loses its pointer.
        const to = drag.sequence.indexOf(target);
        drag.sequence = drag.sequence.filter((item) => item !== drag.item);
        drag.sequence.splice(to, 0, drag.item);
        drag.sequence.forEach((item, index) => { item.style.order = index; });
        this.animate(before);
        this.#follow(drag, x, y);
    }

    /// Keeps the tile under the pointer, wherever its cell is.
    #follow(drag, x, y) {
        const {style} = drag.item;
        style.transform = "none";
        const now = drag.item.getBoundingClientRect();
        style.transform = `translate(${drag.home.left + x - now.left}px, ${drag.home.top + y - now.top}px)`;
    }

    #under({clientX, clientY}, except) {
        const grid = this.#parts.grid.getBoundingClientRect();
        const [x, y] = [clientX - grid.left, clientY - grid.top];
        // Offsets are where the tiles are going, and not where the motion has them now.
        return [...this.#parts.grid.children].find((item) => item !== except
            && x > item.offsetLeft && x < item.offsetLeft + item.offsetWidth
            && y > item.offsetTop && y < item.offsetTop + item.offsetHeight);
    }

    #drop(isWanted) {
        const drag = this.#drag;
        this.#drag = undefined;
        if (!drag?.isMoving) return;
        this.#swallowed = true;
        const {item} = drag;
        const before = this.positions();
        item.classList.remove("dragged");
        item.style.transform = "";
        for (const each of drag.sequence) each.style.order = "";
        this.#moveTo(item, isWanted ? drag.sequence.indexOf(item) : this.#index(item), before);
    }

    // MARK: Motion

    /// Where each tile is now, for `animate`.
    positions(except) {
        return new Map([...this.#parts.grid.children].filter((item) => item !== except)
            .map((item) => [item, item.getBoundingClientRect()]));
    }

    /// Lets the tiles move from where they were to where they are.
    animate(before) {
        if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
        for (const [item, from] of before) {
            if (!item.isConnected || item.classList.contains("dragged")) continue;
            const to = item.getBoundingClientRect();
            const [x, y] = [from.left - to.left, from.top - to.top];
            if (!x && !y) continue;
            item.animate([{transform: `translate(${x}px, ${y}px)`}, {transform: "none"}],
                {duration: 250, easing: "cubic-bezier(.2, .8, .2, 1)"});
        }
    }
}
