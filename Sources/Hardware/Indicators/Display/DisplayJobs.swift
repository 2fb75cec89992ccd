import MonotonicTime

/// The state of a kernel display, which decides the next job of its worker.
///
/// ```
///          start, it comes           ok          a frame
///   absent ──────────────▶ opening ─────▶ open ──────────▶ writing
///     ▲                       │           ▲  │               │  │
///     ├──────── error ────────┘           └──│───── ok ──────┘  │
///     │                          stop, gone  ▼                  │
///     └───────────── done ──────────────── closing ◀── error ───┘
/// ```
/// One job runs at a time; of the frames that arrive meanwhile, only the last is shown.
struct DisplayJobs {
    enum Job {
        case open, close(clearing: Bool)
        /// Write a frame over the old one; without an old one, initialise the display first.
        case write(DisplayFrame, old: DisplayFrame?)
        /// The display is stopped and closed. This job needs no worker.
        case release
    }

    /// The frame on the display; `nil` where it is unknown.
    private(set) var shown: DisplayFrame?
    private(set) var problem: DisplayError?
    private(set) var isStarted = false
    private(set) var isReleased = true
    private var wanted: DisplayFrame?
    /// Whether the display must be initialised and written whole again.
    private var mustRenew = false
    private var isOpen = false
    private var isBusy = false
    /// Whether the device file must be checked again.
    private var mustLook = false
    /// Whether the open device must be closed, since it failed or was replaced.
    private var mustClose = false
    /// The delay before a display that failed is tried again. The attempt is made with the next frame after the
    /// delay.
    private var delay = RetryDelay()
    private var nextAttempt = MonotonicInstant.zero

    // MARK: Requests

    mutating func start() {
        (isStarted, isReleased, mustLook) = (true, false, true)
    }

    mutating func stop() {
        isStarted = false
        wanted = nil
    }

    mutating func deviceFileChanged() {
        mustLook = true
    }

    mutating func show(_ frame: DisplayFrame, at now: MonotonicInstant) {
        wanted = frame
        if !isOpen, now >= nextAttempt { mustLook = true }
    }

    /// Has an open display initialised and written whole again.
    mutating func renew() {
        mustRenew = true
    }

    // MARK: Jobs

    /// Begins the next job; `nil` while a job is running, or if there is none. All but `release` end with `ended`.
    ///
    /// - Parameters:
    ///   - isFirst: Whether no earlier display still uses the device.
    ///   - isReplaced: Whether the device at the path is another than the open one.
    mutating func next(isFirst: Bool, isReplaced: () -> Bool) -> Job? {
        guard !isBusy else { return nil }
        if !isStarted, !isOpen {
            guard !isReleased else { return nil }
            isReleased = true
            return .release
        }
        let job = isStarted ? nextOfStarted(isFirst: isFirst, isReplaced: isReplaced) : .close(clearing: problem == nil)
        isBusy = job != nil
        return job
    }

    private mutating func nextOfStarted(isFirst: Bool, isReplaced: () -> Bool) -> Job? {
        guard isFirst else { return nil }
        guard isOpen else {
            guard mustLook else { return nil }
            mustLook = false
            return .open
        }
        if mustLook {
            // A replaced device is closed, and the new one is opened after that.
            mustLook = isReplaced()
            if mustLook { mustClose = true }
        }
        if mustClose { return .close(clearing: false) }
        guard let wanted, mustRenew || wanted != shown else { return nil }
        let old = mustRenew ? nil : shown
        mustRenew = false
        return .write(wanted, old: old)
    }

    mutating func opened() {
        isOpen = true
        // An earlier frame may have characters that this display does not have.
        (shown, wanted) = (nil, nil)
    }

    /// - Returns: whether a failure is over, and the display is still in use.
    mutating func written(_ frame: DisplayFrame) -> Bool {
        shown = frame
        delay.reset()
        guard problem != nil else { return false }
        problem = nil
        return isStarted
    }

    mutating func writingFailed() {
        mustClose = true
    }

    mutating func closed() {
        (isOpen, shown, mustClose, mustRenew) = (false, nil, false, false)
    }

    mutating func ended() {
        isBusy = false
    }

    /// - Returns: whether the failure is new.
    mutating func fail(_ error: DisplayError, at now: MonotonicInstant) -> Bool {
        guard isStarted else { return false }
        if case .stuck = error {
            // The job is still running, and no other job is tried.
        } else {
            nextAttempt = now.advanced(by: delay.next())
        }
        guard problem != error else { return false }
        problem = error
        return true
    }
}
