// The PIN pad. Digits are in the field alone, and leave it with the request.

import {element, setText} from "./elements.js";
import {openSheet} from "./sheets.js";
import {state} from "./state.js";
import {symbol} from "./symbols.js";
import {countdown} from "./times.js";

const longest = 12;
/// What waits for a PIN is dropped after this time without a key, as at the panel's own pad: the next person's PIN must
/// not perform what somebody else has asked for.
const patience = 15_000;

/// Asks for a PIN until `open(pin)` returns without an error. Returns whether it did.
export async function askPIN({purpose = "Unlock this page", open}) {
    const {takesPINs, reason} = state.session;
    if (!takesPINs) {
        const sheet = openSheet({
            title: "PIN needed",
            style: "small",
            content: [element("p", {}, purpose), element("p.note", {}, reason ?? "This address accepts no PINs.")],
        });
        await sheet.closed;
        return false;
    }
    return new Pad(purpose, open).closed;
}

class Pad {
    #open;
    #sheet;
    #timer;
    #countdown;
    #field = element("input.pin", {
        type: "password", inputmode: "none", autocomplete: "off", maxlength: longest, "aria-label": "PIN",
        keydown: (event) => event.key === "Enter" && this.#enter(),
        input: () => this.#edited(),
    });
    #dots = element("div.dots", {"aria-hidden": "true"});
    #message = element("p.pin-message", {role: "alert"});
    #keys = [];

    constructor(purpose, open) {
        this.#open = open;
        const digits = [..."123456789"].map((digit) => this.#key(digit, digit, () => this.#type(digit)));
        const keys = element("div.pad", {}, digits,
            this.#key(symbol("mdi:backspace-outline"), "Delete", () => this.#set(this.#field.value.slice(0, -1))),
            this.#key("0", "0", () => this.#type("0")),
            this.#key(symbol("checkmark"), "Enter", () => this.#enter(), "enter"));
        this.#sheet = openSheet({
            title: "Enter PIN",
            style: "pin-sheet",
            content: [element("p.purpose", {}, purpose), element("div.pin-field", {}, this.#field, this.#dots),
                this.#message, keys],
        });
        this.#field.focus();
        this.#wait();
    }

    get closed() {
        return this.#sheet.closed.then((isOpen) => {
            clearTimeout(this.#timer);
            clearInterval(this.#countdown);
            this.#set("");
            return isOpen === true;
        });
    }

    #key(label, name, action, style = "") {
        const key = element(`button.key${style && `.${style}`}`,
            {type: "button", "aria-label": name, click: action}, label);
        this.#keys.push(key);
        return key;
    }

    #wait() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#sheet.close(false), patience);
    }

    #type(digit) {
        this.#set(this.#field.value + digit);
    }

    #set(text) {
        this.#field.value = text;
        this.#edited();
    }

    #edited() {
        const digits = this.#field.value.replace(/\D/g, "").slice(0, longest);
        if (digits !== this.#field.value) this.#field.value = digits;
        this.#dots.replaceChildren(...[...digits].map(() => element("i")));
        if (digits) setText(this.#message);
        this.#wait();
    }

    async #enter() {
        const pin = this.#field.value;
        if (!pin || this.#field.disabled) return;
        clearTimeout(this.#timer);
        this.#disable(true);
        try {
            await this.#open(pin);
            this.#sheet.close(true);
        } catch (problem) {
            this.#refused(problem);
        }
    }

    #disable(isDisabled) {
        this.#field.disabled = isDisabled;
        for (const key of this.#keys) key.disabled = isDisabled;
    }

    #refused(problem) {
        this.#set("");
        this.#field.parentElement.classList.remove("wrong");
        // Reading the layout starts the animation again.
        void this.#field.offsetWidth;
        this.#field.parentElement.classList.add("wrong");
        if (problem.name === "wrong-pin" && problem.seconds) return this.#lockedOut(problem.seconds);
        this.#disable(false);
        this.#field.focus();
        setText(this.#message, problem.name === "wrong-pin" ? "Wrong PIN" : problem.message);
    }

    /// Counts the lockout down. A screen reader says its beginning and its end.
    #lockedOut(seconds) {
        const end = performance.now() + seconds * 1000;
        const left = () => (end - performance.now()) / 1000;
        clearTimeout(this.#timer);
        setText(this.#message, "Too many wrong PINs. No PIN is taken for a while.");
        const rest = element("span.rest", {"aria-hidden": "true"}, countdown(seconds));
        this.#message.append(" ", rest);
        clearInterval(this.#countdown);
        this.#countdown = setInterval(() => {
            setText(rest, countdown(left()));
            if (left() > 0) return;
            clearInterval(this.#countdown);
            setText(this.#message, "Enter your PIN");
            this.#disable(false);
            this.#field.focus();
            this.#wait();
        }, 1000);
    }
}
