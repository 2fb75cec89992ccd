// The virtual panel: the buttons, lights, PIN pads, text display and sensors of a simulated board, and its faults.

import * as api from "./api.js";
import {LevelChart} from "./board-chart.js";
import {setTint} from "./colors.js";
import {element, section, setAttribute, setText} from "./elements.js";
import {EventStream} from "./events.js";
import {controlAt, state, subscribe, titleOf} from "./state.js";
import {showProblem} from "./toasts.js";

const root = "../../board/";
const gestures = {hold: "Hold", double_tap: "Double tap", triple_tap: "Triple tap", long_hold: "Long hold"};
const chatter = {seconds: 3, every: 0.003};

export function mountBoard(main) {
    const content = element("div.board");
    main.append(element("link", {rel: "stylesheet", href: "board.css"}),
        element("div.title-bar", {}, element("h1", {}, "Board")), content);
    const view = new Board(content);
    return () => view.stop();
}

class Board {
    #content;
    #stream;
    #stopListening;
    #lines = new Map();
    #lights = [];
    #display = element("div.display", {role: "img", "aria-label": "Text display"});
    #lamps = element("ul.lamps", {"aria-label": "Lights"});
    #sensors = new Map();
    #chart = new LevelChart();
    #buttons = [];
    #down = new Set();
    #loadingLights = false;
    #isStale = false;
    #shown;

    constructor(content) {
        this.#content = content;
        this.#stream = new EventStream({
            event: (name, data) => (name === "line" ? this.#lineChanged(data) : this.#showDisplay(data)),
            connection() {},
        }, `${root}events`, {mayBeSilent: true});
        this.#stopListening = subscribe((changed) => this.#changed(changed));
        addEventListener("pagehide", this.#leave);
        addEventListener("keydown", this.#typed);
        this.#load();
    }

    stop() {
        this.#stopListening();
        this.#stream.stop();
        this.#chart.stop();
        removeEventListener("pagehide", this.#leave);
        removeEventListener("keydown", this.#typed);
        this.#leave();
    }

    /// Lifts all fingers at once: a button of a page that has gone would stay down. The browser sends these requests even
    /// if the page goes, and the requests wait for no answer.
    #leave = () => {
        for (const name of this.#down) api.post(`${root}release`, {button: name}, {keepalive: true}).catch(() => {});
        this.#down.clear();
    };

    async #load() {
        try {
            const parts = await api.get(`${root}parts`);
            const text = JSON.stringify(parts);
            // A button that is replaced in the middle of a press would lose the finger.
            if (text !== this.#shown) this.#show(parts);
            this.#shown = text;
            this.#stream.restart();
            this.#loadLights();
        } catch (problem) {
            this.#shown = undefined;
            this.#content.replaceChildren(element("div.empty", {}, element("h2", {}, "No board"),
                element("p", {}, problem.message)));
        }
    }

    #changed(changed) {
        // The panel's file may have been read again, and the panel may have been started again. After a lost connection, the
        // board's own stream may be dead.
        const mayBeOld = changed.has("layout") || changed.has("connection");
        if (mayBeOld && state.isConnected && !state.isAway) this.#load();
        else this.#loadLights();
        for (const each of this.#buttons) each.show();
    }

    async #send(what, body, touched) {
        try {
            await api.post(root + what, body, {touched});
            return true;
        } catch (problem) {
            showProblem("Board", problem);
            return false;
        }
    }

    // MARK: Parts

    #show({buttons, sensors, keypads, chips}) {
        this.#lines.clear();
        this.#chart.clear();
        this.#buttons = buttons.map((name) => this.#button(name));
        this.#sensors = new Map(sensors.map((line) => [line, this.#sensor(line)]));
        this.#pads = keypads;
        this.#content.replaceChildren(
            element("div.face", {}, this.#display, this.#lamps,
                element("div.hands", {}, element("ul.pushes", {"aria-label": "Buttons"}, this.#buttons.map(
                    (each) => each.element)), ...keypads.map((pad) => this.#pad(pad))),
                sensors.length ? element("ul.sensors", {"aria-label": "Sensors"}, [...this.#sensors.values()].map(
                    (input) => element("li", {}, input.parentElement))) : undefined),
            this.#faults(buttons, chips),
            section("Levels", this.#chart.element));
    }

    #pads = [];

    #button(name) {
        const words = element("span.push-words");
        const push = element("button.push", {type: "button"}, element("span.cap"), element("strong", {}, name), words);
        const down = () => this.#press(name, push);
        const up = () => this.#release(name, push);
        push.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            push.setPointerCapture(event.pointerId);
            down();
        });
        for (const end of ["pointerup", "pointercancel", "blur"]) push.addEventListener(end, up);
        push.addEventListener("contextmenu", (event) => event.preventDefault());
        for (const [kind, act] of [["keydown", down], ["keyup", up]]) {
            push.addEventListener(kind, (event) => {
                if (event.key !== " " && event.key !== "Enter") return;
                event.preventDefault();
                if (!event.repeat) act();
            });
        }
        const show = () => setText(words, Object.entries(gestures).flatMap(([gesture, title]) => {
            const control = controlAt(`buttons.${name}.${gesture}`);
            return control ? [`${title}: ${titleOf(control)}`] : [];
        }).join("\n"));
        show();
        return {element: element("li", {}, push), show};
    }

    #press(name, push) {
        if (this.#down.has(name)) return;
        this.#down.add(name);
        push.classList.add("down");
        // A release must not overtake its press.
        const touched = performance.now();
        this.#pressing = this.#pressing.then(() => this.#send("press", {button: name}, touched)).then((isDown) => {
            if (isDown) return;
            this.#down.delete(name);
            push.classList.remove("down");
        });
    }

    #pressing = Promise.resolve();

    #release(name, push) {
        if (!this.#down.delete(name)) return;
        push?.classList.remove("down");
        this.#pressing = this.#pressing.then(() => api.post(`${root}release`, {button: name}).catch(
            (problem) => problem.name === "refused" || showProblem("Board", problem)));
    }

    #pad({name, rows}) {
        const columns = Math.max(...rows.map((row) => row.length));
        const keys = rows.flatMap((row) => [...row.padEnd(columns)].map((key) => (key === " " ? element("span") :
            element("button.key", {
                type: "button", "aria-label": `Key ${key}`, click: () => this.#type(name, key),
            }, key))));
        const pad = element("div.board-pad", {role: "group", "aria-label": name ? `PIN pad ${name}` : "PIN pad"}, keys);
        pad.style.setProperty("--columns", columns);
        return pad;
    }

    /// Types a key. The pad takes one call at a time, so the keys of a fast finger go together.
    async #type(name, key) {
        const pad = this.#typing.get(name) ?? {text: "", isBusy: false};
        this.#typing.set(name, pad);
        if (!pad.text) pad.touched = performance.now();
        pad.text += key;
        if (pad.isBusy) return;
        pad.isBusy = true;
        while (pad.text) {
            // Each key takes 160 ms, and the panel refuses a touch that is over 5 s old.
            const [text, touched] = [pad.text.slice(0, 16), pad.touched];
            pad.text = pad.text.slice(16);
            pad.touched = performance.now();
            if (!await this.#send("keys", {text, ...(name && {keypad: name})}, touched)) pad.text = "";
        }
        pad.isBusy = false;
    }

    #typing = new Map();

    /// The keyboard's digits are the first pad's, with Enter for # and Backspace for *.
    #typed = (event) => {
        const pad = this.#pads[0];
        const isElsewhere = event.target.closest?.("button:not(.key), input, a, dialog");
        if (!pad || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
        const isKey = event.target.closest?.(".key");
        const key = {Enter: isKey ? undefined : "#", Backspace: "*"}[event.key] ?? event.key;
        if (key.length !== 1 || key === " " || !pad.rows.join("").includes(key)) return;
        event.preventDefault();
        this.#type(pad.name, key);
    };

    #sensor(line) {
        const input = element("input.switch", {
            type: "checkbox", change: () => this.#send("sense", {line, isActive: input.checked}),
        });
        const words = element("span", {}, line);
        input.words = words;
        element("label.sensor", {}, words, input);
        return input;
    }

    #faults(buttons, chips) {
        const each = (title, ...actions) => element("li.row", {}, element("p.row-text", {}, title), ...actions);
        const act = (label, title, what, body) => element("button.button", {
            type: "button", "aria-label": `${label}: ${title}`, click: () => this.#send(what, body),
        }, label);
        const lose = (name) => element("button.button", {
            type: "button", "aria-label": `Lose Edges: ${name}`, click: () => this.#send("drop", {
                line: [...this.#lines.values()].find(({usedBy}) => usedBy === `button ${name}`)?.name ?? name, count: 2,
            }),
        }, "Lose Edges");
        const rows = buttons.map((name) => each(`Button “${name}”`, act("Stick", name, "stick", {button: name}),
            act("Unstick", name, "unstick", {button: name}),
            act("Chatter", name, "chatter", {button: name, ...chatter}), lose(name)));
        rows.push(...chips.map((chip) => each(`Chip “${chip}”`, act("Unplug", chip, "unplug", {chip}),
            act("Plug In", chip, "replug", {chip}))));
        return section("Faults to try", element("ul.rows", {}, rows));
    }

    // MARK: What the board shows

    #lineChanged({name, usedBy, isActive}) {
        this.#lines.set(`${name} ${usedBy}`, {name, usedBy, isActive});
        this.#chart.take(name, usedBy, isActive);
        const sensor = this.#sensors.get(name);
        if (sensor && usedBy.startsWith("sensor ")) {
            sensor.checked = isActive === true;
            setText(sensor.words, `${usedBy.slice("sensor of ".length)} (${name})`);
        }
        if (!usedBy.startsWith("light ")) return;
        this.#showLights();
        // Another meaning may have begun, with another colour.
        this.#loadLights();
    }

    #showDisplay({columns, rows}) {
        this.#display.style.setProperty("--columns", columns);
        this.#display.replaceChildren(...rows.map((row) => element("p", {}, row || "\u00a0")));
        setAttribute(this.#display, "aria-label", `Text display: ${rows.filter(Boolean).join(", ") || "empty"}`);
    }

    async #loadLights() {
        // One request at a time; what changes meanwhile is asked for once more.
        this.#isStale = true;
        if (this.#loadingLights) return;
        this.#loadingLights = true;
        while (this.#isStale) {
            this.#isStale = false;
            try {
                this.#lights = (await api.get(`${root}lights`)).lights;
                this.#showLights();
            } catch {
                // The page says already that the panel is away.
            }
        }
        this.#loadingLights = false;
    }

    #showLights() {
        const lines = [...this.#lines.values()];
        while (this.#lamps.children.length > this.#lights.length) this.#lamps.lastChild.remove();
        while (this.#lamps.children.length < this.#lights.length) {
            this.#lamps.append(element("li.lamp", {}, element("i"), element("strong"), element("span")));
        }
        this.#lights.forEach((light, index) => {
            const lamp = this.#lamps.children[index];
            const own = lines.filter(({usedBy}) => usedBy === `light ${light.name}`);
            const isLit = own.length ? own.some(({isActive}) => isActive) : light.isLit;
            const [dot, name, words] = lamp.children;
            setAttribute(lamp, "data-lit", isLit);
            setTint(dot, light.color ?? "yellow");
            setText(name, light.name);
            setText(words, light.layers[0]?.reason);
            setAttribute(lamp, "title", light.layers[0]?.reason ?? "");
        });
    }
}
