// Operations: performances that last longer than their request.

import * as api from "./api.js";

/// Aborted when the panel may have an answer that the page has missed.
let round = new AbortController();

/// The result of an operation, when it has ended. Throws its problem. `asked` is called with each question.
///
/// The identifier is known to this page alone; no event tells it.
export async function resultOf({operation, changes}, asked) {
    for (;;) {
        const state = await change(operation, changes);
        if (state.result) return state.result;
        if (state.problem) throw new api.Problem(state.problem);
        if (state.changes > changes && state.confirmation) asked(state.confirmation);
        changes = state.changes;
    }
}

/// The operation when it has changed, or after a while. Asks again while the panel is away, or busy.
async function change(operation, changes) {
    for (;;) {
        const {signal} = round;
        try {
            return await api.get(`operations/${encodeURIComponent(operation)}?after=${changes}`, {signal});
        } catch (problem) {
            if (problem.pause === undefined) throw problem;
            await pause(problem.pause, signal);
        }
    }
}

function pause(milliseconds, signal) {
    return new Promise((end) => {
        if (signal.aborted) return end();
        setTimeout(end, milliseconds);
        signal.addEventListener("abort", end);
    });
}

/// Asks again at once for the operations whose end the page may have missed. A request that is under way may wait for an
/// answer on a dead link.
export function checkOperations() {
    round.abort();
    round = new AbortController();
}
