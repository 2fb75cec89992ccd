import EventLoop
import Foundation
import LocalAPI
import Panel

/// The socket of a panel under test, with a client.
@PanelActor
final class TestSocket {
    let service = PanelService()
    let client: VarlinkClient
    let path: String
    private let folder: String
    private let server: VarlinkServer

    init() throws {
        folder = try TestFolder.make()
        path = folder + "/panel"
        server = VarlinkServer(product: "Test", version: "1", interfaces: [service.panelInterface])
        client = VarlinkClient(path: path)
        try server.listen(path: path, mode: 0o600)
    }

    func stop() {
        client.close()
        server.stop()
        service.engine = nil
        try? FileManager.default.removeItem(atPath: folder)
    }
}

/// Folders of tests.
enum TestFolder {
    /// Makes a folder that only its user can read.
    static func make() throws -> String {
        let path = NSTemporaryDirectory() + "holdfast-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return path
    }
}

/// Calls over the socket.
extension TestPanel {
    var service: PanelService { programs.service }
    var client: VarlinkClient { programs.client }
    /// The path of the socket.
    var socket: String { programs.path }

    /// Calls a method and returns all replies.
    func ask<Parameters: Encodable & Sendable, Reply: Decodable & Sendable>(
        _ method: String, _ parameters: Parameters, _ type: Reply.Type, more: Bool = false,
        client: VarlinkClient? = nil
    ) async throws -> [Reply] {
        var replies: [Reply] = []
        let client = client ?? self.client
        let all: [Reply] = try await withCheckedThrowingContinuation { continuation in
            client.call(method, parameters, more: more) { (result: Result<VarlinkReply<Reply>, VarlinkClientError>) in
                switch result {
                case .success(let reply):
                    replies.append(reply.value)
                    if !reply.continues { continuation.resume(returning: replies) }
                case .failure(let error): continuation.resume(throwing: error)
                }
            }
        }
        await settle()
        return all
    }

    /// Calls a method, and returns the error in words for people.
    @discardableResult
    func call(_ method: String, _ parameters: some Encodable & Sendable = NoParameters()) async -> String? {
        do {
            _ = try await ask(method, parameters, PerformedControl.self)
            return nil
        } catch VarlinkClientError.refused(let name, let parameters) {
            await settle()
            return parameters["reason"].map { "\($0)" } ?? name
        } catch {
            // The answer does not have the parameters of a performance.
            await settle()
            return "\(error)"
        }
    }
}
