/// Adds entries to the text of a panel's file, and leaves all else in the text as it is: comments, order, spacing.
///
/// The places are those of the reader's marks. A table in block style gets lines behind its last entry; a table in
/// braces gets entries before the closing brace; a missing table and a missing key come last:
///
/// ```
///   controls:                          buttons: {action: {…}, exit: {…}}
///     lamp: {toggle: …}  # mine                             ╰────────── inserted
///     door: {button: …}  ◀ inserted
///
///   lights:              ◀ inserted
/// ```
public enum PanelText {
    /// The text with the additions.
    ///
    /// The edited text is read strictly. It must be the panel that the old file and the additions describe together. It
    /// must have every old line, but for the lines of tables in braces.
    ///
    /// - Parameter file: The file's name in errors.
    /// - Throws: `PanelTextError`.
    public static func adding(
        _ additions: PanelAdditions, to bytes: [UInt8], file: String
    ) throws(PanelTextError) -> [UInt8] {
        let findings = Findings(file: file)
        let hasMark = bytes.starts(with: PanelFile.byteOrderMark)
        let text = hasMark ? Array(bytes.dropFirst(PanelFile.byteOrderMark.count)) : bytes
        guard let root = PanelFile.root(of: text, findings: findings), case .mapping(let entries) = root.content,
            PanelFile.panel(root, findings: findings) != nil, findings.isEmpty
        else { throw .unreadable(findings.error) }
        if additions.isEmpty { return bytes }
        var edit = Edit(root, entries, text)
        edit.add(additions)
        let edited = (hasMark ? PanelFile.byteOrderMark : []) + edit.insertions.edited
        try check(edited, intended: intended(entries, additions, file), old: bytes, changed: edit.changedLines, file)
        return edited
    }

    private static func check(
        _ edited: [UInt8], intended: PanelDescription?, old: [UInt8], changed: Int, _ file: String
    ) throws(PanelTextError) {
        let findings = Findings(file: file)
        let root = PanelFile.root(of: edited, findings: findings)
        let panel = root.flatMap { PanelFile.panel($0.withoutPositions(in: file), findings: findings) }
        guard let panel, findings.isEmpty else { throw .wouldBreak(findings.error, text: edited) }
        guard panel == intended, missingLines(of: old, in: edited) <= changed else { throw .wouldDiffer(text: edited) }
    }

    /// The panel that the old file and the additions describe together; `nil` if they describe none.
    private static func intended(
        _ entries: [Node.Entry], _ additions: PanelAdditions, _ file: String
    ) -> PanelDescription? {
        let findings = Findings(file: file)
        let added = PanelFile.root(of: Array(additions.text.utf8), findings: findings)
        guard case .mapping(let addedEntries)? = added?.content else { return nil }
        var merged = entries
        for entry in addedEntries {
            if let index = merged.firstIndex(where: { $0.key.text == entry.key.text }),
                case .mapping(let old) = merged[index].value.content, case .mapping(let new) = entry.value.content
            {
                merged[index].value.content = .mapping(old + new)
            } else {
                merged.append(entry)
            }
        }
        let root = Node(content: .mapping(merged), position: .start(of: file)).withoutPositions(in: file)
        let panel = PanelFile.panel(root, findings: findings)
        return findings.isEmpty ? panel : nil
    }

    /// The number of old lines that the new text does not have in the same order.
    private static func missingLines(of old: [UInt8], in new: [UInt8]) -> Int {
        func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
            bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        }
        return lines(new).difference(from: lines(old)).removals.count
    }

    /// The insertions for one text.
    private struct Edit {
        private let root: Node
        private let entries: [Node.Entry]
        private(set) var insertions: TextInsertions
        /// The number of old lines in which text is inserted.
        private(set) var changedLines = 0

        init(_ root: Node, _ entries: [Node.Entry], _ bytes: [UInt8]) {
            (self.root, self.entries) = (root, entries)
            insertions = TextInsertions(into: bytes)
        }

        private var isFlow: Bool { root.end != nil }
        private var indent: Int { root.position.column - 1 }

        mutating func add(_ additions: PanelAdditions) {
            var missing: [PanelAdditions.Table] = []
            for table in additions.tables where !table.entries.isEmpty {
                guard let entry = entries.first(where: { $0.key.text == table.key }),
                    case .mapping(let elements) = entry.value.content
                else {
                    missing.append(table)
                    continue
                }
                add(table.entries, to: entry.value, elements)
            }
            let values = additions.values.filter { value in !entries.contains { $0.key.text == value.key } }
            if isFlow {
                let flow = missing.map { PanelAdditions.Entry($0.key, $0.flowText) } + values
                if !flow.isEmpty { addFlow(flow, to: root, entries) }
                return
            }
            for table in missing { append([table.heading] + table.lines(indent: 2)) }
            if !values.isEmpty { append(values.map { $0.line(indent: 0) }) }
        }

        private mutating func append(_ lines: [String]) {
            let pad = String(repeating: " ", count: indent)
            insertions.insert(lines: [""] + lines.map { pad + $0 }, before: insertions.lineCount + 1)
        }

        private mutating func add(_ added: [PanelAdditions.Entry], to table: Node, _ elements: [Node.Entry]) {
            guard table.end == nil, let first = elements.first, let last = elements.last else {
                return addFlow(added, to: table, elements)
            }
            let column = first.keyPosition.column
            var line = last.value.lineBehind(key: last.keyPosition)
            // Comments that are as deep as the entries belong to the table.
            while isComment(line, from: column) { line += 1 }
            insertions.insert(lines: added.map { $0.line(indent: column - 1) }, before: line)
        }

        private func isComment(_ line: Int, from column: Int) -> Bool {
            let text = insertions.line(line).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return text.first == UInt8(ascii: "#") && insertions.line(line).count - text.count >= column - 1
        }

        private mutating func addFlow(_ added: [PanelAdditions.Entry], to table: Node, _ elements: [Node.Entry]) {
            let text = added.map(\.flowText).joined(separator: ", ")
            changedLines += 1
            if let end = elements.last?.value.end {
                insertions.insert(", " + text, at: end)
            } else {
                var behindBrace = table.position
                behindBrace.column += 1
                insertions.insert(text, at: behindBrace)
            }
        }
    }
}

/// Why a panel's file is not edited.
public enum PanelTextError: Error, Sendable, Hashable {
    /// The file has errors already.
    case unreadable(ConfigurationError)
    /// The edited text would have errors.
    case wouldBreak(ConfigurationError, text: [UInt8])
    /// The edited text would describe another panel than the one intended, or lack a line of the old text.
    case wouldDiffer(text: [UInt8])

    /// The edited text, for a person to look at; `nil` if there is none.
    public var text: [UInt8]? {
        switch self {
        case .unreadable: nil
        case .wouldBreak(_, let text), .wouldDiffer(let text): text
        }
    }
}

extension PanelAdditions {
    /// The additions as a file of their own.
    fileprivate var text: String {
        let lines =
            tables.filter { !$0.entries.isEmpty }.flatMap { [$0.heading] + $0.lines(indent: 2) }
            + values.map { $0.line(indent: 0) }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension PanelAdditions.Table {
    fileprivate var heading: String { "\(key):" }
    fileprivate var flowText: String { "{\(entries.map(\.flowText).joined(separator: ", "))}" }
    fileprivate func lines(indent: Int) -> [String] { entries.map { $0.line(indent: indent) } }
}

extension PanelAdditions.Entry {
    fileprivate var flowText: String { "\(key): \(value)" }

    fileprivate func line(indent: Int) -> String {
        String(repeating: " ", count: indent) + flowText + (comment.map { "  # \($0)" } ?? "")
    }
}

extension Node {
    /// The node with all positions at the file's beginning, so that two texts of the same content are equal.
    fileprivate func withoutPositions(in file: String) -> Node {
        var node = self
        (node.position, node.end) = (.start(of: file), nil)
        switch content {
        case .scalar, .refused: break
        case .list(let items): node.content = .list(items.map { $0.withoutPositions(in: file) })
        case .mapping(let entries):
            node.content = .mapping(
                entries.map {
                    Entry(key: $0.key, keyPosition: node.position, value: $0.value.withoutPositions(in: file))
                })
        }
        return node
    }

    /// The first line behind the node, which is the value of the key at `key`.
    fileprivate func lineBehind(key: SourcePosition) -> Int {
        if let end {
            // A text in block style ends where the next line begins.
            let endsLine = end.column == 1 && end.line > position.line
            return max(endsLine ? end.line : end.line + 1, key.line + 1)
        }
        switch content {
        case .mapping(let entries):
            return entries.last.map { $0.value.lineBehind(key: $0.keyPosition) } ?? key.line + 1
        case .list(let items): return items.last.map { $0.lineBehind(key: $0.position) } ?? key.line + 1
        case .scalar, .refused: return key.line + 1
        }
    }
}
