// The levels of a board's lines, as a logic analyser shows them: one row for each line, and the last half minute.

import {element} from "./elements.js";

const span = 30_000;
const width = 1_000;
const high = 2;
const low = 18;
const space = "http://www.w3.org/2000/svg";

export class LevelChart {
    element = element("ul.levels");
    #rows = new Map();
    #frame;
    #isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

    constructor() {
        this.#next();
    }

    clear() {
        this.#rows.clear();
        this.element.replaceChildren();
    }

    stop() {
        if (this.#isStill) clearTimeout(this.#frame);
        else cancelAnimationFrame(this.#frame);
        this.#frame = null;
    }

    /// Takes a line's level: `undefined` while its chip is unplugged.
    take(name, usedBy, isActive) {
        const key = `${name} ${usedBy}`;
        const row = this.#rows.get(key) ?? this.#add(key, name, usedBy);
        const now = performance.now();
        row.changes.push({time: now, isActive});
        // The last change before the window gives the level at its begin.
        while (row.changes.length > 1 && row.changes[1].time < now - span) row.changes.shift();
        row.level.textContent = isActive === undefined ? "unplugged" : isActive ? "active" : "inactive";
        row.item.classList.toggle("active", isActive === true);
        this.#draw(row);
    }

    #add(key, name, usedBy) {
        const drawing = document.createElementNS(space, "svg");
        const path = document.createElementNS(space, "path");
        drawing.setAttribute("viewBox", `0 0 ${width} 20`);
        drawing.setAttribute("preserveAspectRatio", "none");
        // The word beside the drawing says the level.
        drawing.setAttribute("aria-hidden", "true");
        drawing.append(path);
        const level = element("span.level");
        const words = element("span.line-name", {}, element("strong", {}, name), " ", usedBy);
        const item = element("li", {}, words, drawing, level);
        this.element.append(item);
        const row = {item, path, level, changes: []};
        this.#rows.set(key, row);
        return row;
    }

    #draw({path, changes}) {
        const now = performance.now();
        const steps = changes.map(({time, isActive}, index) => {
            // Before the page has seen a line, the line is taken to have had the level that it has first.
            const position = index === 0 ? 0 : Math.max(0, width * (1 - (now - time) / span)).toFixed(1);
            if (isActive === undefined) return "";
            const y = isActive ? high : low;
            const isBegin = index === 0 || changes[index - 1].isActive === undefined;
            const until = changes[index + 1] ? width * (1 - (now - changes[index + 1].time) / span) : width;
            return `${isBegin ? "M" : "L"}${position} ${y}H${Math.max(0, until).toFixed(1)}`;
        });
        path.setAttribute("d", steps.join(""));
    }

    /// Moves the drawings. Browsers ask for no frames of a hidden page.
    #next() {
        const draw = () => {
            for (const row of this.#rows.values()) this.#draw(row);
            if (this.#frame !== null) this.#next();
        };
        this.#frame = this.#isStill ? setTimeout(draw, 1_000) : requestAnimationFrame(draw);
    }
}
