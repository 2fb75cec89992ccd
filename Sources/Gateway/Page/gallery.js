// The gallery: every control that can be placed, with its preview value.

import * as api from "./api.js";
import {listTitles, placeTitle, sizeChooser} from "./placements.js";
import {Configuration} from "./configuration.js";
import {button, element, identity, section, setText} from "./elements.js";
import {authenticated} from "./session.js";
import {openSheet} from "./sheets.js";
import {state, subscribe} from "./state.js";
import {symbol} from "./symbols.js";
import {makeTile, updateTile} from "./tile.js";
import {toast} from "./toasts.js";

/// The pause in typing after which the gallery is searched.
const pause = 200;

/// Shows the gallery. `list` is the list to which the person came to add a control.
export function mountGallery(main, [list = "control_center"]) {
    const count = element("p.note", {role: "status"});
    const results = element("div.gallery");
    /// The cards that are shown, by what they show.
    let cards = new Map();
    let timer;
    let latest = 0;
    const search = element("input", {
        type: "search", placeholder: "Search controls", "aria-label": "Search controls", autocomplete: "off",
        input: () => {
            clearTimeout(timer);
            timer = setTimeout(load, pause);
        },
    });
    main.append(element("div.title-bar", {}, element("h1", {}, "Gallery"),
        element("label.search", {}, symbol("mdi:magnify"), search)), count, results);

    async function load() {
        const request = latest += 1;
        try {
            const words = search.value.trim();
            const {controls} = await api.get(`gallery${words && `?search=${encodeURIComponent(words)}`}`);
            // An earlier search may be answered later.
            if (request === latest) show(controls, words);
        } catch (problem) {
            if (request === latest) setText(count, problem.message);
        }
    }

    function show(controls, words) {
        setText(count, controls.length ? `${controls.length} ${controls.length === 1 ? "control" : "controls"}, `
            + "shown as previews: their values are examples." : "");
        const groups = new Map();
        for (const control of controls) groups.set(control.group, [...groups.get(control.group) ?? [], control]);
        const focused = document.activeElement;
        const before = cards;
        cards = new Map();
        const itemOf = (control) => {
            const {places, ...shown} = control;
            const key = JSON.stringify(shown);
            const known = before.get(key) ?? card(control);
            known.showPlaces(places);
            cards.set(key, known);
            return known.item;
        };
        results.replaceChildren(...[...groups].map(([name, members]) =>
            section(name, element("ul.cards", {}, members.map(itemOf)))));
        // An element that is moved loses the focus.
        if (results.contains(focused)) focused.focus({preventScroll: true});
        if (controls.length) return;
        results.append(element("div.empty", {}, symbol("mdi:magnify"), element("h2", {}, "Nothing found"),
            element("p", {}, words ? `No control has the words “${words}”.` : "This panel has no controls.")));
    }

    function card(control) {
        const {snapshot} = control;
        const tile = makeTile("div");
        // A preview: neither fresh nor stale, and without what goes on now.
        const preview = {...snapshot, freshness: undefined, kind: undefined};
        updateTile(tile, {snapshot: preview}, {size: "medium"});
        const note = element("p.note");
        const add = element("button.button", {
            type: "button", "aria-label": `Add ${snapshot.displayName}`, click: () => openAdding(control, list),
        }, "Add");
        const item = element("li.card", {}, tile,
            snapshot.description ? element("p", {}, snapshot.description) : undefined, note, add);
        const showPlaces = (places = []) => {
            const titles = [...new Set(places.map(placeTitle))];
            setText(note, titles.length ? `In use: ${titles.join(", ")}` : "");
            note.hidden = titles.length === 0;
            add.hidden = state.layout.isFixed;
        };
        return {item, showPlaces};
    }

    const stop = subscribe((changed) => changed.has("layout") && load());
    load();
    return () => {
        stop();
        clearTimeout(timer);
    };
}

/// The sheet that adds a control: where, how large, and with which configuration.
function openAdding(control, list) {
    const {snapshot, parameters = [], promptsForUserConfiguration} = control;
    const title = snapshot.displayName ?? snapshot.kind;
    const size = {value: "medium"};
    const sizeField = sizeChooser(size.value, (value) => { size.value = value; });
    const id = identity();
    const single = state.layout.items.filter(({place}) => !(place.split(".")[0] in listTitles));
    const replacement = (present) => (present ? `, in place of ${present.displayName}` : "");
    const where = element("select", {id, change: () => { sizeField.hidden = where.value !== "control_center"; }},
        Object.entries(listTitles).map(([value, name]) => element("option", {value}, name)),
        single.map(({place, control: present}) =>
            element("option", {value: place}, placeTitle(place) + replacement(present))));
    where.value = list;
    sizeField.hidden = list !== "control_center";
    const content = [
        snapshot.description ? element("p", {}, snapshot.description) : undefined,
        element("div.field", {}, element("label", {for: id}, "Where"), where), sizeField];
    let configuration;
    if (promptsForUserConfiguration && parameters.length) {
        configuration = new Configuration(parameters, {}, snapshot.kind);
        content.push(element("h3", {}, "Configuration"), configuration.element);
    }
    const add = async () => {
        if (configuration && !configuration.check()) return;
        const body = {control: snapshot.kind, place: where.value};
        if (where.value === "control_center") body.size = size.value;
        if (configuration) body.configuration = configuration.read().configuration;
        try {
            const done = await authenticated(
                () => api.post("layout/place", body), `Adding “${title}” waits for your PIN`);
            if (!done) return;
            sheet.close();
            toast(title, `Added to ${placeTitle(done.place)}`, {name: "checkmark"});
        } catch (problem) {
            if (!configuration?.refuse(problem)) sheet.fail(problem.message);
        }
    };
    const sheet = openSheet({title: `Add “${title}”`, content: content.filter(Boolean), actions: [
        button("Cancel", () => sheet.close()), button("Add", add, "primary")]});
}
