import Indicators
import MonotonicTime

/// What the lights of a panel showed while a script ran, frame by frame.
public struct FrameRecord: Sendable {
    /// A stretch of the script in which lights were told what to show.
    public struct Mark: Sendable, Hashable {
        /// Its name: the meaning's.
        public var name: String
        /// What it means.
        public var words: String
        /// When it begins, since the script's start.
        public var start: Duration
        /// When it ends.
        public var end: Duration
    }

    /// What one light shows from some time on.
    public struct Entry: Sendable, Hashable {
        /// Since the script's start.
        public var time: Duration
        /// What it shows.
        public var frame: LightFrame
    }

    /// The lights, in the order in which they are drawn.
    public let lights: [String]
    /// The frames of each light, in the order of their times.
    public private(set) var entries: [String: [Entry]] = [:]
    /// What the text display said from some time on: its rows, as they were seen at first.
    public private(set) var displays: [(time: Duration, rows: [String])] = []
    /// The stretches, in their order.
    public private(set) var marks: [Mark] = []
    /// When the last thing happened.
    public private(set) var end = Duration.zero

    /// Nothing yet, of these lights.
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

    /// What the text display said at a time, or last before it.
    func display(at time: Duration) -> [String]? { displays.last { $0.time <= time }?.rows }

    mutating func mark(_ name: String, words: String, at time: Duration, for duration: Duration) {
        marks.append(Mark(name: name, words: words, start: time, end: time + duration))
        end = max(end, time + duration)
    }

    /// What a light shows between two times, as stretches of even levels; what it plays by itself is drawn at the frames
    /// of a film.
    ///
    /// - Parameter finest: Of what is shorter, only as much as one stretch of it in each such time.
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
}

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

/// A stretch of time in which a light shows one frame.
struct FrameStretch {
    /// Since the script's start.
    var start: Duration
    var end: Duration
    var frame: LightFrame
}
