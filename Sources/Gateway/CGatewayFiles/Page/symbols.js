// Symbols: SF Symbols' names, "mdi:NAME", or a neutral symbol for any other name.

import {icons, table} from "./symbol-table.js";

const known = new Set([...Object.values(table), ...icons]);
const neutral = "shape-outline";

/// The icon in symbols.svg for a symbol's name.
export function iconFor(name = "") {
    if (name.startsWith("mdi:")) {
        const icon = name.slice(4);
        return known.has(icon) ? icon : neutral;
    }
    // Each part behind a dot makes a symbol more special: "lightbulb.max.fill" is a "lightbulb".
    for (let shorter = name; shorter; shorter = shorter.slice(0, Math.max(0, shorter.lastIndexOf(".")))) {
        if (table[shorter]) return table[shorter];
    }
    return neutral;
}

/// An SVG element that shows a symbol. Symbols are decoration: the text beside a symbol says the same.
export function symbol(name) {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("class", "symbol");
    drawing.setAttribute("viewBox", "0 0 24 24");
    drawing.setAttribute("aria-hidden", "true");
    drawing.append(document.createElementNS("http://www.w3.org/2000/svg", "use"));
    setSymbol(drawing, name);
    return drawing;
}

export function setSymbol(drawing, name) {
    const reference = `symbols.svg#${iconFor(name)}`;
    const use = drawing.firstChild;
    if (use.getAttribute("href") !== reference) use.setAttribute("href", reference);
}
