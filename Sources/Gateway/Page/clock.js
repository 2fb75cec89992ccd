// The panel's clock. A touch has a time on this clock, and the panel refuses a request whose touch is too long ago.
//
// The browser's clock may be wrong, so the page compares performance.now() with the stamp in each response. The panel made the
// stamp after the page had sent the request, and before the page received the response:
//
//   sent ──────▶ stamp ──────▶ received        stamp − received ≤ offset ≤ stamp − sent

let offset;
/// The difference between the browser's two clocks at the last stamp. It changes while the device sleeps, because
/// performance.now() may stop then.
let difference;
const tolerance = 1_000;

const presentDifference = () => Date.now() - performance.now();

/// Takes the panel's stamp of a response, in ms. The page keeps the lower bound of the offset: an error makes a touch look
/// older, never newer.
export function learn(stamp, sent, received) {
    if (!Number.isFinite(stamp) || stamp <= 0) return;
    const [least, most] = [stamp - received, stamp - sent];
    // Beyond these bounds lies the offset of another boot of the panel, or of a browser's clock that runs faster.
    if (!isKnown() || offset < least || offset > most) offset = least;
    difference = presentDifference();
}

export function isKnown() {
    return offset !== undefined && Math.abs(presentDifference() - difference) < tolerance;
}

/// A moment of performance.now() on the panel's clock, in ms.
export function panelTime(moment) {
    return Math.round(moment + offset);
}
