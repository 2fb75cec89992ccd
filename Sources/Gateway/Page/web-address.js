// A web address that an intent opens: a link for this browser, and a code for a phone.

import {element} from "./elements.js";
import {qrCode} from "./qr-code.js";
import {openSheet} from "./sheets.js";

/// The address that is shown: {text, sheet}.
let shown;
const kioskShows = 60_000;

/// Shows a web address. Nothing opens by itself: the person sees where the link leads, and follows it or not.
///
/// Returns whether the text is a web address that can be shown. No other address becomes a link: the core refuses
/// `javascript:`, and a page must not depend on that. A kiosk interrupts no other sheet, such as a PIN pad.
export function showAddress(text, {isKiosk}) {
    const host = hostOf(text);
    if (host === undefined) return false;
    // Two performances may open the same address.
    if (shown?.text === text && shown.sheet.dialog.open) return true;
    shown?.sheet.close();
    if (isKiosk && document.querySelector("dialog[open]")) return false;
    const code = qrCode(text);
    const sheet = openSheet({
        title: host,
        style: "small",
        content: [element("div.phone", {}, code, element("p.address", {}, text),
            code ? undefined : element("p.note", {}, "It is too long for a code."))],
        // A kiosk has no way back from another page.
        actions: isKiosk ? [] : [element("a.button.primary", {
            href: text, target: "_blank", rel: "noopener noreferrer", click: () => sheet.close(),
        }, "Open")],
    });
    shown = {text, sheet};
    if (isKiosk) setTimeout(() => sheet.close(), kioskShows);
    return true;
}

/// The host of a web address; `undefined` for another text.
function hostOf(text) {
    try {
        return /^https?:\/\/[^/]/i.test(text) ? new URL(text).host : undefined;
    } catch {
        return undefined;
    }
}
