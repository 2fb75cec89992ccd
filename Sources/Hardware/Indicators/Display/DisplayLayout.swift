import MonotonicTime

/// Lays out a panel's state in the rows of a display.
///
/// The order of priority: fault, lockout, PIN prompt, hint and question, status, an opened history, activities. Where the
/// rows do not suffice, the reason why a PIN did nothing takes the prompt's place. The header has the panel's name and the lock's state. It comes last in priority, but stands at the top where there is
/// room. Urgent items get as many rows as their text needs, as far as rows are left. Every other item gets one row,
/// and scrolls if it is too long.
struct DisplayLayout {
    private struct Item {
        var line: DisplayLine
        /// Whether the item gets as many rows as its text needs, before the items below it get any.
        var isUrgent = false
        /// Whether the item keeps to one row even if there is room for more.
        var isOneRow = false
        /// The number of rows that the item gets.
        var rows = 0

        func wanted(_ width: Int) -> Int { line.text.wrapped(width: width, most: .max).count }
    }

    /// The rows, from above.
    private(set) var lines: [DisplayLine] = []

    private let size: DisplaySize
    private let characters: DisplayCharacters

    init(_ content: DisplayContent, size: DisplaySize, in characters: DisplayCharacters) {
        self.size = size
        self.characters = characters
        var left = size.rows
        var items = items(of: content)
        for index in items.indices {
            let wanted = items[index].isUrgent ? items[index].wanted(size.columns) : 1
            items[index].rows = min(wanted, left)
            left -= items[index].rows
        }
        let hasHeader = left > 0
        if hasHeader { left -= 1 }
        // Rows that are left over go to items that would scroll otherwise.
        for index in items.indices where left > 0 && items[index].line.ending == .none && !items[index].isOneRow {
            let more = min(left, items[index].wanted(size.columns) - items[index].rows)
            items[index].rows += more
            left -= more
        }
        if hasHeader { lines += header(of: content, rows: left + 1) }
        for item in items { lines += rows(of: item) }
    }

    private func rows(of item: Item) -> [DisplayLine] {
        guard item.rows > 1 else { return item.rows == 1 ? [item.line] : [] }
        return item.line.text.wrapped(width: size.columns, most: item.rows).map { DisplayLine(text: $0) }
    }

    private func text(_ text: String) -> DisplayText {
        DisplayText(String(text.unicodeScalars.prefix(Self.longestText)), in: characters)
    }

    /// The longest text, in scalars. Users do not wait for the end of a longer one, and scrolling it costs wakeups.
    private static let longestText = 400

    // MARK: Items

    private func items(of content: DisplayContent) -> [Item] {
        var items: [Item] = []
        if !content.faults.isEmpty {
            let count = content.faults.count + content.otherFaults
            let words = (count > 1 ? "\(count) faults: " : "Fault: ") + content.faults.joined(separator: "; ")
            items.append(Item(line: DisplayLine(text: text(words))))
        }
        if let end = content.lockoutEnds {
            items.append(Item(line: DisplayLine(text: text("Locked out"), ending: .countdown(to: end))))
        }
        var prompts: [Item] = []
        if let prompt = content.prompt {
            // One sign, whatever the number of keys, so that the display does not reveal the PIN's length.
            let request = prompt.request ?? (size.columns < 11 ? "PIN" : "Enter PIN")
            let words = prompt.wasWrong ? "Wrong PIN" : request
            let ending = prompt.hasKeys ? DisplayLine.Ending.text(text("*")) : .none
            prompts = [Item(line: DisplayLine(text: text(words), ending: ending))] + urgent([prompt.purpose])
        }
        let rest = urgent([content.hint, content.question])
        let status = urgent([content.status])
        let wanted = (items + prompts + rest + status).reduce(0) { $0 + ($1.isUrgent ? $1.wanted(size.columns) : 1) }
        let isReasonFirst = content.prompt?.isAnswered == true && wanted > size.rows
        items += isReasonFirst ? status + prompts + rest : prompts + rest + status
        items += (content.history ?? []).prefix(size.rows).map { row in
            Item(line: DisplayLine(text: text(row)), isOneRow: true)
        }
        items += content.activities.prefix(size.rows).map { activity in
            Item(
                line: DisplayLine(
                    text: text(activity.title), ending: activity.ends.map { .countdown(to: $0) } ?? .none))
        }
        return items
    }

    private func urgent(_ words: [String?]) -> [Item] {
        words.compactMap(\.self).map { Item(line: DisplayLine(text: text($0)), isUrgent: true) }
    }

    /// The panel's name and the lock's state.
    private func header(of content: DisplayContent, rows: Int) -> [DisplayLine] {
        let name = DisplayLine(text: text(content.panel))
        if content.lock == .none { return [name] }
        let state = text(content.lock == .locked ? "Locked" : "Unlocked")
        if name.text.count + 1 + state.count <= size.columns {
            return [DisplayLine(text: name.text, ending: .text(state))]
        }
        // Users look for the lock's state, and know the name.
        return (rows > 1 ? [name] : []) + [DisplayLine(text: state)]
    }
}
