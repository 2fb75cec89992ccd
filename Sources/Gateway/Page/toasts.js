// Short messages at the edge of the page, which go by themselves.

import {element} from "./elements.js";
import {symbol} from "./symbols.js";

const most = 3;

/// Shows a message. An error stays longer, and a screen reader says it at once.
export function toast(title, text, {isError = false, name = isError ? "exclamationmark.triangle" : "info"} = {}) {
    const container = document.getElementById("toasts");
    const close = () => shown.remove();
    const shown = element(`div.toast${isError ? ".error" : ""}`, {role: isError ? "alert" : "status"},
        symbol(name),
        element("div", {}, element("p.toast-title", {}, title), text ? element("p", {}, text) : undefined),
        element("button.round", {type: "button", "aria-label": "Dismiss", click: close}, symbol("xmark")));
    // The same message once more, for example at each attempt without a connection, takes the place of the first.
    for (const each of [...container.children]) if (each.textContent === shown.textContent) each.remove();
    container.append(shown);
    while (container.children.length > most) container.firstChild.remove();
    setTimeout(close, isError ? 10_000 : 5_000 + 60 * (text?.length ?? 0));
    return shown;
}

export function clearToasts() {
    document.getElementById("toasts").replaceChildren();
}

/// Shows a problem of the API, with the similar name that the panel suggests.
export function showProblem(title, problem) {
    const nearest = problem.fields?.nearest;
    toast(title, nearest ? `${problem.message} Did you mean ${nearest}?` : problem.message, {isError: true});
}

/// Lets a screen reader say a text that the eye sees already.
export function announce(text) {
    document.getElementById("announcer").textContent = text;
}
