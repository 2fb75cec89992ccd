// The session of this browser's tab, and requests that may need one.

import * as api from "./api.js";
import {askPIN} from "./pin-pad.js";
import {closeSheets} from "./sheets.js";
import {change, redact, state} from "./state.js";

/// Called after the session began or ended: the event stream connects again, for it carries what the session may see.
export const session = {changed() {}};

/// Takes an answer about the session, which ends after `seconds` if nobody touches the page.
function take(answer) {
    const {seconds} = answer;
    state.session = {...answer, ends: seconds === undefined ? undefined : performance.now() + 1000 * seconds};
    change("session");
}

let loading;

/// Asks whose session the token is of, until the panel answers: a page never looks locked while its session lasts.
export async function loadSession() {
    clearTimeout(loading);
    const sent = api.token.value;
    try {
        const answer = await api.get("session");
        // Another session may have begun meanwhile.
        if (!api.token.value || api.token.value === sent) take(answer);
    } catch (problem) {
        if (problem.pause === undefined) throw problem;
        loading = setTimeout(() => loadSession().catch(() => {}), problem.pause);
    }
}

/// The moment at which the person sent the last PIN.
let entered = 0;

/// Opens a session with a PIN. Throws the gateway's problem for a wrong one.
async function open(pin) {
    entered = performance.now();
    const {token, person, role, seconds} = await api.post("session", {pin}, {touched: entered});
    api.token.value = token;
    forgetLock();
    take({...state.session, person, role, seconds, unlockedBecause: undefined});
    session.changed();
}

/// Forgets the session, and all that only its owner may see.
export function sessionEnded() {
    if (!api.token.value) return;
    api.token.value = undefined;
    forgetLock();
    const {takesPINs, reason} = state.session;
    state.session = {takesPINs, reason};
    closeSheets();
    redact();
    change("session");
    session.changed();
}

api.token.expired = sessionEnded;

/// The attempt to lock that is under way, or the last one if the panel has not confirmed the lock.
let locking;
let attempt;
let pause = 0;
const longestRetry = 30_000;

function forgetLock() {
    clearTimeout(attempt);
    locking = undefined;
    pause = 0;
}

/// Locks the page. The page keeps the token until the panel has confirmed the end of the session, says that the session
/// goes on, and tries again.
export async function lock() {
    clearTimeout(attempt);
    locking?.abort();
    const own = locking = new AbortController();
    const sent = api.token.value;
    try {
        await api.remove("session", {touched: performance.now(), signal: own.signal});
        if (api.token.value === sent) sessionEnded();
    } catch (problem) {
        if (!sent || locking !== own || api.token.value !== sent) return;
        state.session = {...state.session, unlockedBecause: problem.message};
        change("session");
        pause = Math.min(longestRetry, Math.max(1000 * (problem.seconds ?? 1), pause * 2));
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
/// `purpose` names what waits for the PIN. `request` gets the moment of the touch: that of the call, or that at which the
/// person sent the PIN. Returns `undefined` if the person gives up.
export async function authenticated(request, purpose, touched = performance.now()) {
    try {
        return await request(touched);
    } catch (problem) {
        if (problem.name !== "authentication-required") throw problem;
        // A PIN given to this page cannot unlock the panel itself.
        if (api.token.value && problem.fields.isLocal) throw problem;
        if (!await unlock(purpose)) return undefined;
        return request(entered);
    }
}

// MARK: The end

/// The seconds until the page is locked if nobody touches it; `undefined` while it is locked.
export function secondsLeft() {
    const {person, ends} = state.session;
    return person && ends !== undefined ? Math.max(0, (ends - performance.now()) / 1000) : undefined;
}

/// The countdown to the lock during its last seconds; `undefined` before.
export function lockCountdown() {
    const left = secondsLeft();
    return left !== undefined && left <= lastSeconds ? `locks in ${Math.ceil(left)} s` : undefined;
}

const lastSeconds = 15;
/// The shortest and the longest time between two requests that prolong the session, in ms.
const [shortestPause, longestPause] = [1_000, 10_000];
let prolonging;
let lastTouch = 0;

/// Whether a touch prolongs the session. A page that is to be locked lets its session end.
const isProlonged = () => state.session.person && !locking;

/// Prolongs the session, because a person has touched the page. Requests that the page makes by itself do not.
function touched({timeStamp, isTrusted}) {
    if (!isTrusted || !isProlonged()) return;
    lastTouch = timeStamp;
    if (prolonging === undefined) prolong(timeStamp);
}

async function prolong(touched) {
    const pause = Math.min(longestPause, Math.max(shortestPause, 125 * (state.session.seconds ?? 0)));
    prolonging = setTimeout(() => {
        prolonging = undefined;
        if (lastTouch > touched && isProlonged()) prolong(lastTouch);
    }, pause);
    const before = api.token.value;
    try {
        const answer = await api.post("session/touch", undefined, {touched});
        if (api.token.value === before && answer.person) take({...state.session, ...answer});
    } catch {
        // The next look at the session tells whether it lasts.
    }
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touched, {capture: true, passive: true});

let isChecking = false;

/// Locks the page at the end of its session, also where the event stream does not say so.
export async function checkEnd() {
    if (secondsLeft() !== 0 || isChecking) return;
    isChecking = true;
    redact();
    try {
        const answer = await api.get("session", {wait: api.patience});
        if (answer.person) take({unlockedBecause: state.session.unlockedBecause, ...answer});
        else sessionEnded();
    } catch {
        // Without a connection the page shows nothing private, and looks again.
    } finally {
        isChecking = false;
    }
}
