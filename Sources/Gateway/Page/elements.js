// Makes elements. Text from the panel enters the page as text nodes alone, never as markup.

/// Makes an element: `element("p.note", {role: "status"}, "Text", otherElement)`. Attributes whose value is `undefined`
/// or `false` are left out, `true` is an empty attribute, and a function is a listener for the event of its name.
export function element(description, attributes = {}, ...children) {
    const [name, ...classes] = description.split(".");
    const made = document.createElement(name || "div");
    if (classes.length) made.className = classes.join(" ");
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "function") made.addEventListener(key, value);
        else setAttribute(made, key, value);
    }
    made.append(...children.flat(2).filter((child) => child !== undefined && child !== null));
    return made;
}

/// Sets an attribute, or removes it for `undefined` and `false`. In ARIA, `false` is a value.
export function setAttribute(target, name, value) {
    if (name.startsWith("aria-") && value !== undefined) target.setAttribute(name, String(value));
    else if (value === undefined || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? "" : String(value));
}

/// Sets the text of an element only where the text differs: a screen reader reads a live region again after each
/// change.
export function setText(target, text = "") {
    if (target.textContent !== text) target.textContent = text;
}

export function button(label, listener, style = "") {
    return element(`button.button${style && `.${style}`}`, {type: "button", click: listener}, label);
}

/// A heading with a list or other content, as most views have them.
export function section(title, ...content) {
    return element("section.group", {"aria-label": title}, element("h2", {}, title), ...content);
}

let identities = 0;

/// A new identity, for labels that refer to their fields.
export function identity() {
    identities += 1;
    return `e${identities}`;
}
