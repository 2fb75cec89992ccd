// Operations: performances that last longer than their request.

import * as api from "./api.js";

/// Ends the pause of the operations that wait for the panel's return.
let resume = [];

/// The result of an operation, when it has ended. Throws its problem. `asked` is called with each question.
///
/// The identifier is known to this page alone. The shared event stream of pages without a session carries no operation.
export async function resultOf({operation, changes}, asked) {
    for (;;) {
        const state = await change(operation, changes);
        if (state.result) return state.result;
        if (state.problem) throw new api.Problem(state.problem);
        if (state.changes > changes && state.confirmation) asked(state.confirmation);
        changes = state.changes;
    }
}

/// The operation when it has changed, or after a while. Waits while the panel is away, or busy.
async function change(operation, changes) {
    for (;;) {
        try {
            return await api.get(`operations/${encodeURIComponent(operation)}?after=${changes}`);
        } catch (problem) {
            if (problem.name === "too-many") {
                await new Promise((end) => { setTimeout(end, 1000 * (problem.seconds ?? 1)); });
            } else if (problem.name === "core-away" || problem.name === "unreachable") {
                await new Promise((end) => { resume.push(end); });
            } else {
                throw problem;
            }
        }
    }
}

/// Asks again for the operations whose end the page may have missed.
export function checkOperations() {
    const waiting = resume;
    resume = [];
    for (const end of waiting) end();
}
