// The panel's state as this page knows it: the notices of the event stream, and the layout.

/// The parts that each notice "reset" begins again.
function emptyParts() {
    return {
        controls: new Map(),
        activities: new Map(),
        extensions: new Map(),
        faults: new Map(),
        isUnlocked: undefined,
        pending: undefined,
        lockout: undefined,
        hint: undefined,
        status: undefined,
    };
}

export const state = {
    ...emptyParts(),
    layout: {isFixed: false, items: []},
    /// The answer of GET /status, for what no notice carries: names, versions, addresses.
    panel: {},
    /// The time at which the panel started, by this browser's clock.
    runningSince: undefined,
    /// The answer of GET /session.
    session: {takesPINs: true},
    isReady: false,
    isAway: false,
    awayDetail: undefined,
    /// Why the layout could not be read.
    trouble: undefined,
    isConnected: true,
};

/// The parts that a sequence from "reset" to "ready" builds, while the page still shows the previous ones.
let incoming;

const listeners = new Set();
let changed;

/// Calls the listener after changes, with the set of the changed topics and controls' names, until the returned
/// function is called. Topics: layout, lock, faults, activities, extensions, session, connection, texts, panel,
/// controls.
export function subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

export function change(...topics) {
    if (!changed) {
        changed = new Set();
        // All notices of one message from the network lead to one update.
        queueMicrotask(() => {
            const what = changed;
            changed = undefined;
            for (const listener of listeners) listener(what);
        });
    }
    for (const topic of topics) changed.add(topic);
}

/// The control at a place, such as "control_center.1".
export function controlAt(place) {
    for (const control of state.controls.values()) {
        if (control.places.includes(place)) return control;
    }
    return undefined;
}

/// The places of a list, in order, each with its control if the panel still has it.
export function placesOf(list) {
    return state.layout.items
        .filter((item) => item.control && item.place.startsWith(`${list}.`))
        .map((item) => ({...item, shown: controlAt(item.place)}));
}

/// A control by its name, its kind, its key in the panel's file, or its place.
export function findControl(name) {
    const all = [...state.controls.values()];
    return state.controls.get(name) ?? all.find((control) => control.snapshot.kind === name)
        ?? all.find((control) => !control.source && control.snapshot.kind.endsWith(`.${name}`)) ?? controlAt(name);
}

export function titleOf(control) {
    return control.snapshot.title || control.snapshot.displayName || control.name;
}

/// Whether a toggle is on; `undefined` for a button, and for a private state, which the panel sends as off.
export function stateOf({isOn, isRedacted, privateState}) {
    return isRedacted && privateState ? undefined : isOn;
}

/// Whether performing the control from this page asks for a PIN. A session that is open gives it, except where the panel's own
/// pad must be unlocked.
export function asksForPIN({authentication}) {
    return authentication === "local" || (authentication === "required" && !state.session.person);
}

/// The activity that belongs to a control, which is a running timer's.
export function activityOf(control) {
    return control && state.activities.get(control.snapshot.kind);
}

/// Applies a notice. Returns true for "ready": then the layout is to be fetched, and `commit` called with it.
export function apply(notice) {
    if (notice.event === "reset") incoming = emptyParts();
    else if (notice.event === "ready") return true;
    else change(...applyTo(incoming ?? state, notice));
    return false;
}

/// Shows the state that began with "reset", together with its layout. Without a new layout, the previous one stays.
export function commit(layout) {
    if (incoming) Object.assign(state, incoming);
    incoming = undefined;
    if (layout) state.layout = layout;
    state.isReady = true;
    change("layout", "lock", "faults", "activities", "extensions", "texts", "controls");
}

/// Forgets private content at once when the session ends, without waiting for the redacted state.
export function redact() {
    for (const control of state.controls.values()) {
        const {snapshot} = control;
        const isPrivate = snapshot.privateState || snapshot.privateLabel || snapshot.privateValueLabel;
        if (snapshot.isRedacted || !isPrivate) continue;
        const {kind, displayName, tint} = snapshot;
        const label = snapshot.privateLabel ? displayName : snapshot.title;
        control.snapshot = {kind, displayName, title: label, tint, isRedacted: true, hint: `Hold for '${label}'`};
    }
    state.activities.clear();
    change("controls", "activities");
}

function applyTo(parts, {event, name, control, text, activity, extension}) {
    switch (event) {
    case "control":
        parts.controls.set(name, control);
        return [name, ...(parts === state ? [] : ["controls"])];
    case "removed":
        parts.controls.delete(name);
        return ["controls"];
    case "activity":
        parts.activities.set(activity.id, activity);
        return ["activities"];
    case "activityEnded":
        parts.activities.delete(text);
        return ["activities"];
    case "fault":
        parts.faults.set(name, text);
        return ["faults"];
    case "mended":
        parts.faults.delete(name);
        return ["faults"];
    case "extension":
        parts.extensions.set(extension.name, extension);
        return ["extensions"];
    case "locked":
    case "unlocked":
        parts.isUnlocked = event === "unlocked";
        return ["lock"];
    case "pending":
        parts.pending = name;
        return ["lock"];
    case "lockout":
        parts.lockout = text;
        return ["lock"];
    case "hint":
    case "status":
        parts[event] = text;
        return ["texts"];
    default:
        return [];
    }
}
