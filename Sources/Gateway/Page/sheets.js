// Sheets over the page. A <dialog> keeps the focus inside, makes the rest inert, and closes with Escape.

import {button, element, identity, setText} from "./elements.js";
import {symbol} from "./symbols.js";

const open = new Set();

/// Opens a sheet, and returns {dialog, close, closed, fail}: `closed` is a promise of what `close` was called with, or
/// `undefined` if the person closed the sheet. After that, the focus returns to where it was. `fail` shows an error in
/// the sheet, because messages of the page behind are neither visible nor read.
export function openSheet({title, style = "", content = [], actions = []}) {
    const label = identity();
    const error = element("p.problem.sheet-error", {role: "alert"});
    const before = document.activeElement;
    let result;
    let resolve;
    const closed = new Promise((settle) => { resolve = settle; });
    const dialog = element(`dialog.sheet${style && `.${style}`}`, {
        "aria-labelledby": label,
        // A press beside the sheet closes it; a press inside has an element of the sheet as its target.
        pointerdown: (event) => event.target === dialog && dialog.close(),
        close: () => {
            open.delete(dialog);
            dialog.remove();
            if (before?.isConnected) before.focus();
            resolve(result);
        },
    });
    const close = (value) => {
        result = value;
        if (dialog.open) dialog.close();
    };
    dialog.append(element("div.sheet-body", {},
        element("header", {},
            element("h2", {id: label}, title),
            element("button.round", {type: "button", "aria-label": "Close", click: () => close()}, symbol("xmark"))),
        ...content,
        error,
        actions.length ? element("footer", {}, ...actions) : undefined));
    document.body.append(dialog);
    open.add(dialog);
    dialog.showModal();
    return {dialog, close, closed, fail: (text) => setText(error, text)};
}

export function closeSheets() {
    for (const dialog of [...open]) dialog.close();
}

/// Asks a question. Returns true, false, or `undefined` if `withdrawn` was resolved before the answer.
export async function askQuestion({title, question, yes, no = "Cancel", style = "primary", withdrawn}) {
    const sheet = openSheet({
        title,
        style: "small",
        content: [element("p.question", {}, question)],
        actions: [
            button(no, () => sheet.close(false)),
            button(yes, () => sheet.close(true), style),
        ],
    });
    sheet.dialog.querySelector("footer .button:last-child").focus();
    let isWithdrawn = false;
    withdrawn?.finally(() => {
        isWithdrawn = sheet.dialog.open;
        sheet.close();
    });
    const answer = await sheet.closed;
    return isWithdrawn ? undefined : answer ?? false;
}
