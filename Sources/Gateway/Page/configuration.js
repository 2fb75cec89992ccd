// Fields for the parameters of intents and configurations, and the sheet that asks for one missing value.

import * as api from "./api.js";
import {button, element, identity, setText} from "./elements.js";
import {openSheet} from "./sheets.js";
import {symbol} from "./symbols.js";

/// The fields of a control's configuration. `values` are the present ones; `name` is the control's, for suggestions.
export class Configuration {
    element = element("div.fields");
    #fields = new Map();

    constructor(parameters, values, name) {
        for (const parameter of parameters) {
            // null is a value: none, although there is a default.
            const value = parameter.name in values ? values[parameter.name] ?? undefined : parameter.value;
            const field = makeField(parameter, value, () => suggestions(name, parameter, this.#chosen(parameter)));
            // What the person chooses elsewhere may change what is to be chosen here.
            this.element.addEventListener("change", ({target}) => {
                const isDependedOn = parameter.suggestions?.dependsOn
                    .some((other) => this.#fields.get(other)?.element.contains(target));
                if (isDependedOn) field.reload?.();
            });
            this.#fields.set(parameter.name, {...field, parameter, before: JSON.stringify(values[parameter.name])});
            this.element.append(field.element);
        }
    }

    /// The values of the parameters that a parameter's suggestions depend on.
    #chosen({suggestions}) {
        const values = (suggestions?.dependsOn ?? []).map((name) => [name, this.#fields.get(name)?.read()]);
        return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    }

    /// The values that differ from the present ones and from the defaults. Parameters without a value are in
    /// `defaults`.
    read() {
        const configuration = {};
        const defaults = [];
        for (const [name, {read, parameter, before}] of this.#fields) {
            const value = read();
            const text = JSON.stringify(value);
            if (value === undefined && !parameter.isRequired && parameter.value !== undefined) {
                if (before !== "null") configuration[name] = null;
            } else if (value === undefined) {
                if (before !== undefined) defaults.push(name);
            } else if (text !== (before ?? JSON.stringify(parameter.value))) {
                configuration[name] = value;
            }
        }
        return {configuration, defaults};
    }

    /// Shows what is missing or wrong. Returns whether all required values are present.
    check() {
        let first;
        for (const {read, parameter, fail, focus} of this.#fields.values()) {
            const isMissing = parameter.isRequired && read() === undefined;
            fail(isMissing ? "A value is needed." : "");
            if (isMissing) first ??= focus;
        }
        first?.();
        return !first;
    }

    /// Shows the panel's objection at its field. Returns false if the problem is about no field.
    refuse({fields, message, name}) {
        const field = name === "invalid-configuration" && this.#fields.get(fields.parameter);
        if (!field) return false;
        field.fail(fields.nearest ? `${message} Did you mean ${fields.nearest}?` : message);
        field.focus();
        return true;
    }
}

async function suggestions(name, parameter, chosen) {
    if (parameter.choices && !parameter.suggestions) return parameter.choices;
    const path = api.controlPath(name, `suggestions/${encodeURIComponent(parameter.name)}`);
    const query = Object.keys(chosen).length ? `?values=${encodeURIComponent(JSON.stringify(chosen))}` : "";
    return (await api.get(path + query)).choices;
}

/// A field with its label: {element, read(), fail(text), focus()}, and reload() for one with suggestions.
function makeField(parameter, value, choices) {
    const id = identity();
    const type = parameter.type ?? "text";
    const list = /^list of (.*)$/.exec(type)?.[1];
    const kind = parameter.suggestions ? "entity" : list ?? type;
    const input = list ? listInput(kind, value, choices, id)
        : singleInput(kind, value, choices, id, parameter.isRequired);
    const error = element("p.field-error", {id: `${id}e`, role: "alert"});
    input.focusable().setAttribute("aria-describedby", `${id}e`);
    const label = parameter.title || parameter.name;
    const whole = element(`div.field${type === "boolean" ? ".switch-field" : ""}`, {},
        element("label", {for: id}, label,
            parameter.isRequired ? element("span.required", {}, " required") : undefined),
        parameter.description ? element("p.note", {}, parameter.description) : undefined,
        input.element, error);
    return {element: whole, read: input.read, reload: input.reload, focus: () => input.focusable().focus(), fail: (text) => {
        setText(error, text);
        input.focusable().setAttribute("aria-invalid", String(Boolean(text)));
    }};
}

function singleInput(type, value, choices, id, isRequired) {
    if (type === "enumeration" || type === "entity") return choiceInput(value, choices, id, isRequired);
    const input = element("input", {id, ...attributes(type)});
    if (type === "boolean") {
        input.checked = value === true;
        return {element: input, focusable: () => input, read: () => input.checked};
    }
    input.value = type === "date" ? localDate(value) : value ?? "";
    const read = () => {
        if (input.value.trim() === "") return undefined;
        if (type === "integer" || type === "number") return Number(input.value);
        // The panel reads ISO 8601 without fractions of a second.
        if (type === "date") return new Date(input.value).toISOString().replace(/\.\d+Z$/, "Z");
        return input.value;
    };
    return {element: input, focusable: () => input, read};
}

function attributes(type) {
    switch (type) {
    case "integer": return {type: "number", step: 1, inputmode: "numeric"};
    case "number": return {type: "number", step: "any", inputmode: "decimal"};
    case "boolean": return {type: "checkbox", role: "switch", class: "switch"};
    case "date": return {type: "datetime-local"};
    default: return {type: "text", autocomplete: "off"};
    }
}

/// A date of the panel, seconds since 1970 or ISO 8601, as a field of the browser takes it.
function localDate(value) {
    if (value === undefined || value === null) return "";
    const date = new Date(typeof value === "number" ? value * 1000 : value);
    if (Number.isNaN(date.getTime())) return "";
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/// A chooser. The present value stays possible, even if the panel no longer suggests it.
function choiceInput(value, choices, id, isRequired) {
    const select = element("select", {id});
    let values = [];
    let requests = 0;
    /// The title of the present choice, which a later list may lack.
    let title;
    const add = (choice, parent) => {
        values.push(choice.value);
        parent.append(element("option", {value: values.length - 1},
            choice.subtitle ? `${choice.title} – ${choice.subtitle}` : choice.title));
    };
    const read = () => values[Number(select.value)];
    const show = (present, list) => {
        values = [];
        select.replaceChildren();
        add({value: undefined, title: isRequired ? "Choose…" : "None"}, select);
        if (present !== undefined) {
            title = list.find((choice) => isSame(choice.value, present))?.title ?? title ?? String(present);
            add({value: present, title}, select);
        }
        select.value = String(values.length - 1);
        for (const [heading, section] of sections(list.filter((choice) => !isSame(choice.value, present)))) {
            const parent = heading === undefined ? select : element("optgroup", {label: heading});
            for (const choice of section) add(choice, parent);
            if (parent !== select) select.append(parent);
        }
    };
    const reload = async () => {
        const request = requests += 1;
        let list = [];
        let problem;
        try {
            list = await choices();
        } catch (error) {
            problem = error;
        }
        if (request !== requests) return;
        show(read(), list);
        if (problem) select.append(element("option", {disabled: true}, problem.message));
    };
    select.addEventListener("change", () => { title = select.selectedOptions[0]?.textContent; });
    show(value, []);
    // The other fields, whose values the choices may depend on, are made first.
    Promise.resolve().then(reload);
    return {element: select, focusable: () => select, read, reload};
}

function isSame(one, other) {
    return JSON.stringify(one) === JSON.stringify(other);
}

/// Neighbouring choices of one section, with its heading.
function sections(choices) {
    const found = [];
    for (const choice of choices) {
        if (!found.length || found.at(-1)[0] !== choice.section) found.push([choice.section, []]);
        found.at(-1)[1].push(choice);
    }
    return found;
}

/// A list of fields, which grows and shrinks.
function listInput(type, value, choices, id) {
    const rows = element("div.list-rows");
    const inputs = new Map();
    const add = (item, focus) => {
        const input = singleInput(type, item, choices, inputs.size ? identity() : id, false);
        const row = element("div.list-row", {}, input.element, element("button.round", {
            type: "button", "aria-label": "Remove this value", click: () => {
                inputs.delete(row);
                row.remove();
                more.focus();
                rows.dispatchEvent(new Event("change", {bubbles: true}));
            },
        }, symbol("minus")));
        if (inputs.size) input.focusable().setAttribute("aria-label", "Another value");
        inputs.set(row, input);
        rows.append(row);
        if (focus) input.focusable().focus();
    };
    const more = button("Add a value", () => add(undefined, true));
    for (const item of Array.isArray(value) ? value : []) add(item);
    return {
        element: element("div.list", {}, rows, more),
        focusable: () => inputs.values().next().value?.focusable() ?? more,
        reload: () => {
            for (const input of inputs.values()) input.reload?.();
        },
        read: () => {
            const read = [...inputs.values()].map((input) => input.read()).filter((item) => item !== undefined);
            return read.length || value !== undefined ? read : undefined;
        },
    };
}

/// Asks for the value that an intent needs. Returns `undefined` if the person gives up.
export async function askValue(title, {parameter, title: name, dialog, choices}) {
    const question = element("p.question", {}, dialog ?? `Which ${name}?`);
    if (choices?.length) {
        const offer = (choice) => element("button.choice", {type: "button", click: () => sheet.close(choice.value)},
            choice.symbol ? symbol(choice.symbol) : undefined,
            element("span", {}, choice.title, choice.subtitle ? element("small", {}, choice.subtitle) : undefined));
        const sheet = openSheet({
            title, style: "small", content: [question, element("div.choices", {},
                sections(choices).flatMap(([heading, section]) => [
                    heading === undefined ? undefined : element("h3", {}, heading), ...section.map(offer)]))]});
        sheet.dialog.querySelector(".choice").focus();
        return sheet.closed;
    }
    const field = makeField({name: parameter, title: name, type: "text"}, undefined);
    const answer = () => {
        const value = field.read();
        if (value === undefined) field.fail("A value is needed.");
        else sheet.close(value);
    };
    const sheet = openSheet({title, style: "small", content: [question, field.element],
        actions: [button("Cancel", () => sheet.close()), button("Continue", answer, "primary")]});
    field.focus();
    return sheet.closed;
}
