// Changes of the layout, and the sheet of one placement.

import * as api from "./api.js";
import {Configuration} from "./configuration.js";
import {button, element, identity} from "./elements.js";
import {views} from "./perform.js";
import {authenticated} from "./session.js";
import {openSheet} from "./sheets.js";
import {state, titleOf} from "./state.js";
import {showProblem} from "./toasts.js";

export const sizes = ["small", "medium", "large"];
export const listTitles = {control_center: "Control Center", lock_screen: "Lock Screen"};

/// A place's name for people: "Action button, hold", "Light door", "Control Center".
export function placeTitle(place) {
    const [kind, name, gesture] = place.split(".");
    if (listTitles[kind]) return listTitles[kind];
    if (kind === "lights") return `Light “${name}”`;
    return `Button “${name}”, ${gesture.replace("_", " ")}`;
}

/// Makes a change of the layout: place, move, resize, configure or remove. The new layout comes with the next notice
/// "reset". Returns the changed item, or `undefined` after a refusal, which is shown.
export async function arrange(what, body, title) {
    try {
        return await authenticated(() => api.post(`layout/${what}`, body), `Arranging “${title}” waits for your PIN`)
            ?? (what === "remove" ? {} : undefined);
    } catch (problem) {
        showProblem(title, problem);
        return undefined;
    }
}

/// A choice of the size, as three radio buttons.
export function sizeChooser(size, chosen = () => {}) {
    const name = identity();
    return element("fieldset.segments", {}, element("legend", {}, "Size"), sizes.map((each) => element("label", {},
        element("input", {type: "radio", name, value: each, checked: each === size, change: () => chosen(each)}),
        element("span", {}, each[0].toUpperCase() + each.slice(1)))));
}

/// The sheet of a placed control: size, position, configuration, details, removal.
export function openPlacement({place, control: placed, shown}) {
    const [list, position] = place.split(".");
    const title = shown ? titleOf(shown) : placed.displayName || placed.reference;
    const isList = list in listTitles;
    let sheet;
    const act = async (what, body) => {
        sheet.close();
        await arrange(what, {place, ...body}, title);
    };
    const content = [element("p.note", {}, placeTitle(place))];
    for (const text of [placed.problem, placed.note]) if (text) content.push(element("p.problem", {}, text));
    if (list === "control_center") content.push(sizeChooser(placed.size ?? "small", (size) => act("resize", {size})));
    if (isList) {
        const last = state.layout.items.filter((item) => item.control && item.place.startsWith(`${list}.`)).length;
        const step = (by) => act("move", {to: `${list}.${Number(position) + by}`});
        const earlier = button("Move Earlier", () => step(-1));
        const later = button("Move Later", () => step(1));
        earlier.disabled = Number(position) === 1;
        later.disabled = Number(position) === last;
        content.push(element("div.pair", {}, earlier, later));
    }
    let configuration;
    if (shown?.parameters.length) {
        configuration = new Configuration(shown.parameters, placed.configuration, shown.name);
        content.push(element("h3", {}, "Configuration"), configuration.element);
    }
    const actions = [button("Remove", () => act("remove"), "destructive")];
    if (shown) actions.push(button("Details", () => {
        sheet.close();
        views.open({type: "Control", value: shown.name, title});
    }));
    if (configuration) actions.push(button("Save", () => save(sheet, configuration, place, title), "primary"));
    sheet = openSheet({title, content, actions});
    return sheet;
}

async function save(sheet, configuration, place, title) {
    if (!configuration.check()) return;
    const read = configuration.read();
    if (!Object.keys(read.configuration).length && !read.defaults.length) return sheet.close();
    const body = {place, configuration: read.configuration, ...(read.defaults.length && {defaults: read.defaults})};
    try {
        const done = await authenticated(
            () => api.post("layout/configure", body), `Configuring “${title}” waits for your PIN`);
        if (done) sheet.close();
    } catch (problem) {
        if (!configuration.refuse(problem)) sheet.fail(problem.message);
    }
}
