// A QR code (ISO/IEC 18004) for a short address: byte mode, versions 1 to 5 at level L, which need one block each.

/// The bytes of data and of error correction, by version.
const capacities = [[19, 7], [34, 10], [55, 15], [80, 20], [108, 26]];
/// Level L with mask 0, in the order of its bits.
const format = [..."111011111000100"].map(Number);
const quietZone = 4;

/// An SVG element with the text's code; `undefined` for a text that is too long.
export function qrCode(text) {
    const bytes = [...new TextEncoder().encode(text)];
    // The mode and the length take 12 bits.
    const version = capacities.findIndex(([data]) => bytes.length + 2 <= data) + 1;
    if (!version) return undefined;
    const modules = draw(version, codewords(bytes, ...capacities[version - 1]));
    const side = modules.length + 2 * quietZone;
    const space = "http://www.w3.org/2000/svg";
    const drawing = document.createElementNS(space, "svg");
    for (const [name, value] of Object.entries({
        class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": `QR code of ${text}`,
        "shape-rendering": "crispEdges",
    })) drawing.setAttribute(name, value);
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", modules.flatMap((row, y) => row.map((isDark, x) =>
        (isDark ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : ""))).join(""));
    drawing.append(path);
    return drawing;
}

/// The bits of data and error correction.
function codewords(bytes, dataLength, correctionLength) {
    const length = bytes.length;
    // Half bytes: the mode, the length, the text, the end.
    const halves = [4, length >> 4, length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
    const data = [];
    for (let index = 0; index < halves.length; index += 2) data.push((halves[index] << 4) | halves[index + 1]);
    for (let padding = 0xec; data.length < dataLength; padding ^= 0xec ^ 0x11) data.push(padding);
    return [...data, ...correction(data, correctionLength)]
        .flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));
}

/// Multiplication in the field of 256 elements with the polynomial 0x11D.
function multiply(a, b) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit -= 1) {
        product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
        if ((b >> bit) & 1) product ^= a;
    }
    return product;
}

/// The Reed-Solomon code: the rest of the division by the generator polynomial.
function correction(data, length) {
    let generator = [1];
    for (let step = 0, root = 1; step < length; step += 1, root = multiply(root, 2)) {
        generator = [...generator, 0].map((factor, index) => factor ^ multiply(generator[index - 1] ?? 0, root));
    }
    const rest = new Array(length).fill(0);
    for (const byte of data) {
        const factor = byte ^ rest.shift();
        rest.push(0);
        for (let index = 0; index < length; index += 1) rest[index] ^= multiply(generator[index + 1], factor);
    }
    return rest;
}

function draw(version, bits) {
    const size = 17 + 4 * version;
    const modules = Array.from({length: size}, () => new Array(size).fill(undefined));
    const square = (centreX, centreY, radius, isDark) => {
        for (let y = Math.max(0, centreY - radius); y <= Math.min(size - 1, centreY + radius); y += 1) {
            for (let x = Math.max(0, centreX - radius); x <= Math.min(size - 1, centreX + radius); x += 1) {
                modules[y][x] = isDark(Math.max(Math.abs(x - centreX), Math.abs(y - centreY)));
            }
        }
    };
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
    for (let index = 8; index < size - 8; index += 1) modules[6][index] = modules[index][6] = index % 2 === 0;
    if (version > 1) square(size - 7, size - 7, 2, (ring) => ring !== 1);
    format.forEach((bit, index) => {
        const isDark = bit === 1;
        // Around the corner at the top left, and once more along the other two corners.
        modules[8][index < 6 ? index : index < 7 ? 7 : 8] ??= isDark;
        if (index >= 7) modules[8][size - 15 + index] = isDark;
        else modules[size - 1 - index][8] = isDark;
        if (index >= 8) modules[index < 9 ? 7 : 14 - index][8] = isDark;
    });
    modules[size - 8][8] = true;
    place(modules, size, bits);
    return modules;
}

/// Fills two columns at a time, upwards and downwards, from the right; column 6 is the timing pattern.
function place(modules, size, bits) {
    let next = 0;
    let isUpward = true;
    for (let right = size - 1; right > 0; right -= 2) {
        if (right === 6) right = 5;
        for (let step = 0; step < size; step += 1) {
            const y = isUpward ? size - 1 - step : step;
            for (const x of [right, right - 1]) {
                if (modules[y][x] !== undefined) continue;
                const isMasked = (x + y) % 2 === 0;
                modules[y][x] = ((bits[next] ?? 0) === 1) !== isMasked;
                next += 1;
            }
        }
        isUpward = !isUpward;
    }
}
