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
    state.session = {...state.session, person, role, seconds};
    change("session");
    session.changed();
}

/// Forgets the session, and all that only its owner may see.
export function sessionEnded() {
    if (!api.token.value) return;
    api.token.value = undefined;
    const {takesPINs, reason} = state.session;
    state.session = {takesPINs, reason};
    closeSheets();
    redact();
    change("session");
    session.changed();
}

api.token.expired = sessionEnded;

export async function lock() {
    try {
        await api.remove("session");
    } finally {
        sessionEnded();
    }
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
