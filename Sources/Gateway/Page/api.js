// The HTTP API. Each request returns the answer's JSON, or throws a `Problem`.

import * as clock from "./clock.js";

const base = new URL("api/v1/", document.baseURI);
const key = "holdfast-session";

/// What the gateway refused, or could not do (RFC 9457).
export class Problem extends Error {
    constructor(fields) {
        super(fields.detail || fields.title || "The panel did not answer.");
        this.fields = fields;
        this.name = String(fields.type ?? "").replace("urn:holdfast:problem:", "") || "unknown";
        this.seconds = fields.seconds;
    }

    /// The time in ms after which the page makes the same request again; `undefined` where the panel has refused the request.
    get pause() {
        return passing.has(this.name) ? 1000 * (this.seconds ?? 5) : undefined;
    }
}

const passing = new Set(["core-away", "silent", "too-many", "unreachable"]);

/// The session's token, which lasts as long as the browser's tab.
export const token = {
    get value() { return sessionStorage.getItem(key) ?? undefined; },
    set value(text) {
        if (text === undefined) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, text);
    },
    /// Called when the gateway no longer knows the token.
    expired() {},
};

/// Called when a request got no answer in its time.
export const link = {silent() {}};

/// The time from a touch until the page says that the panel does not answer, in ms. The panel refuses a request that is
/// over 5 s old, so it carries out nothing later.
export const patience = 6_000;
/// The longest time that the page waits for the answer to a request without a touch, in ms. The gateway answers such a
/// request within 20 s.
const longest = 25_000;

/// The secret of a simulated board's address, "#/board/SECRET", for as long as the browser's tab lasts.
export const board = {
    get key() { return sessionStorage.getItem("holdfast-board") ?? undefined; },
    /// Takes the secret out of the address, which others may see.
    take() {
        const [, key] = /^#\/board\/([0-9a-f]+)$/.exec(location.hash) ?? [];
        if (!key) return;
        sessionStorage.setItem("holdfast-board", key);
        history.replaceState(null, "", "#/board");
    },
};

let ahead = 0;
/// The time by the clock of the panel's machine, in seconds since 1970.
export const now = () => (Date.now() + ahead) / 1000;

export function headers() {
    return {
        ...(token.value && {Authorization: `Bearer ${token.value}`}),
        ...(board.key && {"X-Holdfast-Board": board.key}),
    };
}

export function address(path) {
    return new URL(path, base);
}

/// Asks the panel. Each request ends: the page counts a request as lost that the panel has not answered in time.
///
/// `touched` is the moment of the touch that causes the request, by performance.now(): the panel refuses the request if this
/// moment is too long ago, and the page does not wait longer. Without a touch, the page waits for `wait` ms. The caller may
/// give the request up before, by `signal`.
async function request(method, path, body, options = {}, isAgain = false) {
    const {touched, wait = longest, signal, ...rest} = options;
    const sent = token.value;
    const sentBody = body === undefined ? undefined : JSON.stringify(body);
    const left = touched === undefined ? wait : Math.max(0, touched + patience - performance.now());
    const {response, text} = await within(left, signal, async (end) => answer(path, {
        ...rest,
        signal: end,
        method,
        headers: {
            ...headers(),
            ...(body !== undefined && {"Content-Type": "application/json"}),
            ...(touched !== undefined && await stamp(touched, end)),
        },
        body: sentBody,
        cache: "no-store",
    }));
    ahead = (Date.parse(response.headers.get("Date")) || Date.now()) - Date.now();
    let parsed;
    try {
        parsed = text ? JSON.parse(text) : undefined;
    } catch {
        throw new Problem({title: `The panel's answer is not JSON (${response.status}).`});
    }
    if (response.ok) return parsed;
    const problem = new Problem({title: response.statusText, ...parsed});
    if (problem.name === "too-many") problem.seconds ??= Number(response.headers.get("Retry-After")) || undefined;
    // A request with an ended session did nothing. Without the token, the request is judged as anybody's.
    if (problem.name === "session-expired" && sent && !isAgain) {
        if (token.value === sent) token.expired();
        return request(method, path, body, options, true);
    }
    throw problem;
}

/// The result of `work`, which gets a signal: the time is over, or the caller has given up.
async function within(milliseconds, caller, work) {
    const end = new AbortController();
    const giveUp = () => end.abort();
    let isOver = false;
    const timer = setTimeout(() => {
        isOver = true;
        end.abort();
    }, milliseconds);
    caller?.addEventListener("abort", giveUp);
    try {
        return await work(end.signal);
    } catch {
        if (!isOver) throw new Problem({title: "The panel cannot be reached.", type: "unreachable"});
        link.silent();
        throw new Problem({title: "The panel does not answer.", type: "silent"});
    } finally {
        clearTimeout(timer);
        caller?.removeEventListener("abort", giveUp);
    }
}

/// The whole response to a request, whose stamp tells the panel's clock.
async function answer(path, options) {
    const begun = performance.now();
    const response = await fetch(address(path), options);
    clock.learn(Number(response.headers.get("Holdfast-Time")), begun, performance.now());
    return {response, text: await response.text()};
}

/// The header with the touch's time on the panel's clock. The page asks for the time where no response has told it yet, and
/// where the device has slept since.
async function stamp(touched, signal) {
    if (!clock.isKnown()) await answer("health", {cache: "no-store", signal});
    return clock.isKnown() && {"Holdfast-Touched": String(clock.panelTime(touched))};
}

export const get = (path, options) => request("GET", path, undefined, options);
export const post = (path, body, options) => request("POST", path, body, options);
export const remove = (path, options) => request("DELETE", path, undefined, options);

/// The path of a control, whose name may contain any letter.
export const controlPath = (name, rest = "") => `controls/${encodeURIComponent(name)}${rest && `/${rest}`}`;
