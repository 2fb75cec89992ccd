import EventLoop
import Glibc
import LocalAPI
import MonotonicTime
import ProgramSupport

/// The form in which a command prints what changes.
enum OutputForm: Sendable {
    /// A picture that changes in place.
    case picture
    /// A line for each event.
    case lines
    /// Each message unchanged, as a line of JSON.
    case json

    /// The form for standard output.
    init(asJSON: Bool) {
        self = asJSON ? .json : isatty(STDOUT_FILENO) == 1 ? .picture : .lines
    }
}

extension PanelClient {
    /// Prints the panel's notices until a signal or the panel ends the monitor.
    func monitor(_ form: OutputForm) throws {
        let monitor = PanelMonitor(form)
        try follow(
            PanelInterface.Watch.self, NoParameters(), take: { monitor.note($0.notice) }, finish: { monitor.finish() })
    }

    /// Prints each frame of the panel's text display until a signal or the panel ends the call.
    func followDisplay(_ size: PanelInterface.Display.Parameters, _ form: OutputForm) throws {
        let screen = Screen()
        try follow(
            PanelInterface.Display.self, size,
            take: { frame in
                switch form {
                case .json: Output.printJSON(frame)
                case .lines: for line in frame.lines + [""] { Output.print(line) }
                // Lines above a terminal's top edge cannot be drawn over.
                case .picture: screen.draw(Array(frame.lines.prefix(max(1, Environment.terminalSize.lines - 1))))
                }
            })
    }
}

extension PanelInterface.Display.Reply {
    /// The rows, with control characters escaped for a terminal.
    var lines: [String] { rows.map(\.onOneLine) }
}

extension Output {
    /// Prints a value that was decoded from JSON, and can thus be encoded as JSON.
    fileprivate static func printJSON(_ value: some Encodable) {
        if let text = try? JSONText.line(value) { print(text) }
    }
}

/// Prints the notices of a running panel.
@PanelActor
private final class PanelMonitor {
    private let form: OutputForm
    private let screen = Screen()
    private var panel = WatchedPanel()
    private var redraw: PanelTimer?

    /// The shortest time between two pictures. People could not see faster changes during a flood of events.
    private static let shortestInterval = Duration.milliseconds(50)

    nonisolated init(_ form: OutputForm) { self.form = form }

    func note(_ notice: PanelNotice) {
        let lines = panel.note(notice, at: WallClock.text)
        switch form {
        case .json: Output.printJSON(notice)
        case .lines: for line in lines { Output.print(line) }
        case .picture:
            guard panel.isReady else { return }
            let timer = redraw ?? EventLoop.panel.makeTimer { [weak self] in self?.draw() }
            redraw = timer
            let soon = EventLoop.panel.now.advanced(by: Self.shortestInterval)
            // The timer may be armed for the time that an activity has left. Notices are drawn before that.
            if timer.deadline.map({ $0 > soon }) ?? true { timer.arm(at: soon) }
        }
    }

    /// Draws the last picture, which stays: the last notice is part of it.
    func finish() {
        if redraw?.deadline != nil { draw() }
        redraw?.cancel()
    }

    private func draw() {
        let now = WallClock.now
        screen.draw(panel.picture(now: now, height: Environment.terminalSize.lines))
        guard panel.activities.contains(where: { ($0.ends ?? 0) > now }) else { return }
        redraw?.arm(at: EventLoop.panel.now.advanced(by: .seconds(1)))
    }
}

/// Lines at the end of a terminal that change in place.
@PanelActor
private final class Screen {
    private var drawnLines = 0

    nonisolated init() {}

    /// Draws the lines over the previous ones.
    func draw(_ lines: [String]) {
        // The cursor goes back to the first line, and clears from there. Lines do not wrap meanwhile, because the
        // second part of a wrapped line would not be counted.
        let back = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r\u{1B}[J" : ""
        let picture = "\u{1B}[?7l" + back + lines.map { $0 + "\n" }.joined() + "\u{1B}[?7h"
        Output.write(picture, to: STDOUT_FILENO)
        drawnLines = lines.count
    }
}
