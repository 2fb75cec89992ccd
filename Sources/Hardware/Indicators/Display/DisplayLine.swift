import MonotonicTime

/// One row of a display before layout in columns: a text, which scrolls if it is too long, and an ending.
struct DisplayLine: Sendable, Hashable {
    /// The fixed content at the end of a row. It does not scroll with the text.
    enum Ending: Sendable, Hashable {
        case none
        case text(DisplayText)
        case countdown(to: MonotonicInstant)
    }

    var text: DisplayText
    var ending = Ending.none

    /// The row at a moment.
    ///
    /// - Parameter age: The time since the text appeared.
    /// - Returns: the row, and the time of its next change; `nil` where it does not change.
    func row(
        width: Int, in characters: DisplayCharacters, at now: MonotonicInstant, age: Duration
    ) -> (row: DisplayText, next: MonotonicInstant?) {
        var end = DisplayText(blanks: 0)
        var next: MonotonicInstant?
        switch ending {
        case .none: break
        case .text(let text): end = text
        case .countdown(let instant):
            let countdown = DisplayCountdown(to: instant, at: now)
            end = DisplayText(countdown.text, in: characters)
            next = countdown.next
        }
        let room = max(0, width - (end.count > 0 ? end.count + 1 : 0))
        let scroll = DisplayScroll(excess: text.count - room, after: age)
        let seen = text.window(from: scroll.offset, width: room)
        let step = scroll.next.map { now.advanced(by: $0) }
        return (
            (end.count > 0 ? seen + DisplayText(blanks: 1) + end : seen).window(from: 0, width: width),
            [next, step].compactMap(\.self).min()
        )
    }

    /// The line without its remaining time. Two lines that differ only in that time count as the same news.
    var lasting: DisplayLine {
        guard case .countdown = ending else { return self }
        return DisplayLine(text: text, ending: .countdown(to: .zero))
    }
}

/// The scrolling of a text that is too long.
///
/// The text rests at its start, moves by a column a step, rests at its end, and starts again. After a few passes it
/// stays at its start, so that it causes no more wakeups.
struct DisplayScroll: Sendable, Hashable {
    /// The number of columns that have moved out at the left.
    let offset: Int
    /// The time until `offset` changes; `nil` where it does not change any more.
    let next: Duration?

    /// The rest at the text's start.
    static let restAtStart = Duration.milliseconds(800)
    /// The length of a step. Liquid crystals are slow: at shorter steps they show neither the old text nor the new
    /// one.
    static let step = Duration.milliseconds(150)
    /// The rest at the text's end.
    static let restAtEnd = Duration.milliseconds(1_500)
    /// The number of passes.
    static let passes = 3

    /// - Parameters:
    ///   - excess: The number of columns that do not fit.
    ///   - age: The time since the text appeared.
    init(excess: Int, after age: Duration) {
        guard excess > 0 else {
            (offset, next) = (0, nil)
            return
        }
        let motion = Self.step * (excess - 1)
        let pass = Self.restAtStart + motion + Self.restAtEnd
        let number = age.nanoseconds / pass.nanoseconds
        guard number < Self.passes else {
            (offset, next) = (0, nil)
            return
        }
        let time = Duration.nanoseconds(age.nanoseconds % pass.nanoseconds)
        guard time >= Self.restAtStart else {
            (offset, next) = (0, Self.restAtStart - time)
            return
        }
        let moved = min(Int((time - Self.restAtStart).nanoseconds / Self.step.nanoseconds) + 1, excess)
        offset = moved
        next = (moved == excess ? pass : Self.restAtStart + Self.step * moved) - time
    }
}

/// The time left until an instant, as a text.
struct DisplayCountdown: Sendable, Hashable {
    /// `4:59`; from an hour on `1h05`, from a hundred hours on `5d`. A started unit counts as a whole one: the last
    /// second is `0:01`.
    let text: String
    /// The time of the next change of the text; `nil` where it does not change any more.
    let next: MonotonicInstant?

    private static let second: Int64 = 1_000_000_000
    private static let minute = 60 * second
    private static let hour = 60 * minute
    private static let day = 24 * hour

    init(to end: MonotonicInstant, at now: MonotonicInstant) {
        let left = now.duration(to: end).nanoseconds
        let unit =
            left > 100 * Self.hour ? Self.day : left > Self.hour - Self.second ? Self.minute : Self.second
        guard left > 0 else {
            (text, next) = ("0:00", nil)
            return
        }
        let count = (left - 1) / unit + 1
        switch unit {
        case Self.day: text = "\(count)d"
        case Self.minute: text = "\(count / 60)h\(Self.padded(count % 60))"
        default: text = "\(count / 60):\(Self.padded(count % 60))"
        }
        // At a change of unit, the text may change before the count does.
        let bound = [100 * Self.hour, Self.hour - Self.second].first { left > $0 } ?? 0
        next = end.advanced(by: .nanoseconds(-max((count - 1) * unit, bound)))
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
