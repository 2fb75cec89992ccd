import CEventLoop
import Configuration

/// Reads a panel's file, and makes all texts about it.
enum YAMLTarget {
    /// The time limit for a text of 64 KB, also under a sanitizer.
    private static let limit = Duration.seconds(1)
    private static let file = "panel.yaml"

    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        // Processor time excludes other programs on the machine.
        let begin = holdfast_thread_cpu_now()
        let result = Result { () throws(ConfigurationError) in try PanelFile.parse(bytes, file: file) }
        let diagnostics: [Diagnostic]
        switch result {
        case .success(let panel): diagnostics = panel.advice + panel.remarks()
        case .failure(let error): diagnostics = error.diagnostics
        }
        let words = diagnostics.map(\.description)
        let time = Duration.nanoseconds(holdfast_thread_cpu_now() - begin)
        try require(bytes.count > 65_536 || time < limit, "\(bytes.count) bytes took \(time)")
        switch result {
        case .success(let panel): try judge(panel)
        case .failure(let error):
            try require(diagnostics.contains { $0.severity == .error }, "refused without an error: \(error)")
            let places = diagnostics.map(\.position)
            try require(places == places.sorted(), "not in the file's order: \(error)")
        }
        for (diagnostic, words) in zip(diagnostics, words) {
            try require(words.utf8.count < 1_000 && !words.contains(where: \.isNewline), "no line of words: \(words)")
            try judge(diagnostic.position, in: bytes)
        }
    }

    /// Checks the guarantees on which a panel relies.
    private static func judge(_ panel: PanelDescription) throws(FuzzFinding) {
        let kinds = Set(panel.controls.map(\.kind))
        try require(kinds.count == panel.controls.count, "a kind twice: \(panel.controls.map(\.kind))")
        for button in panel.buttons {
            let bound = [button.hold, button.doubleTap, button.tripleTap, button.longHold].compactMap(\.self)
            try require(!bound.isEmpty, "button \(button.name) does nothing")
            try require(button.longHoldTime > button.holdTime, "button \(button.name): a long hold is no longer")
        }
        for reference in panel.placements.map(\.reference) {
            let isOwn = kinds.contains(reference.kind)
            let isOthers = panel.extensions.contains { $0.covers(reference.kind) }
            try require(isOwn != isOthers, "\(reference.kind) is nobody's, or of two")
        }
        let lines =
            panel.buttons.map(\.line.name) + panel.lights.flatMap { $0.output.lines.map(\.name) }
            + panel.controls.flatMap { [$0.action.output?.line.name, $0.sensor?.line.name].compactMap(\.self) }
        try require(Set(lines).count == lines.count, "a line twice: \(lines)")
    }

    /// Lines and columns are those of an editor: columns count Unicode scalars.
    static func judge(_ position: SourcePosition, in bytes: [UInt8]) throws(FuzzFinding) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
        let lines = String(decoding: text, as: UTF8.self).split(omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r\n" || $0 == "\r"
        }
        try require(position.file == file && lines.indices.contains(position.line - 1), "\(position): no such line")
        let columns = lines[position.line - 1].unicodeScalars.count + 1
        try require((1...columns).contains(position.column), "\(position): no such column, of \(columns)")
    }
}
