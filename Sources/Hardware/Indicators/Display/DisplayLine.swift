import MonotonicTime

/// One row as it is meant: a text, which goes past where it is too long, and what stands at the row's end.
struct DisplayLine: Sendable, Hashable {
    /// What stands at a row's end, whatever the text does.
    enum Ending: Sendable, Hashable {
        case none
        case text(DisplayText)
        case countdown(to: MonotonicInstant)
    }

    var text: DisplayText
    var ending = Ending.none

    /// The row at a moment.
    ///
    /// - Parameter age: How long the text has been there.
    /// - Returns: the row, and when it is another one; `nil` where that is never.
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

    /// The line but for the time that is left, whose passing is no news.
    var lasting: DisplayLine {
        guard case .countdown = ending else { return self }
        return DisplayLine(text: text, ending: .countdown(to: .zero))
    }
}

/// How a text that is too long goes past: it rests at its beginning, moves by a column a step, rests at its end, begins
/// again; after a few passes it stays at its beginning, so that nobody is woken for it any more.
struct DisplayScroll: Sendable, Hashable {
    /// How many columns are left of what is seen.
    let offset: Int
    /// How long until that changes; `nil` where it does no more.
    let next: Duration?

    /// How long it rests at its beginning.
    static let restAtStart = Duration.milliseconds(800)
    /// How long a step takes. Liquid crystals are slow: in less, they show neither the old nor the new.
    static let step = Duration.milliseconds(150)
    /// How long it rests at its end.
    static let restAtEnd = Duration.milliseconds(1_500)
    /// How often it goes past.
    static let passes = 3

    /// - Parameters:
    ///   - excess: How many columns there are more than can be seen.
    ///   - age: How long the text has been there.
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

/// The time that is left until something, as people read it.
struct DisplayCountdown: Sendable, Hashable {
    /// `4:59`, from an hour on `1h05`, from a hundred hours on `5d`. What has begun counts: the last second is `0:01`.
    let text: String
    /// When it is another one; `nil` where that is never.
    let next: MonotonicInstant?

    private static let second: Int64 = 1_000_000_000
    private static let minute = 60 * second
    private static let hour = 60 * minute
    private static let day = 24 * hour

    /// The time from `now` until `end`.
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
        // Where the unit changes, it may be another text before the count is.
        let bound = [100 * Self.hour, Self.hour - Self.second].first { left > $0 } ?? 0
        next = end.advanced(by: .nanoseconds(-max((count - 1) * unit, bound)))
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
