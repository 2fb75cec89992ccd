// Operations: performances that last longer than their request.

import * as api from "./api.js";

/// The operations that this page waits for.
const waiting = new Map();
/// Ends that came before the answer with the operation's identity.
const ended = new Map();
const mostEnded = 50;

/// The result of an operation, when it has ended. Throws its problem.
export function resultOf(id) {
    return new Promise((resolve, reject) => {
        waiting.set(id, {resolve, reject});
        const early = ended.get(id);
        ended.delete(id);
        if (early) operationChanged(early);
    });
}

/// Handles the event "operation".
export function operationChanged(operation) {
    const {operation: id, isDone, result, problem} = operation;
    if (!isDone) return;
    const waiter = waiting.get(id);
    if (!waiter) {
        ended.set(id, operation);
        if (ended.size > mostEnded) ended.delete(ended.keys().next().value);
    } else if (result) {
        waiting.delete(id);
        waiter.resolve(result);
    } else if (problem) {
        waiting.delete(id);
        waiter.reject(new api.Problem(problem));
    } else {
        // Streams without a session get no result. The identity in the request is known to this page alone.
        fetchOperation(id);
    }
}

/// Asks for the operations whose end the event stream may have missed.
export function checkOperations() {
    for (const id of waiting.keys()) fetchOperation(id);
}

async function fetchOperation(id) {
    try {
        const operation = await api.get(`operations/${encodeURIComponent(id)}`);
        if (operation.result || operation.problem) operationChanged(operation);
    } catch (problem) {
        // While the panel is away, its return leads to another attempt.
        if (problem.name === "core-away" || problem.name === "unreachable") return;
        waiting.get(id)?.reject(problem);
        waiting.delete(id);
    }
}
