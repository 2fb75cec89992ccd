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
