import Indicators
import MonotonicTime

extension FrameRecord {
    /// The frames as text, one a line, in the order of their times: the time, the light, how bright it is and in what colour,
    /// and what it plays by itself.
    public var text: String {
        let frames = lights.enumerated().flatMap { index, light in
            (entries[light] ?? []).map { (index: index, light: light, entry: $0) }
        }
        let marks = marks.map { (time: $0.start, line: "\(Transcript.stamp($0.start))  -- \($0.name)") }
        let lines = frames.map { frame in
            (
                time: frame.entry.time,
                line: "\(Transcript.stamp(frame.entry.time))  \(frame.light) \(frame.entry.frame.words)"
            )
        }
        let displays = displays.map { display in
            (
                time: display.time,
                line:
                    "\(Transcript.stamp(display.time))  display \(display.rows.map { "\"\($0)\"" }.joined(separator: " | "))"
            )
        }
        // Stable: at one time in the order in which they came.
        let all = (marks + lines + displays).enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        return all.map { $0.element.line + "\n" }.joined()
    }
}

extension LightFrame {
    fileprivate var words: String {
        if let rhythm { return "plays \(rhythm.name)" + (color.map { " \($0)" } ?? "") }
        guard isLit else { return "dark" }
        return "\(Int((level * 100).rounded()))%" + (color.map { " \($0)" } ?? "")
    }
}
