import ControlModel
import Indicators
import MonotonicTime

/// Draws the recorded lights as SVG: a strip for each light along the time. If the script told lights what to show,
/// each of those marks is drawn separately, under its name.
public struct FramePicture {
    private let record: FrameRecord
    private let title: String

    /// - Parameter title: The picture's title, for screen readers.
    public init(_ record: FrameRecord, title: String) {
        self.record = record
        self.title = title
    }

    private enum Measure {
        static let margin = 16.0
        static let names = 280.0
        static let lights = 70.0
        static let strip = 550.0
        static let row = 22.0
        static let line = 15.0
        static let lamp = 14.0
        static let gap = 14.0
        static let scale = 24.0
        static var width: Double { 2 * margin + names + lights + strip }
        static var left: Double { margin + names + lights }
    }

    /// The picture's text.
    public var svg: String {
        let bands = self.bands
        let span = max(bands.map { $0.end - $0.start }.max() ?? .zero, .milliseconds(1))
        var lines: [String] = []
        var top = Measure.margin
        for band in bands {
            lines += drawing(of: band, at: top, span: span)
            top += Double(record.lights.count) * Measure.row + displayHeight + Measure.gap
        }
        if record.marks.count > bands.count {
            let more = "and \(record.marks.count - bands.count) more"
            lines.append(Self.text(more, x: Measure.margin, y: top + Measure.row / 2 + 4))
            top += Measure.row
        }
        lines += scale(at: top, span: span)
        let height = top + Measure.scale
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(Measure.width)) \(Self.number(height))" \
            font-family="system-ui, sans-serif" font-size="12" role="img">
            <title>\(Self.escaped(title))</title>
            <g shape-rendering="crispEdges">
            <rect width="100%" height="100%" rx="10" fill="#1C1C1E"/>
            """
        return ([head] + lines + ["</g>", "</svg>"]).map { $0 + "\n" }.joined()
    }

    private var displayHeight: Double {
        let rows = record.displays.map(\.rows.count).max() ?? 0
        return rows > 0 ? Double(rows) * Measure.line + 10 : 0
    }

    /// The most bands in a picture. A line below them counts the others.
    private static let mostBands = 100

    private var bands: [FrameRecord.Mark] {
        guard record.marks.isEmpty else { return Array(record.marks.prefix(Self.mostBands)) }
        return [FrameRecord.Mark(name: title, words: "", start: .zero, end: record.end)]
    }

    private static func text(
        _ text: String, x: Double, y: Double, fill: String = "#98989D", _ attributes: String = ""
    ) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" fill=\"\(fill)\"\(attributes)>\(escaped(text))</text>"
    }

    private func drawing(of band: FrameRecord.Mark, at top: Double, span: Duration) -> [String] {
        let middle = top + Measure.row / 2 + 4
        var lines = [
            Self.text(band.name, x: Measure.margin, y: middle, fill: "#FFF", " font-weight=\"600\""),
            Self.text(band.words, x: Measure.margin, y: middle + 16),
        ]
        for (index, light) in record.lights.enumerated() {
            let row = top + Double(index) * Measure.row
            lines.append(
                Self.text(light, x: Measure.left - 10, y: row + Measure.row / 2 + 4, " text-anchor=\"end\""))
            lines.append(Self.strip(x: Measure.left, y: row, width: Measure.strip * ((band.end - band.start) / span)))
            // A strip narrower than half a point is invisible.
            let finest = span / (2 * Measure.strip)
            for stretch in record.stretches(of: light, from: band.start, to: band.end, finest: finest)
            where stretch.frame.isLit {
                let start = Measure.left + Measure.strip * ((stretch.start - band.start) / span)
                let width = Measure.strip * ((stretch.end - stretch.start) / span)
                lines.append(Self.strip(x: start, y: row, width: width, stretch.frame))
            }
        }
        let below = top + Double(record.lights.count) * Measure.row
        // Changes at the band's start belong to it.
        return lines + drawing(ofDisplay: record.display(at: band.start) ?? [], at: below + 3)
    }

    /// The rows of the text display at the band's start.
    private func drawing(ofDisplay rows: [String], at top: Double) -> [String] {
        guard !rows.isEmpty else { return [] }
        let width = Double(record.displays.flatMap(\.rows).map(\.count).max() ?? 0) * 7.4 + 12
        let frame =
            "<rect x=\"\(Self.number(Measure.left))\" y=\"\(Self.number(top))\" width=\"\(Self.number(width))\" "
            + "height=\"\(Self.number(Double(rows.count) * Measure.line + 6))\" fill=\"#0A3D62\"/>"
        return [frame]
            + rows.enumerated().map { index, row in
                Self.text(
                    row, x: Measure.left + 6, y: top + Double(index + 1) * Measure.line, fill: "#DFF9FB",
                    " font-family=\"monospace\" xml:space=\"preserve\"")
            }
    }

    /// The colour for a lamp without colours, like that of a glowing lamp.
    private static let glow = Color.orange

    private static func strip(x: Double, y: Double, width: Double, _ frame: LightFrame? = nil) -> String {
        let fill = frame.map { ($0.color ?? glow).hexadecimal } ?? "#3A3A3C"
        let opacity = frame.map { $0.level < 1 ? " fill-opacity=\"\(number($0.level))\"" : "" } ?? ""
        return
            "<rect x=\"\(number(x))\" y=\"\(number(y + (Measure.row - Measure.lamp) / 2))\" width=\"\(number(width))\" "
            + "height=\"\(number(Measure.lamp))\" fill=\"\(fill)\"\(opacity)/>"
    }

    /// The scale in seconds.
    private func scale(at top: Double, span: Duration) -> [String] {
        let seconds = span / .seconds(1)
        // A long script has no label for every second.
        let step = [1, 2, 5, 10, 30, 60, 300, 600, 3_600].first { seconds / Double($0) <= 12 } ?? 86_400
        return stride(from: 0, through: seconds, by: Double(step)).map { second in
            let x = Measure.left + Measure.strip * second / seconds
            return Self.text("\(Int(second)) s", x: x, y: top + 6, " font-size=\"10\" text-anchor=\"middle\"")
        }
    }

    /// Numbers have two decimals, which is precise enough and the same on every machine.
    private static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, part) = hundredths.quotientAndRemainder(dividingBy: 100)
        guard part != 0 else { return String(whole) }
        return "\(whole)." + (part % 10 == 0 ? "\(part / 10)" : part < 10 ? "0\(part)" : "\(part)")
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: String(character)
            }
        }.joined()
    }
}
