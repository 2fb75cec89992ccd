// Colours of controls, made readable on both schemes' surfaces (WCAG 2.2: 4.5 for text, 3 for symbols).

/// The system colours (Sources/Base/ControlModel/Color.swift).
const named = {
    red: "#FF3B30", orange: "#FF9500", yellow: "#FFCC00", green: "#34C759", mint: "#00C7BE", teal: "#30B0C7",
    cyan: "#32ADE6", blue: "#007AFF", indigo: "#5856D6", purple: "#AF52DE", pink: "#FF2D55", brown: "#A2845E",
    gray: "#8E8E93", white: "#FFFFFF", black: "#000000",
};

// The tiles' surfaces, and how much of the tint a tile has while its toggle is on. style.css has the same values.
const schemes = {
    dark: {surface: "#22262f", share: 0.24, pole: "#ffffff"},
    light: {surface: "#ffffff", share: 0.2, pole: "#000000"},
};

function channels(color) {
    const hexadecimal = named[color] ?? (/^#[0-9a-f]{6}$/i.test(color) ? color : named.blue);
    return [1, 3, 5].map((start) => parseInt(hexadecimal.slice(start, start + 2), 16));
}

function mix(color, other, share) {
    const [from, to] = [channels(color), channels(other)];
    const mixed = from.map((value, index) => Math.round(value + (to[index] - value) * share));
    return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(color) {
    const [red, green, blue] = channels(color).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(color, other) {
    const [dark, light] = [luminance(color), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
}

/// The colour, moved towards `pole` until its contrast with the surface reaches 4.5.
function readable(color, surface, pole) {
    for (let share = 0; share < 1; share += 0.05) {
        const candidate = mix(color, pole, share);
        if (contrast(candidate, surface) >= 4.5) return candidate;
    }
    return pole;
}

const computed = new Map();

function variables(tint) {
    const color = mix(tint, tint, 0);
    const result = {"--tint": color, "--on-tint": contrast(color, "#ffffff") >= 3 ? "#ffffff" : "#10131a"};
    for (const [scheme, {surface, share, pole}] of Object.entries(schemes)) {
        const tinted = mix(surface, color, share);
        result[`--tinted-${scheme}`] = tinted;
        result[`--text-${scheme}`] = readable(readable(color, surface, pole), tinted, pole);
    }
    return result;
}

/// Sets the custom properties of a control's tint; the style sheet chooses between those of the two schemes.
export function setTint(target, tint = "blue") {
    if (target.dataset.tint === tint) return;
    target.dataset.tint = tint;
    if (!computed.has(tint)) computed.set(tint, Object.entries(variables(tint)));
    for (const [name, value] of computed.get(tint)) target.style.setProperty(name, value);
}
