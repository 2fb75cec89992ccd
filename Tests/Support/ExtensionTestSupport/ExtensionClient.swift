import EventLoop
import LocalAPI

/// The panel's side of an extension's socket.
@PanelActor
public final class ExtensionClient {
    private let client: VarlinkClient

    public init(path: String) {
        client = VarlinkClient(path: path)
    }

    public func call<Parameters: Encodable & Sendable, Reply: Decodable & Sendable>(
        _ method: String, _ parameters: Parameters, _ reply: Reply.Type
    ) async throws -> Reply {
        let replies = try await listed(method, parameters, more: false, reply)
        guard let first = replies.first else { throw VarlinkClientError.ended }
        return first
    }

    /// All replies of a method with several.
    public func listed<Parameters: Encodable & Sendable, Reply: Decodable & Sendable>(
        _ method: String, _ parameters: Parameters, more: Bool = true, _ reply: Reply.Type
    ) async throws -> [Reply] {
        try await withCheckedThrowingContinuation { continuation in
            var replies: [Reply] = []
            client.call(ExtensionInterface.name + "." + method, parameters, more: more) {
                (result: Result<VarlinkReply<Reply>, VarlinkClientError>) in
                switch result {
                case .success(let reply):
                    replies.append(reply.value)
                    if !reply.continues { continuation.resume(returning: replies) }
                case .failure(let error):
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Begins a call and ignores its reply.
    public func begin<Parameters: Encodable & Sendable>(_ method: String, _ parameters: Parameters) {
        client.call(ExtensionInterface.name + "." + method, parameters) {
            (_: Result<VarlinkReply<NoParameters>, VarlinkClientError>) in
        }
    }

    public func close() {
        client.close()
    }
}
