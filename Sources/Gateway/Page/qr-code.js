export function qrCode() { return undefined; }
