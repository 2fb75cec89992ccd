import Configuration
import ControlModel
import EventLoop
import Foundation
import Glibc
import LocalAPI
import MonotonicTime
import Panel
import SimulatedGPIO
import Testing

@testable import PanelScripts
@testable import SimulatedPanel

/// A running panel that clients call over a socket.
@PanelActor
final class BoardPanel {
    static let yaml = """
        name: Test
        domain: org.example.test
        board: simulated
        controls:
          lamp: {toggle: {line: GPIO18}}
          door: {button: {pulse: GPIO23, for: 1s}, authentication: required, sensor: {line: GPIO24, active: low, debounce: 5ms}}
        buttons:
          action: {line: GPIO17, hold: lamp, hold_time: 500ms}
        keypad: {rows: [GPIO5], columns: [GPIO6, GPIO16, GPIO19], keys: ["12#"]}

        """

    let clock = VirtualScheduler()
    private(set) var board: SimulatedBoard
    private(set) var engine: PanelEngine
    private(set) var events: [PanelEvent] = []
    let service: BoardService
    private let server: VarlinkServer
    private let folder: URL
    private var clients: [VarlinkClient] = []

    init(_ yaml: String = yaml) throws {
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "board-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        service = BoardService(scheduler: clock)
        server = VarlinkServer(product: "Test", version: "1", interfaces: [service.interface])
        let made = try Self.make(yaml, service, clock)
        (board, engine) = (made.board, made.engine)
        try begin(made.pads)
        try server.listen(path: path, mode: 0o600)
    }

    var path: String { folder.path + "/panel" }

    private static func make(
        _ yaml: String, _ service: BoardService, _ clock: VirtualScheduler
    ) throws -> (board: SimulatedBoard, engine: PanelEngine, pads: SimulatedPads) {
        let panel = try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
        let board = SimulatedBoard(covering: panel.lineNames, scheduler: clock)
        let pads = SimulatedPads(board, scheduler: clock)
        service.prepare(board, for: panel)
        return (board, PanelEngine(panel, board: board, scheduler: clock, keypads: { pads.keypad(at: $0) }), pads)
    }

    private func begin(_ pads: SimulatedPads) throws {
        engine.observe { [weak self] in self?.events.append($0) }
        try engine.start()
        service.attach(engine.description, board, pads)
    }

    /// Reads the panel's file again.
    func reload(_ yaml: String = yaml) throws {
        let made = try Self.make(yaml, service, clock)
        engine.stop()
        (board, engine) = (made.board, made.engine)
        try begin(made.pads)
    }

    func client() -> VarlinkClient {
        let client = VarlinkClient(path: path)
        clients.append(client)
        return client
    }

    /// Advances the time, running everything that falls due.
    func advance(_ duration: Duration = .zero) async { await clock.advance(by: duration) }

    func isOn(_ key: String) -> Bool? { engine.snapshot(of: key)?.isOn }

    /// Ends the panel, and checks that no line or timer is left.
    func stop() async {
        for client in clients { client.close() }
        service.detach()
        server.stop()
        engine.stop()
        await advance(.seconds(1))
        #expect(board.heldRequests == 0)
        #expect(clock.nextDeadline == nil)
        try? FileManager.default.removeItem(at: folder)
    }
}

/// The answers to a call.
@PanelActor
final class BoardAnswers<Reply: Decodable & Sendable> {
    private(set) var replies: [Reply] = []
    private(set) var isOver = false
    private(set) var error: String?

    func take(_ result: Result<VarlinkReply<Reply>, VarlinkClientError>) {
        switch result {
        case .success(let reply):
            replies.append(reply.value)
            isOver = !reply.continues
        case .failure(.refused(let name, let parameters)):
            error = ([name] + parameters.sorted { $0.key < $1.key }.map(\.value)).joined(separator: " ")
        case .failure(let other): error = "\(other)"
        }
    }
}

/// A raw connection, on which a test sends what no client would.
@PanelActor
final class BarePeer {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    func say(_ message: String) {
        let bytes = Array(message.utf8) + [0]
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The first complete message, or an empty text.
    func heard() -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0 }, as: UTF8.self)
    }
}
