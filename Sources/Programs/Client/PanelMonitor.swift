import EventLoop
import Glibc
import LocalAPI
import MonotonicTime
import ProgramSupport

/// Watches a running panel, and prints its notices.
@PanelActor
package final class PanelMonitor {
    /// The form of the output.
    package enum Form: Sendable {
        /// A picture that changes in place.
        case picture
        /// A line for each event.
        case lines
        /// Each notice unchanged, as a line of JSON.
        case json
    }

    private let client: VarlinkClient
    private let path: String
    private let pin: String?
    private let form: Form
    private let completion: Completion<Void>
    private var panel = WatchedPanel()
    private var screen = Screen()
    private var redraw: PanelTimer?
    private var signals: DescriptorWatch?

    /// The shortest time between two pictures. People could not see faster changes during a flood of events.
    private static let shortestInterval = Duration.milliseconds(50)

    /// - Parameter completion: Is called once a signal or the panel has ended the monitor.
    package init(path: String, pin: String?, form: Form, completion: Completion<Void>) {
        client = VarlinkClient(path: path, waitsForRoom: true)
        self.path = path
        self.pin = pin
        self.form = form
        self.completion = completion
    }

    /// Sends the request. The event loop retains the monitor until the end.
    package func start(ending: SignalDescriptor) throws {
        signals = try EventLoop.panel.watch(ending.descriptor) { _ in
            if ending.read() != nil { self.end(.success(())) }
        }
        redraw = EventLoop.panel.makeTimer { self.draw() }
        client.unlock(pin) { [weak self] error in
            guard let self else { return }
            end(.failure(PanelProblem(error, path: path)))
        }
        client.call(PanelInterface.Watch.self, NoParameters(), more: true) { result in
            switch result {
            case .success(let reply):
                self.note(reply.value.notice)
                if !reply.continues { self.end(.failure(PanelProblem.hungUp(path: self.path))) }
            case .failure(.ended): self.end(.failure(PanelProblem.hungUp(path: self.path)))
            case .failure(let error): self.end(.failure(PanelProblem(error, path: self.path)))
            }
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        signals?.cancel()
        client.close()
        if let redraw {
            // The last notice is part of the picture that stays.
            if redraw.deadline != nil && form == .picture { draw() }
            redraw.cancel()
            self.redraw = nil
        }
        completion(result)
    }

    private func note(_ notice: PanelNotice) {
        let lines = panel.note(notice, at: WallClock.text)
        switch form {
        case .json:
            // A value that was decoded from JSON can be encoded as JSON.
            if let text = try? JSONText.line(notice) { Output.print(text) }
        case .lines: for line in lines { Output.print(line) }
        case .picture:
            guard panel.isReady, let redraw else { return }
            let soon = EventLoop.panel.now.advanced(by: Self.shortestInterval)
            // The timer may be armed for the time that an activity has left. Notices are drawn before that.
            if redraw.deadline.map({ $0 > soon }) ?? true { redraw.arm(at: soon) }
        }
    }

    private func draw() {
        let now = WallClock.now
        screen.draw(panel.picture(now: now, height: Environment.terminalSize.lines))
        guard panel.activities.contains(where: { ($0.ends ?? 0) > now }) else { return }
        redraw?.arm(at: EventLoop.panel.now.advanced(by: .seconds(1)))
    }
}

/// Lines at the end of a terminal that change in place.
struct Screen {
    private var drawnLines = 0

    /// Draws the lines over the previous ones.
    mutating func draw(_ lines: [String]) {
        // The cursor goes back to the first line, and clears from there. Lines do not wrap meanwhile, because the
        // second part of a wrapped line would not be counted.
        let back = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r\u{1B}[J" : ""
        let picture = "\u{1B}[?7l" + back + lines.map { $0 + "\n" }.joined() + "\u{1B}[?7h"
        Output.write(picture, to: STDOUT_FILENO)
        drawnLines = lines.count
    }
}
