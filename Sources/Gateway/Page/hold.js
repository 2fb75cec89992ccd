// A hold performs, and a tap shows the hint: the gestures of the lock screen.

/// The time of a hold in ms, as the panel's buttons have it by default.
export const holdTime = 500;
/// A pointer that moves further than this does not hold.
const tolerance = 30;

/// Watches an element for holds, by pointer, by Space and by Enter. `began` is called as a press begins, `held` when it
/// has lasted for the time of a hold, `tapped` when it ends earlier, and `activated` for a click without a press:
/// programs for people with disabilities click this way, and cannot hold.
export function watchHolds(target, {began, held, tapped, activated}) {
    let timer;
    let start;
    // The ring grows for this time.
    target.style.setProperty("--hold-time", `${holdTime}ms`);
    const begin = () => {
        clearTimeout(timer);
        target.classList.remove("held");
        target.classList.add("holding");
        began();
        timer = setTimeout(() => {
            timer = undefined;
            target.classList.replace("holding", "held");
            held();
        }, holdTime);
    };
    const end = (isTap) => {
        target.classList.remove("holding", "held");
        if (timer === undefined) return;
        clearTimeout(timer);
        timer = undefined;
        if (isTap) tapped();
    };
    target.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        start = event;
        begin();
    });
    target.addEventListener("pointermove", (event) => {
        if (timer === undefined) return;
        if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > tolerance) end(false);
    });
    target.addEventListener("pointerup", () => end(true));
    target.addEventListener("pointercancel", () => end(false));
    target.addEventListener("pointerleave", () => end(false));
    target.addEventListener("contextmenu", (event) => event.preventDefault());
    target.addEventListener("keydown", (event) => {
        if (event.key !== " " && event.key !== "Enter") return;
        event.preventDefault();
        if (!event.repeat) begin();
    });
    target.addEventListener("keyup", (event) => {
        if (event.key !== " " && event.key !== "Enter") return;
        event.preventDefault();
        end(true);
    });
    target.addEventListener("blur", () => end(false));
    target.addEventListener("click", (event) => {
        // A click at the end of a press names its pointer; `detail` is 0 for a click by a program.
        if (event.detail === 0 && !event.pointerType) activated();
    });
}
