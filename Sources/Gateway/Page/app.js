// The page: its views, and the event stream that keeps them current.
//
// With "?kiosk" in the address, the page also shows the views that the panel's buttons open.

import * as api from "./api.js";
import {mountControlCenter} from "./control-center.js";
import {mountDetails} from "./details.js";
import {element, setText} from "./elements.js";
import {EventStream} from "./events.js";
import {mountGallery} from "./gallery.js";
import {mountHistory} from "./history.js";
import {mountLockScreen} from "./lock-screen.js";
import {checkOperations} from "./operations.js";
import {mountPanel} from "./panel.js";
import {isPerforming, notePerformed, notePerforming, noteRefusal, views} from "./perform.js";
import {checkEnd, loadSession, lock, lockAgain, lockCountdown, session, sessionEnded, unlock} from "./session.js";
import {closeSheets} from "./sheets.js";
import {apply, change, commit, findControl, state, subscribe} from "./state.js";
import {symbol} from "./symbols.js";
import {everySecond} from "./times.js";
import {showProblem, toast} from "./toasts.js";
import {showAddress} from "./web-address.js";

const main = document.getElementById("main");
const isKiosk = new URLSearchParams(location.search).has("kiosk");

// MARK: Views

const routes = {
    "": {title: "Controls", icon: "mdi:view-dashboard-outline", mount: mountControlCenter},
    lock: {title: "Lock Screen", icon: "lock", mount: mountLockScreen},
    gallery: {title: "Gallery", icon: "plus", mount: mountGallery},
    history: {title: "History", icon: "mdi:history", mount: mountHistory},
    panel: {title: "Panel", icon: "gearshape", mount: mountPanel},
    board: {title: "Board", icon: "mdi:console", mount: mountBoard},
    control: {title: "Control", mount: mountDetails},
};
let unmount;

/// Shows the simulated board. Its module is no part of the page of a real panel, and is loaded here.
function mountBoard(main) {
    let stop;
    import("./board.js").then((module) => {
        if (stop === undefined) stop = module.mountBoard(main);
    }, () => {
        if (stop === undefined) main.append(element("p.note", {}, "The gateway does not serve the board."));
    });
    return () => {
        stop?.();
        stop = null;
    };
}

function navigate() {
    api.board.take();
    document.querySelector('#views a[data-route="board"]').hidden = !api.board.key;
    const [, name = "", ...rest] = location.hash.split("/").map(decodeURIComponent);
    const route = routes[name] ?? routes[""];
    unmount?.();
    closeSheets();
    main.replaceChildren();
    main.dataset.view = name || "control-center";
    unmount = route.mount(main, rest);
    for (const link of document.querySelectorAll("#views a")) {
        if (link.hash === `#/${name}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    setTitle();
    scrollTo(0, 0);
}

function setTitle() {
    const view = main.querySelector("h1")?.textContent;
    document.title = [view, state.panel.panel ?? "Holdfast"].filter(Boolean).join(" – ");
}

for (const [name, {title, icon}] of Object.entries(routes)) {
    if (!icon) continue;
    document.getElementById("views").append(
        element("a", {href: `#/${name}`, "data-route": name}, symbol(icon), element("span", {}, title)));
}

addEventListener("hashchange", () => {
    navigate();
    main.focus({preventScroll: true});
});

/// Opens what an intent names: the history, a control's details, or a web address.
views.open = ({type, value, title, typeName}) => {
    const control = type === "Control" && findControl(value);
    if (type === "View" && value === "history") location.hash = "#/history";
    else if (control) location.hash = `#/control/${encodeURIComponent(control.name)}`;
    else if (type === "URL" && showAddress(value, {isKiosk})) return;
    else toast(title || String(value), `${typeName || "View"} opened`, {name: "arrow.up.forward.app"});
};

// MARK: Frame

const sessionButton = document.getElementById("session");
sessionButton.addEventListener("click", () => (state.session.person ? lock() : unlock()));

function showFrame(changed) {
    setText(document.getElementById("panel-name"), state.panel.panel ?? "Holdfast");
    if (changed.has("panel")) setTitle();
    const {person, takesPINs, reason} = state.session;
    sessionButton.hidden = state.isUnlocked === undefined && !person;
    sessionButton.className = person ? "button open" : "button";
    sessionButton.title = takesPINs ? "" : reason ?? "";
    if (changed.has("session") || changed.has("controls")) {
        sessionButton.replaceChildren(symbol(person ? "lock.open" : "lock"), person ? `Lock (${person})` : "Unlock", rest);
        showRest();
    }
    const count = state.faults.size;
    const panelLink = document.querySelector('#views a[data-route="panel"]');
    panelLink.dataset.count = count || "";
    panelLink.setAttribute("aria-label", count ? `Panel, ${count} ${count === 1 ? "fault" : "faults"}` : "Panel");
    const banner = document.getElementById("banner");
    const text = state.session.unlockedBecause ? `This page is still unlocked, and tries again to lock. ${state.session.unlockedBecause}`
        : !state.isConnected ? "No connection to the panel. The values below may be old."
        : state.isAway ? state.awayDetail ?? "The panel's daemon does not answer. The values below are old."
            : state.trouble ?? "";
    banner.hidden = !text;
    setText(banner, text);
    document.body.classList.toggle("away", Boolean(text));
}

/// The countdown before the page is locked.
const rest = element("span.rest");

function showRest() {
    const text = lockCountdown();
    rest.hidden = !text;
    setText(rest, text);
}

subscribe(showFrame);
everySecond(() => {
    if (!state.session.person) return;
    showRest();
    checkEnd();
});

// MARK: Events

const stream = new EventStream({
    event(name, data) {
        const handle = {notice, core, session: sessionEnded}[name];
        handle?.(data);
    },
    connection(isOpen) {
        state.isConnected = isOpen;
        change("connection");
        if (!isOpen) return;
        checkOperations();
        lockAgain();
        if (!state.panel.panel) loadSession().catch(() => {});
    },
});
session.changed = () => stream.restart();
api.link.silent = () => stream.doubt();

function core({isAway, detail}) {
    state.isAway = isAway;
    state.awayDetail = detail;
    change("connection");
    if (isAway) return;
    checkOperations();
    lockAgain();
}

function notice(data) {
    const {event, name, text, opens} = data;
    // A layout under way belongs to the state before, and would show the part of the new state that has come so far.
    if (event === "reset") loading += 1;
    if (apply(data)) return loadLayout();
    if (event === "refused" || event === "failed") noteRefusal(name, text);
    if (event === "performing") notePerforming(name);
    if (event === "performed") notePerformed(name);
    if (event === "opened" && isKiosk && !isPerforming()) views.open(opens);
    if (["performed", "failed", "refused", "locked", "unlocked", "lockout", "wrongPIN"].includes(event)) change("log");
}

/// The number of the latest state: the answer to an earlier request is void.
let loading = 0;
const firstPause = 2_000;
const longestPause = 60_000;

/// Fetches the layout behind a "ready", and shows the state that this notice completes. `pause` is the time until
/// another attempt, if this one fails.
async function loadLayout(pause = firstPause) {
    const request = loading += 1;
    try {
        const [layout, panel] = await Promise.all([api.get("layout"), api.get("status")]);
        if (request !== loading) return;
        state.panel = panel;
        state.runningSince = new Date(Date.now() - 1000 * panel.uptime);
        state.trouble = undefined;
        change("panel");
        commit(layout);
    } catch (problem) {
        if (request !== loading) return;
        commit();
        state.trouble = problem.message;
        change("connection");
        const longer = Math.min(longestPause, pause * 2);
        setTimeout(() => request === loading && loadLayout(longer), (problem.seconds ?? 0) * 1000 || pause);
    }
}

navigate();
loadSession().catch((problem) => showProblem("Session", problem));
stream.restart();
