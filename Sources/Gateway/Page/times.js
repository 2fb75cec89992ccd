// Times for people, in the browser's language.

/// A duration as a countdown shows it: 4:05, or 1:02:03.
export function countdown(seconds) {
    const whole = Math.max(0, Math.ceil(seconds));
    const parts = [Math.floor(whole / 60) % 60, whole % 60];
    if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
    return parts.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

const units = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

/// A duration in its largest unit: "6 minutes".
export function duration(seconds) {
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? units.at(-1);
    return new Intl.NumberFormat(undefined, {style: "unit", unit, unitDisplay: "long"})
        .format(Math.round(seconds / length));
}

/// A time back in its largest unit: "2 hr ago", or "now".
export function ago(seconds) {
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? units.at(-1);
    return new Intl.RelativeTimeFormat(undefined, {numeric: "auto", style: "short"})
        .format(-Math.floor(seconds / length), unit);
}

export function timeOfDay(date, withSeconds = false) {
    const seconds = withSeconds && {second: "2-digit"};
    return date.toLocaleTimeString(undefined, {hour: "2-digit", minute: "2-digit", ...seconds});
}

/// The time for a clock on the wall, which leaves out AM and PM.
export function clockTime(date) {
    const parts = new Intl.DateTimeFormat(undefined, {hour: "numeric", minute: "2-digit"}).formatToParts(date);
    return parts.filter(({type}) => type !== "dayPeriod").map(({value}) => value).join("").trim();
}

export function longDate(date) {
    return date.toLocaleDateString(undefined, {weekday: "long", day: "numeric", month: "long"});
}

/// Calls a function at each full second, until the returned function is called. Nothing runs while the page is hidden.
export function everySecond(action) {
    let timer;
    const next = () => {
        timer = setTimeout(() => {
            action();
            next();
        }, 1000 - (Date.now() % 1000));
    };
    const changed = () => {
        clearTimeout(timer);
        if (document.hidden) return;
        action();
        next();
    };
    document.addEventListener("visibilitychange", changed);
    if (!document.hidden) next();
    return () => {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", changed);
    };
}
