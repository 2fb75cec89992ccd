import EventLoop
import Glibc

@testable import LocalAPI

/// An extension's socket whose answers the test sends.
@PanelActor
final class ExtensionScript {
    let folder: TemporaryFolder
    let path: String
    let remote: RemoteExtension
    private var listener: Int32 = -1
    private(set) var log: [String] = []

    init() throws {
        folder = try TemporaryFolder()
        path = folder("extension")
        remote = RemoteExtension(path: path)
        remote.appeared = { [weak self] in self?.log.append("appeared") }
        remote.vanished = { [weak self] in self?.log.append("vanished") }
    }

    func listen() throws {
        listener = try LocalSocket.listen(path: path, mode: 0o600).descriptor
    }

    func stop() {
        if listener >= 0 { close(listener) }
        listener = -1
        unlink(path)
        remote.stop()
    }

    /// The next connection with a call on it.
    func accept() async throws -> (peer: RawPeer, asked: String) {
        while true {
            await EventLoop.panel.settle()
            let peer = RawPeer(descriptor: try LocalSocket.accept(listener))
            // A connection that only checks for the extension has no call.
            if let asked = peer.heard().first { return (peer, asked) }
            peer.hangUp()
        }
    }

    /// Returns after `count` events of appearing and vanishing.
    func wait(for count: Int) async {
        await EventLoop.panel.settle()
        // A test beyond its time limit must end, or the whole run would wait for it.
        while log.count < count, !Task.isCancelled { await pause(.milliseconds(2)) }
    }
}
