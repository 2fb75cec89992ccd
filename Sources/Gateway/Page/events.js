// The event stream. The page uses fetch instead of EventSource, because only fetch can send the session's token.

import {address, headers, token} from "./api.js";

const longestPause = 30_000;
/// The gateway sends something at least every 30 s, if only a comment. A link that is silent for longer is dead.
const longestSilence = 40_000;

/// A stream of server-sent events that connects again by itself, and continues behind the last event.
export class EventStream {
    #abort;
    #end = new AbortController();
    #pause = 0;
    #timer;
    #lastID;
    #handlers;
    #path;
    #mayBeSilent;
    #silence;
    /// The time of the last bytes by the clock that runs while the device sleeps.
    #heard = 0;

    /// `handlers.event(name, data)` receives an event, and `handlers.connection(isOpen, seconds)` the connection's
    /// state: `seconds` is the time until the next attempt.
    ///
    /// A stream that `mayBeSilent` sends no comments.
    constructor(handlers, path = "events", {mayBeSilent = false} = {}) {
        this.#handlers = handlers;
        this.#path = path;
        this.#mayBeSilent = mayBeSilent;
        // These events are a good moment to try again at once.
        const {signal} = this.#end;
        addEventListener("online", () => this.#hurry(), {signal});
        document.addEventListener("visibilitychange", () => {
            if (document.hidden) return;
            // Timers rest while the device sleeps.
            if (!this.#mayBeSilent && Date.now() - this.#heard > longestSilence) this.doubt();
            this.#hurry();
        }, {signal});
    }

    /// Ends the stream for good.
    stop() {
        this.#end.abort();
        this.#abort?.abort();
        clearTimeout(this.#timer);
        clearTimeout(this.#silence);
        this.#timer = undefined;
    }

    /// Counts the connection as lost, since the panel does not answer over it, and connects again behind the last event.
    doubt() {
        if (this.#timer !== undefined || this.#end.signal.aborted) return;
        this.#handlers.connection(false, 0);
        this.#connect();
    }

    /// Waits for the next bytes.
    #listen() {
        this.#heard = Date.now();
        clearTimeout(this.#silence);
        if (!this.#mayBeSilent) this.#silence = setTimeout(() => this.doubt(), longestSilence);
    }

    /// Connects with the current token. The events of another session are void, so the stream begins with the whole
    /// state.
    restart() {
        this.#lastID = undefined;
        this.#pause = 0;
        this.#connect();
    }

    #hurry() {
        if (this.#timer === undefined) return;
        this.#pause = 0;
        this.#connect();
    }

    async #connect() {
        if (this.#end.signal.aborted) return;
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#abort?.abort();
        const abort = this.#abort = new AbortController();
        this.#listen();
        try {
            const sent = token.value;
            const response = await fetch(address(this.#path), {
                headers: {...headers(), ...(this.#lastID && {"Last-Event-ID": this.#lastID})},
                cache: "no-store",
                signal: abort.signal,
            });
            if (response.status === 401 && sent) {
                clearTimeout(this.#silence);
                await response.body?.cancel();
                if (token.value === sent) token.expired();
                return;
            }
            if (response.ok) {
                this.#handlers.connection(true);
                await this.#read(response.body);
            }
        } catch {
            // A lost connection and an aborted one end here alike; the next lines tell them apart.
        }
        if (abort.signal.aborted) return;
        clearTimeout(this.#silence);
        this.#pause = Math.min(longestPause, Math.max(1000, this.#pause * 2));
        // Pages that lose the panel together do not come back together.
        const pause = this.#pause * (0.75 + Math.random() / 2);
        this.#handlers.connection(false, pause / 1000);
        this.#timer = setTimeout(() => this.#connect(), pause);
    }

    async #read(body) {
        const reader = body.pipeThrough(new TextDecoderStream()).getReader();
        let received = "";
        for (;;) {
            const {value, done} = await reader.read();
            if (done) return;
            this.#listen();
            received += value;
            const blocks = received.split(/\r?\n\r?\n/);
            received = blocks.pop();
            for (const block of blocks) this.#dispatch(block);
        }
    }

    #dispatch(block) {
        let name = "message";
        const data = [];
        for (const line of block.split(/\r?\n/)) {
            const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
            if (field === "event") name = value;
            else if (field === "data") data.push(value);
            else if (field === "id") this.#lastID = value;
        }
        if (!data.length) return;
        // An event proves that the connection works; only then the next pause is short again.
        this.#pause = 0;
        this.#handlers.event(name, JSON.parse(data.join("\n")));
    }
}
