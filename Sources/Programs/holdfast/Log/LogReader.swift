import EventLoop
import LocalAPI
import MonotonicTime

/// Reads the audit trail of a running panel, and prints each entry as it comes.
@PanelActor
final class LogReader {
    private let client: VarlinkClient
    private let path: String
    private let pin: String?
    private let wish: PanelInterface.Log.Parameters
    private let asJSON: Bool
    private let completion: Completion<Void>
    private var signals: DescriptorWatch?
    private var limit: PanelTimer?
    /// It was told that a date leaves no entries out of which nobody knows when they were.
    private var hasToldOfClock = false

    /// - Parameter completion: is called at the trail's end, or once a signal, or the panel, has ended it.
    init(
        path: String, pin: String?, wish: PanelInterface.Log.Parameters, asJSON: Bool, completion: Completion<Void>
    ) {
        client = VarlinkClient(path: path, waitsForRoom: true)
        self.path = path
        self.pin = pin
        self.wish = wish
        self.asJSON = asJSON
        self.completion = completion
    }

    /// Asks the panel; the loop keeps the reader meanwhile.
    func start(ending: SignalDescriptor) throws {
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
        client.call(PanelInterface.Log.method, wish, more: true) {
            (result: Result<VarlinkReply<PanelInterface.Log.Reply>, VarlinkClientError>) in
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
        // What was decoded from JSON can be written as JSON.
        let json = asJSON ? reply.entry.map { try? JSONText.line($0) } ?? (try? JSONText.line(reply)) : nil
        Output.print(asJSON ? json ?? "" : line)
    }
}
