// Symbols: the panel's own drawings, SF Symbols' names, "mdi:NAME", or a neutral symbol for any other name.

// The gateway writes this module: the names of the panel's own drawings, and of the symbols of extensions.
import {assets, custom} from "./custom-symbols.js";
import {icons, table} from "./symbol-table.js";

/// The address of the drawing for a symbol's name. An extension's own symbol has the name "symbols/NAME".
function drawingFor(name = "") {
    const icon = name.startsWith("mdi:") && name.slice(4);
    if (icons.has(icon)) return `symbols.svg#${icon}`;
    // Each part behind a dot makes a symbol more special: "lightbulb.max.fill" is a "lightbulb".
    // Symbols of extensions replace none of another's.
    const isAsset = name.startsWith("symbols/");
    let shorter = isAsset ? name.slice("symbols/".length) : name;
    for (; shorter; shorter = shorter.slice(0, Math.max(0, shorter.lastIndexOf(".")))) {
        if (custom.has(shorter) || (isAsset && assets.has(shorter))) return `symbols/${shorter}.svg#symbol`;
        if (table.has(shorter)) return `symbols.svg#${table.get(shorter)}`;
    }
    return "symbols.svg#shape-outline";
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
    const reference = drawingFor(name);
    const use = drawing.firstChild;
    if (use.getAttribute("href") !== reference) use.setAttribute("href", reference);
}
