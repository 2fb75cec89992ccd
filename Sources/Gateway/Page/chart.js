// A chart of a control's last changes: steps for a toggle, a line for numbers, none for other texts.

import {now} from "./api.js";
import {element} from "./elements.js";
import {ago} from "./times.js";

const number = /^\s*([-+−]?\d+(?:[.,]\d+)?)\s*(\D{0,12})$/u;

/// What a change says in words.
export const textOf = ({isOn, valueText}) => valueText ?? (isOn === undefined ? "–" : isOn ? "On" : "Off");

/// The chart of at least two changes, the oldest first; `undefined` for texts that are no numbers of one unit.
export function chart(changes) {
    const steps = changes.every(({isOn}) => isOn !== undefined);
    const found = changes.map(({isOn, valueText}) => (steps ? [0, Number(isOn)] : number.exec(valueText)));
    if (!found.every((match) => match && match[2] === found[0][2])) return undefined;
    const values = found.map(([, text]) => Number(String(text).replace("−", "-").replace(",", ".")));
    const last = changes.at(-1);
    const end = Math.max(now(), last.time);
    // A first state that lasted for weeks would leave no room for the changes.
    const begin = Math.max(changes[0].time, changes[1].time - (end - changes[1].time) / 9);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const y = (value) => (most > least ? 90 - 80 * (value - least) / (most - least) : 50);
    // The area below the line ends outside the drawing, where its border is not visible.
    const line = values.map((value, index) => {
        const x = 1000 * Math.max(0, changes[index].time - begin) / (end - begin || 1);
        return steps || !index ? `H${x}V${y(value)}` : `L${x} ${y(value)}`;
    });
    const [low, high] = [least, most].map((value) => textOf(changes[values.indexOf(value)]));
    const scale = [begin, (begin + end) / 2, end].map((time) => ago(end - time));
    const count = values.length - 1;
    const drawing = svg("svg", {viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img",
        "aria-label": `${count} ${count > 1 ? "changes" : "change"} since ${scale[0]}, between ${low} and ${high}, now ${
            textOf(last)}`});
    drawing.append(svg("path", {d: `M-9 200V${y(values[0])}${line.join("")}H1009V200`}));
    const label = (text) => element("span", {"aria-hidden": "true"}, text);
    return element("div.chart", {}, label(high), drawing, label(low), element("div.chart-times", {}, scale.map(label)));
}

function svg(name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
}
