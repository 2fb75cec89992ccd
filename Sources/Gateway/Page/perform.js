// Performs a control: the request, the PIN, the question, the missing value, and what the intent returns.

import * as api from "./api.js";
import {askValue} from "./configuration.js";
import {resultOf} from "./operations.js";
import {authenticated} from "./session.js";
import {askQuestion} from "./sheets.js";
import {change, controlAt, state, stateOf, titleOf} from "./state.js";
import {showProblem, toast} from "./toasts.js";

/// Called with the target that an intent opens.
export const views = {open() {}};

/// The performances of this page that are under way or have just ended. Their replies name what opens; the event of the
/// same opening may come before or after.
let own = 0;
const eventDelay = 1_000;

export function isPerforming() {
    return own > 0;
}

/// The latest refusal of each control, and what its latest performance has to say. Its tile shows them for a while.
export const refusals = new Map();
export const statuses = new Map();
const refusalLasts = 6_000;
const statusLasts = 4_000;

/// The controls whose requests the panel has not answered yet. `isLong` says that the person has waited for a while.
export const waiting = new Map();
const longWait = 1_000;

/// Sends a request of a person's touch, and shows meanwhile that the control waits for the panel.
async function send(name, path, body, touched) {
    const wait = {isLong: false};
    waiting.set(name, wait);
    change(name);
    const timer = setTimeout(() => {
        wait.isLong = true;
        change(name);
    }, longWait);
    try {
        return await api.post(path, body, {touched});
    } finally {
        clearTimeout(timer);
        if (waiting.get(name) === wait) {
            waiting.delete(name);
            change(name);
        }
    }
}

/// Performs a control as a hold does. A toggle is set to the state opposite to the one that the person saw. `touched` is
/// the moment of the touch, by performance.now().
export async function perform(control, touched = performance.now()) {
    const {name, snapshot} = control;
    const title = titleOf(control);
    const isOn = stateOf(snapshot);
    const needsPad = control.authentication === "local" && state.isUnlocked === false;
    const purpose = needsPad ? `“${title}” also needs the panel to be unlocked at its own PIN pad first`
        : `“${title}” waits for your PIN`;
    const path = api.controlPath(name, isOn === undefined ? "perform" : "set");
    const body = isOn === undefined ? {} : {isOn: !isOn};
    own += 1;
    try {
        await performUntilComplete(title, name, path, body, purpose, touched);
    } catch (problem) {
        showProblem(title, problem);
        noteRefusal(name, problem.message);
    } finally {
        setTimeout(() => { own -= 1; }, eventDelay);
    }
}

async function performUntilComplete(title, name, path, body, purpose, touched) {
    for (;;) {
        const answer = await authenticated((moment) => send(name, path, body, moment), purpose, touched);
        if (!answer) return;
        const result = answer.operation ? await complete(title, name, answer) : answer;
        if (!result.request) return show(title, result);
        const {parameter} = result.request;
        const value = await askValue(title, result.request);
        if (value === undefined) return;
        touched = performance.now();
        body = {...body, parameters: {...body.parameters, [parameter]: value}};
    }
}

/// Waits for the end of an operation, and asks the questions that come before the end.
async function complete(title, name, begun) {
    const ask = async (question) => {
        const confirmed = await askQuestion({title, question, yes: "Confirm", withdrawn: end.catch(() => {})});
        if (confirmed === undefined) return;
        try {
            await api.post(api.controlPath(name, "confirm"), {confirmed}, {touched: performance.now()});
        } catch (problem) {
            showProblem(title, problem);
        }
    };
    const end = resultOf(begun, ask);
    if (begun.confirmation) ask(begun.confirmation);
    return end;
}

function show(title, {failure, problem, dialog, value, opens}) {
    if (failure) toast(title, failure, {isError: true});
    const words = [dialog, value === undefined || value === null ? undefined : `Result: ${worded(value)}`, problem]
        .filter(Boolean);
    if (words.length) toast(title, words.join(" · "));
    if (opens) views.open(opens);
}

function worded(value) {
    return Array.isArray(value) ? value.map(worded).join(", ") : String(value);
}

/// Keeps the reason why a control was not performed, for its tile.
export function noteRefusal(name, text) {
    keep(refusals, name, text, refusalLasts);
}

/// The statuses of performances under way. The snapshot from before a performance has its text.
const coming = new Map();

export function notePerforming(name) {
    coming.set(name, state.controls.get(name)?.snapshot.status);
}

/// Keeps the status of a performance, and forgets the reason of an earlier refusal.
export function notePerformed(name) {
    if (refusals.delete(name)) change(name);
    const text = coming.get(name) ?? state.controls.get(name)?.snapshot.status;
    coming.delete(name);
    if (text) keep(statuses, name, text, statusLasts);
}

function keep(notes, name, text, lasts) {
    const note = {text};
    notes.set(name, note);
    change(name);
    setTimeout(() => {
        if (notes.get(name) !== note) return;
        notes.delete(name);
        change(name);
    }, lasts);
}

/// Reloads a control whose state lives outside the panel, when a hold begins: the hold decides by the new value.
export function prepare(control) {
    if (control.source) api.post(api.controlPath(control.name, "reload")).catch(() => {});
}

/// What waits for a PIN at the panel's own pad, by its title.
export function pendingTitle() {
    if (!state.pending) return undefined;
    const control = state.controls.get(state.pending) ?? controlAt(state.pending);
    return control ? titleOf(control) : state.pending;
}
