// A web address that an intent opens: a link for this browser, and a code for a phone.

import {element} from "./elements.js";
import {qrCode} from "./qr-code.js";
import {openSheet} from "./sheets.js";

/// Shows a web address. Nothing opens by itself: the person sees where the link leads, and follows it or not.
///
/// Returns whether the text is a web address. No other address becomes a link: the core refuses `javascript:`, and a
/// page must not depend on that.
export function showAddress(text, {isKiosk}) {
    if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
    const code = qrCode(text);
    const sheet = openSheet({
        title: new URL(text).host,
        style: "small",
        content: [element("div.phone", {}, code, element("p.address", {}, text))],
        // A kiosk has no way back from another page.
        actions: isKiosk ? [] : [element("a.button.primary", {
            href: text, target: "_blank", rel: "noopener noreferrer", click: () => sheet.close(),
        }, "Open")],
    });
    return true;
}
