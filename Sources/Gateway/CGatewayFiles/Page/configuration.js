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
            const value = values[parameter.name] ?? parameter.value;
            const field = makeField(parameter, value, () => suggestions(name, parameter));
            this.#fields.set(parameter.name, {...field, parameter, before: JSON.stringify(values[parameter.name])});
            this.element.append(field.element);
        }
    }

    /// The values that differ from the present ones and from the defaults. Parameters without a value are in
    /// `defaults`.
    read() {
        const configuration = {};
        const defaults = [];
        for (const [name, {read, parameter, before}] of this.#fields) {
            const value = read();
            const text = JSON.stringify(value);
            if (value === undefined) {
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

async function suggestions(name, parameter) {
    if (parameter.choices) return parameter.choices;
    const path = api.controlPath(name, `suggestions/${encodeURIComponent(parameter.name)}`);
    return (await api.get(path)).choices;
}

/// A field with its label: {element, read(), fail(text), focus()}.
function makeField(parameter, value, choices) {
    const id = identity();
    const type = parameter.type ?? "text";
    const list = /^list of (.*)$/.exec(type)?.[1];
    const input = list ? listInput(list, value, choices, id)
        : singleInput(type, value, choices, id, parameter.isRequired);
    const error = element("p.field-error", {id: `${id}e`, role: "alert"});
    input.focusable().setAttribute("aria-describedby", `${id}e`);
    const label = parameter.title || parameter.name;
    const whole = element(`div.field${type === "boolean" ? ".switch-field" : ""}`, {},
        element("label", {for: id}, label,
            parameter.isRequired ? element("span.required", {}, " required") : undefined),
        parameter.description ? element("p.note", {}, parameter.description) : undefined,
        input.element, error);
    return {element: whole, read: input.read, focus: () => input.focusable().focus(), fail: (text) => {
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
    const values = [];
    const add = (choice) => {
        values.push(choice.value);
        select.append(element("option", {value: values.length - 1},
            choice.subtitle ? `${choice.title} – ${choice.subtitle}` : choice.title));
    };
    add({value: undefined, title: isRequired ? "Choose…" : "None"});
    if (value !== undefined) add({value, title: String(value)});
    select.value = String(values.length - 1);
    Promise.resolve().then(choices).then((list) => {
        for (const choice of list) {
            const isPresent = value !== undefined && JSON.stringify(choice.value) === JSON.stringify(value);
            if (isPresent) select.options[1].textContent = choice.title;
            else add(choice);
        }
    }, (problem) => {
        select.append(element("option", {disabled: true}, problem.message));
    });
    return {element: select, focusable: () => select, read: () => values[Number(select.value)]};
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
            title, style: "small", content: [question, element("div.choices", {}, choices.map(offer))]});
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
