import EventLoop
import LocalAPI
import MonotonicTime
import ProgramSupport

/// Reads the audit trail of a running panel, and prints each entry on arrival.
@PanelActor
package final class LogReader {
    private let client: VarlinkClient
    private let path: String
    private let pin: String?
    private let wish: PanelInterface.Log.Parameters
    private let asJSON: Bool
    private let completion: Completion<Void>
    private var signals: DescriptorWatch?
    private var limit: PanelTimer?
    /// Whether the user was told that a date does not leave out entries whose time is uncertain.
    private var hasToldOfClock = false

    /// - Parameter completion: Is called at the trail's end, or once a signal or the panel has ended the reading.
    package init(
        path: String, pin: String?, wish: PanelInterface.Log.Parameters, asJSON: Bool, completion: Completion<Void>
    ) {
        client = VarlinkClient(path: path, waitsForRoom: true)
        self.path = path
        self.pin = pin
        self.wish = wish
        self.asJSON = asJSON
        self.completion = completion
    }

    /// Sends the request. The event loop retains the reader until the end.
    package func start(ending: SignalDescriptor) throws {
        signals = try EventLoop.panel.watch(ending.descriptor) { _ in
            if ending.read() != nil { self.end(.success(())) }
        }
        if wish.follow != true {
            limit = EventLoop.panel.makeTimer { self.end(.failure(PanelProblem.silent(path: self.path))) }
            limit?.arm(at: EventLoop.panel.now.advanced(by: PanelClient.patience))
        }
        client.unlock(pin) { [weak self] error in
            guard let self else { return }
            end(.failure(PanelProblem(error, path: path)))
        }
        client.call(PanelInterface.Log.self, wish, more: true) { result in
            self.limit?.cancel()
            switch result {
            case .success(let reply):
                self.print(reply.value)
                if !reply.continues { self.end(.success(())) }
            case .failure(.ended) where self.wish.follow == true:
                self.end(.failure(PanelProblem.hungUp(path: self.path)))
            case .failure(let error): self.end(.failure(PanelProblem(error, path: self.path)))
            }
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        signals?.cancel()
        limit?.cancel()
        client.close()
        completion(result)
    }

    private func print(_ reply: PanelInterface.Log.Reply) {
        guard let line = reply.line else { return }
        if wish.since != nil, reply.entry?.isSynchronized == false, !hasToldOfClock, !asJSON {
            hasToldOfClock = true
            Output.printError("entries with '?' are not left out by a date: nothing kept the clock right then")
        }
        // A value that was decoded from JSON can be encoded as JSON.
        let json = asJSON ? reply.entry.map { try? JSONText.line($0) } ?? (try? JSONText.line(reply)) : nil
        Output.print(asJSON ? json ?? "" : line)
    }
}
