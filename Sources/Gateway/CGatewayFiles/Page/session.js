// The session of this browser's tab, and requests that may need one.

import * as api from "./api.js";
import {askPIN} from "./pin-pad.js";
import {closeSheets} from "./sheets.js";
import {change, redact, state} from "./state.js";

/// Called after the session began or ended: the event stream connects again, for it carries what the session may see.
export const session = {changed() {}};

export async function loadSession() {
    try {
        state.session = await api.get("session");
        change("session");
    } catch (problem) {
        if (problem.name !== "core-away" && problem.name !== "unreachable") throw problem;
    }
}

/// Opens a session with a PIN. Throws the gateway's problem for a wrong one.
async function open(pin) {
    const {token, person, role, seconds} = await api.post("session", {pin});
    api.token.value = token;
    clearTimeout(attempt);
    state.session = {...state.session, person, role, seconds, unlockedBecause: undefined};
    change("session");
    session.changed();
}

/// Forgets the session, and all that only its owner may see.
export function sessionEnded() {
    if (!api.token.value) return;
    api.token.value = undefined;
    clearTimeout(attempt);
    pause = 0;
    const {takesPINs, reason} = state.session;
    state.session = {takesPINs, reason};
    closeSheets();
    redact();
    change("session");
    session.changed();
}

api.token.expired = sessionEnded;

let attempt;
let pause = 0;
const longestPause = 30_000;

/// Locks the page. The page keeps the token until the panel has confirmed the end of the session, says that the session
/// goes on, and tries again.
export async function lock() {
    clearTimeout(attempt);
    const sent = api.token.value;
    try {
        await api.remove("session");
        if (api.token.value === sent) sessionEnded();
    } catch (problem) {
        if (!sent || api.token.value !== sent) return;
        state.session = {...state.session, unlockedBecause: problem.message};
        change("session");
        pause = Math.min(longestPause, Math.max(1000 * (problem.seconds ?? 1), pause * 2));
        attempt = setTimeout(lock, pause);
    }
}

/// Tries at once to lock a page whose lock the panel has not confirmed.
export function lockAgain() {
    if (!state.session.unlockedBecause) return;
    pause = 0;
    lock();
}

/// Asks for a PIN until the session is open. Returns false if the person gives up.
export function unlock(purpose) {
    return askPIN({purpose, open});
}

/// Makes a request. Where the request needs a PIN, asks for one, and makes the same request once more.
///
/// `purpose` names what waits for the PIN. Returns `undefined` if the person gives up.
export async function authenticated(request, purpose) {
    try {
        return await request();
    } catch (problem) {
        if (problem.name !== "authentication-required") throw problem;
        // A PIN given to this page cannot unlock the panel itself.
        if (api.token.value && problem.fields.isLocal) throw problem;
        if (!await unlock(purpose)) return undefined;
        return request();
    }
}
