import CYAML

/// Builds nodes from libyaml's events, and refuses content that a panel's file may not have before it costs memory or
/// time.
///
/// libyaml's document interface composes the whole file first, and resolves aliases without their positions.
struct Composer: ~Copyable {
    /// The limits of one file. They are far above the size of any panel, and far below a noticeable cost.
    enum Limits {
        /// Nested mappings and lists, the file's own mapping included.
        static let depth = 16
        /// Keys, values, mappings and lists.
        static let nodes = 20_000
    }

    /// Ends the composition of an unreadable file; the reason is among the findings.
    private struct Stop: Error {}

    /// libyaml's parser over `bytes`. They outlive the composer.
    private let parser: OpaquePointer
    private let bytes: UnsafeBufferPointer<UInt8>
    private let findings: Findings
    /// The end of the file, which limits all positions. libyaml ends the last line of every file: it reports the end of
    /// a file without a final line break behind that line.
    private let end: SourcePosition
    /// The number of the line that the composer has reached, its comment, and the lines behind it.
    private var reached: (line: Int, comment: Comment?) = (0, nil)
    private var lines: FileLines
    private var depth = 0
    private var nodes = 0

    /// - Parameter parser: libyaml's parser over `bytes`, which the composer destroys. It is not made here: Debian's Swift 6.2, which
    ///   builds for arm64, crashes over an initializer that can fail.
    private init(_ parser: OpaquePointer, _ bytes: UnsafeBufferPointer<UInt8>, findings: Findings) {
        self.parser = parser
        self.bytes = bytes
        self.findings = findings
        lines = FileLines(bytes)
        end = bytes.position(ofByte: bytes.count, in: findings.file)
    }

    deinit {
        holdfast_yaml_parser_destroy(parser)
    }

    /// The root of the only document in `bytes`; `nil` for an unreadable document.
    static func compose(_ bytes: UnsafeBufferPointer<UInt8>, findings: Findings) -> Node? {
        let start = SourcePosition.start(of: findings.file)
        if let (problem, offset) = bytes.firstObstacle {
            findings.add(problem, at: bytes.position(ofByte: offset, in: findings.file))
            return nil
        }
        // libyaml does not accept NULL, which can be the address of an empty buffer.
        let empty: StaticString = ""
        guard let parser = holdfast_yaml_parser_create(bytes.baseAddress ?? empty.utf8Start, bytes.count) else {
            findings.add(.noMemory, at: start)
            return nil
        }
        var composer = Composer(parser, bytes, findings: findings)
        return try? composer.document()
    }

    private mutating func document() throws(Stop) -> Node {
        let first = try next()
        guard first.kind == .documentStart else { throw stop(.emptyFile, at: position(of: first)) }
        let root = try node(from: try next())
        _ = try next()
        let last = try next()
        if last.kind != .streamEnd { findings.add(.severalDocuments, at: position(of: last)) }
        if case .scalar(let scalar) = root.content, case .nothing = scalar.meaning {
            throw stop(.emptyFile, at: root.position)
        }
        return root
    }

    private mutating func node(from event: holdfast_yaml_event) throws(Stop) -> Node {
        let position = position(of: event)
        nodes += 1
        guard nodes <= Limits.nodes else { throw stop(.tooManyNodes(limit: Limits.nodes), at: position) }
        if event.has_anchor { findings.add(.anchor, at: position) }
        if event.has_tag { findings.add(.tag, at: position) }
        switch event.kind {
        case .scalar:
            // libyaml does not return the intended text for a value such as !important or &more.
            let isText = !event.has_tag && !(event.has_anchor && event.text_length == 0)
            return Node(
                content: isText ? .scalar(event.scalar) : .refused, position: position, end: endPosition(of: event))
        case .sequenceStart:
            try enter(at: position)
            defer { depth -= 1 }
            let (items, end) = try list()
            return Node(content: .list(items), position: position, end: end)
        case .mappingStart:
            try enter(at: position)
            defer { depth -= 1 }
            let (entries, end) = try mapping()
            return Node(content: .mapping(entries), position: position, end: end)
        case .alias:
            findings.add(.alias, at: position)
            return Node(content: .refused, position: position)
        case .streamEnd, .documentStart, .documentEnd,
            .sequenceEnd, .mappingEnd:
            // libyaml's grammar allows none of these at the position of a node.
            return Node(content: .refused, position: position)
        }
    }

    private mutating func list() throws(Stop) -> (items: [Node], end: SourcePosition?) {
        var items: [Node] = []
        while true {
            let event = try next()
            if event.kind == .sequenceEnd { return (items, bracketEnd(of: event)) }
            items.append(try node(from: event))
        }
    }

    private mutating func mapping() throws(Stop) -> (entries: [Node.Entry], end: SourcePosition?) {
        var entries: [Node.Entry] = []
        while true {
            let event = try next()
            if event.kind == .mappingEnd { return (entries, bracketEnd(of: event)) }
            let key = try node(from: event)
            var value = try node(from: try next())
            if case .scalar(var scalar) = value.content, scalar.isPlain {
                let end = scalar.text.isEmpty ? nil : value.end
                if let comment = comment(inLine: (end ?? key.position).line), key.position < comment.position,
                    end.map({ $0 == comment.textEnd }) ?? comment.isValue
                {
                    scalar.comment = comment.text
                    value.content = .scalar(scalar)
                    // libyaml gives an empty value the position of the next token, which may be lines away.
                    if scalar.text.isEmpty, comment.position < value.position { value.position = comment.position }
                }
            }
            switch key.content {
            case .scalar(let scalar) where scalar.isPlain && scalar.text == "<<":
                findings.add(.mergeKey, at: key.position)
            case .scalar(let scalar):
                entries.append(Node.Entry(key: scalar, keyPosition: key.position, value: value))
            case .list, .mapping:
                findings.add(.keyIsNoText, at: key.position)
            case .refused:
                break
            }
        }
    }

    /// The first comment of a line. The lines of one call and the next ascend, so that each line is read once.
    private mutating func comment(inLine number: Int) -> Comment? {
        while reached.line < number, let line = lines.next() {
            reached = (line.number, line.number == number ? bytes.comment(in: line, of: findings.file) : nil)
        }
        return reached.line == number ? reached.comment : nil
    }

    private mutating func enter(at position: SourcePosition) throws(Stop) {
        depth += 1
        guard depth <= Limits.depth else { throw stop(.tooDeep(limit: Limits.depth), at: position) }
    }

    /// The next event. Its text is valid until the next call.
    private func next() throws(Stop) -> holdfast_yaml_event {
        var event = holdfast_yaml_event()
        guard holdfast_yaml_parser_next(parser, &event) else { throw syntaxError() }
        return event
    }

    private func position(of event: holdfast_yaml_event) -> SourcePosition {
        min(SourcePosition(file: findings.file, line: event.line + 1, column: event.column + 1), end)
    }

    private func endPosition(of event: holdfast_yaml_event) -> SourcePosition {
        min(SourcePosition(file: findings.file, line: event.end_line + 1, column: event.end_column + 1), end)
    }

    /// The position behind a closing bracket; `nil` for the end of a block, which has no character of its own.
    private func bracketEnd(of event: holdfast_yaml_event) -> SourcePosition? {
        let isEmpty = event.line == event.end_line && event.column == event.end_column
        return isEmpty ? nil : endPosition(of: event)
    }

    private func stop(_ problem: PanelFileProblem, at position: SourcePosition) -> Stop {
        findings.add(problem, at: position)
        return Stop()
    }

    private func syntaxError() -> Stop {
        let error = holdfast_yaml_parser_error(parser)
        switch error.kind {
        case .memory:
            return stop(.noMemory, at: .start(of: findings.file))
        case .encoding:
            let position = bytes.position(ofByte: error.offset, in: findings.file)
            // Only the message of libyaml distinguishes the two errors.
            let isCharacter = String(cString: error.problem) == "control characters are not allowed"
            return stop(isCharacter ? .forbiddenCharacter(UInt32(clamping: error.value)) : .notUTF8, at: position)
        case .syntax:
            let position = SourcePosition(file: findings.file, line: error.line + 1, column: error.column + 1)
            let problem = SyntaxProblem(
                problem: String(cString: error.problem), context: error.context.map { String(cString: $0) },
                position: min(position, end),
                contextPosition: SourcePosition(
                    file: findings.file, line: error.context_line + 1, column: error.context_column + 1))
            // libyaml may notice an error lines behind its cause.
            let last = problem.position.line
            let above = max(last - 1, 1)
            let lines = problem.context == nil ? above...last : min(problem.contextPosition.line, above)...last
            var isInComment = false
            for line in FileLines(bytes) where lines.contains(line.number) {
                guard let comment = bytes.comment(in: line, of: findings.file), comment.position < problem.position,
                    comment.color != nil || comment.hidesBracket
                else { continue }
                isInComment = true
                findings.add(
                    comment.color.map { .unquotedColor($0) } ?? .commentInBrackets(comment.text), at: comment.position)
            }
            if isInComment { return Stop() }
            if let (scalar, offset) = bytes.foreignSpace(inLines: above...last) {
                return stop(.foreignSpace(scalar, moreLines: 0), at: bytes.position(ofByte: offset, in: findings.file))
            }
            if let (key, line) = bytes.equalsSign(upTo: last) {
                return stop(.equalsSign(key: key), at: SourcePosition(file: findings.file, line: line, column: 1))
            }
            return stop(.syntax(problem), at: problem.reportedPosition)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The position of the byte at `offset`; columns count Unicode scalars, as libyaml's do.
    fileprivate func position(ofByte offset: Int, in file: String) -> SourcePosition {
        var position = SourcePosition.start(of: file)
        for index in indices.prefix(offset) {
            let byte = self[index]
            if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && !startsLineFeed(at: index + 1)) {
                position.line += 1
                position.column = 1
            } else if byte & 0b1100_0000 != 0b1000_0000 {
                position.column += 1
            }
        }
        return position
    }

    private func startsLineFeed(at index: Int) -> Bool {
        index < count && self[index] == UInt8(ascii: "\n")
    }

    /// Content that libyaml would accept and that a panel's file must not have.
    ///
    /// - A line that begins with `%`: a directive, or the inside of a quoted text that needs an indentation. libyaml
    ///   compares every `%TAG` with all earlier ones, which takes seconds for 1 MB of them.
    /// - U+0085, U+2028 and U+2029: line breaks in YAML 1.1 and so in libyaml, but not in editors. An editor would not
    ///   find the positions of errors.
    fileprivate var firstObstacle: (PanelFileProblem, offset: Int)? {
        var (before, previous): (UInt8, UInt8) = (0, UInt8(ascii: "\n"))
        for index in indices {
            let byte = self[index]
            switch (before, previous, byte) {
            case (_, UInt8(ascii: "\n"), UInt8(ascii: "%")), (_, UInt8(ascii: "\r"), UInt8(ascii: "%")):
                return (.directive, index)
            case (_, 0xC2, 0x85): return (.forbiddenCharacter(0x85), index - 1)
            case (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9):
                return (.forbiddenCharacter(0x2000 + UInt32(byte) - 0x80), index - 2)
            default: (before, previous) = (previous, byte)
            }
        }
        return indentedByForeignSpace
    }
}

extension holdfast_yaml_event {
    var scalar: Scalar {
        Scalar(
            text: String(decoding: UnsafeBufferPointer(start: text, count: text_length), as: UTF8.self),
            isPlain: is_plain)
    }
}
