import Indicators
import MonotonicTime

/// The frames that a panel's lights showed while a script ran.
public struct FrameRecord: Sendable {
    /// A time span of the script in which lights were told to show a meaning.
    public struct Mark: Sendable, Hashable {
        /// The meaning's name.
        public var name: String
        /// The meaning in words.
        public var words: String
        /// The span's start, as time since the script's start.
        public var start: Duration
        /// The span's end, as time since the script's start.
        public var end: Duration
    }

    /// The frame that one light shows from a time on.
    public struct Entry: Sendable, Hashable {
        /// Time since the script's start.
        public var time: Duration
        public var frame: LightFrame
    }

    /// The lights, in the order in which they are drawn.
    public let lights: [String]
    /// The frames of each light, in the order of their times.
    public private(set) var entries: [String: [Entry]] = [:]
    /// The rows of the text display from a time on, as they were shown first.
    public private(set) var displays: [(time: Duration, rows: [String])] = []
    /// The marks, in the order of their starts.
    public private(set) var marks: [Mark] = []
    /// The time of the last frame, or the end of the last mark.
    public private(set) var end = Duration.zero

    public init(lights: [String]) {
        self.lights = lights
    }

    mutating func add(_ frame: LightFrame, of light: String, at time: Duration) {
        entries[light, default: []].append(Entry(time: time, frame: frame))
        end = max(end, time)
    }

    mutating func add(_ rows: [String], at time: Duration) {
        displays.append((time, rows))
        end = max(end, time)
    }

    /// The rows of the text display at a time; `nil` before its first rows.
    func display(at time: Duration) -> [String]? { displays.last { $0.time <= time }?.rows }

    mutating func mark(_ name: String, words: String, at time: Duration, for duration: Duration) {
        marks.append(Mark(name: name, words: words, start: time, end: time + duration))
        end = max(end, time + duration)
    }

    /// The stretches of constant level that a light shows between two times. A rhythm that the light plays by itself is
    /// sampled at the frames of a film.
    ///
    /// - Parameter finest: The shortest stretch. At most one shorter stretch is kept in each such time.
    func stretches(of light: String, from start: Duration, to end: Duration, finest: Duration) -> [FrameStretch] {
        let entries = entries[light] ?? []
        var stretches: [FrameStretch] = []
        var index = (entries.firstIndex { $0.time > start } ?? entries.count) - 1
        var seen = start
        while index < entries.count, seen < end {
            defer { index += 1 }
            let next = index + 1 < entries.count ? entries[index + 1].time : end
            let last = min(end, next)
            guard index >= 0, last - seen >= finest || last == end else {
                if index < 0 { seen = last }
                continue
            }
            let entry = entries[index]
            if let rhythm = entry.frame.rhythm {
                stretches += Self.stretches(of: rhythm, entry, from: seen, to: last, finest: finest)
            } else {
                stretches.append(FrameStretch(start: seen, end: last, frame: entry.frame))
            }
            seen = last
        }
        return stretches
    }

    private static let filmFrame = Duration.seconds(1) / 24

    private static func stretches(
        of rhythm: LightPattern, _ entry: Entry, from start: Duration, to end: Duration, finest: Duration
    ) -> [FrameStretch] {
        var stretches: [FrameStretch] = []
        var time = start
        while time < end {
            let moment = rhythm.moment(after: time - entry.time)
            let rest = moment.remaining ?? end - time
            let step = moment.level == moment.target ? rest : min(filmFrame, rest)
            let next = min(end, time + max(step, finest))
            stretches.append(
                FrameStretch(
                    start: time, end: next, frame: LightFrame(level: moment.level, color: entry.frame.color)))
            time = next
        }
        return stretches
    }

    /// The frames as text, one per line, in the order of their times. A line has the time, the light, its brightness
    /// and colour, or the rhythm that it plays by itself.
    public var text: String {
        func line(_ time: Duration, _ words: String) -> (time: Duration, line: String) {
            (time, "\(Transcript.stamp(time))  \(words)")
        }
        let marks = marks.map { line($0.start, "-- \($0.name)") }
        let frames = lights.flatMap { light in
            (entries[light] ?? []).map { line($0.time, "\(light) \($0.frame.words)") }
        }
        let displays = displays.map { line($0.time, "display \($0.rows.asDisplay)") }
        // A stable sort: entries at one time keep their order.
        let all = (marks + frames + displays).enumerated().sorted {
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

/// A stretch of time in which a light shows one frame.
struct FrameStretch {
    /// Time since the script's start.
    var start: Duration
    var end: Duration
    var frame: LightFrame
}
