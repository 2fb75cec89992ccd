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
}

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

/// Called when a request that a person waits for got no answer.
export const link = {silent() {}};

/// The time from a touch until the page says that the panel does not answer, in ms. The panel refuses a request that is
/// over 5 s old, so it carries out nothing later.
const patience = 6_000;

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

/// Asks the panel. `touched` is the moment of the touch that causes the request, by performance.now(): the panel refuses the
/// request if this moment is too long ago, and the page does not wait longer.
async function request(method, path, body, {touched, ...options} = {}, isAgain = false) {
    const sent = token.value;
    const signal = touched === undefined ? options.signal
        : AbortSignal.timeout(Math.max(0, touched + patience - performance.now()));
    const response = await answer(path, {
        ...options,
        signal,
        method,
        headers: {
            ...headers(),
            ...(body !== undefined && {"Content-Type": "application/json"}),
            ...(touched !== undefined && await stamp(touched, signal)),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: "no-store",
    });
    ahead = (Date.parse(response.headers.get("Date")) || Date.now()) - Date.now();
    const text = await response.text();
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
        return request(method, path, body, {touched, ...options}, true);
    }
    throw problem;
}

/// The response to a request, whose stamp tells the panel's clock.
async function answer(path, options) {
    const begun = performance.now();
    try {
        const response = await fetch(address(path), options);
        clock.learn(Number(response.headers.get("Holdfast-Time")), begun, performance.now());
        return response;
    } catch (error) {
        if (error.name !== "TimeoutError") throw new Problem({title: "The panel cannot be reached.", type: "unreachable"});
        link.silent();
        throw new Problem({title: "The panel does not answer.", type: "silent"});
    }
}

/// The header with the touch's time on the panel's clock. The page asks for the time where no response has told it yet, and
/// where the device has slept since.
async function stamp(touched, signal) {
    if (!clock.isKnown()) await answer("health", {cache: "no-store", signal});
    return clock.isKnown() && {"Holdfast-Touched": String(clock.panelTime(touched))};
}

export const get = (path) => request("GET", path);
export const post = (path, body, options) => request("POST", path, body, options);
export const remove = (path) => request("DELETE", path);

/// The path of a control, whose name may contain any letter.
export const controlPath = (name, rest = "") => `controls/${encodeURIComponent(name)}${rest && `/${rest}`}`;
