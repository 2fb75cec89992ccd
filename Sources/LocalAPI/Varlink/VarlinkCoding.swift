import FoundationEssentials

/// The members of a call.
enum RequestKey: String, CodingKey {
    case method, parameters, more, oneway, upgrade
}

/// Messages to bytes and back. All of it may run on any thread.
enum VarlinkCoding {
    /// A message that is not as the protocol has it.
    enum Malformed: Error, Hashable {
        /// It is no JSON object, or too much of one.
        case unreadable(String)
        /// One of its members is missing or of the wrong type.
        case member(String)
    }

    /// What may be decoded at once on the loop. At worst it takes 0.2 ms on a fast machine: 33 fractions in arrays 8 deep,
    /// of which each is first taken for something else, at the cost of an error with its path.
    private static let lightBytes = 4_096
    private static let lightMarks = 48
    private static let lightDepth = 8

    /// Whether a message that came may be decoded on the loop.
    static func isLight(_ message: [UInt8], limits: VarlinkLimits) -> Bool {
        guard message.count <= lightBytes else { return false }
        let shape = JSONShape(of: message)
        // What is over a limit is not decoded at all.
        return shape.marks <= lightMarks && shape.depth <= lightDepth || shape.depth > limits.depth
    }

    /// The message as what `JSONDecoder` may be given, or why it may not.
    private static func checked(_ message: [UInt8], limits: VarlinkLimits) throws(Malformed) -> Data {
        let shape = JSONShape(of: message)
        guard shape.depth <= limits.depth else { throw .unreadable("it is nested more than \(limits.depth) deep") }
        guard shape.marks <= limits.marks else { throw .unreadable("it has more than \(limits.marks) values") }
        // The decoder looks only at those strings that it is asked for.
        guard String(validating: message, as: UTF8.self) != nil else { throw .unreadable("it is not UTF-8") }
        return Data(message)
    }

    // MARK: A server's

    /// Reads a call of one of `methods`, which are known by their full names.
    static func decodeRequest(
        _ message: [UInt8], methods: [String: VarlinkMethod], limits: VarlinkLimits
    ) throws(Malformed) -> VarlinkRequest {
        let data = try checked(message, limits: limits)
        do {
            return try JSONDecoder().decode(VarlinkRequest.self, from: data, configuration: methods)
        } catch {
            if let member = name(in: error, at: 0) { throw .member(member) }
            throw .unreadable("it is no JSON object")
        }
    }

    /// The name that stands at `depth` in the path to what could not be decoded.
    static func name(in error: any Error, at depth: Int) -> String? {
        guard let error = error as? DecodingError else { return nil }
        let path: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        return path.count > depth ? path[depth].stringValue : nil
    }

    /// Parameters that were left out.
    static func decodeEmpty<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data("{}".utf8))
    }

    private struct OutgoingMessage<Parameters: Encodable>: Encodable {
        var parameters: Parameters
        var continues: Bool?
        var error: String?
    }

    /// A reply as a message; `nil` where it has no form in JSON.
    static func encode(_ reply: some Encodable, continues: Bool) -> [UInt8]? {
        encode(OutgoingMessage(parameters: reply, continues: continues ? true : nil))
    }

    /// An error as a message; `nil` where it has no form in JSON.
    static func encode<Failure: VarlinkError>(_ error: Failure) -> [UInt8]? {
        encode(OutgoingMessage(parameters: error, error: Failure.varlinkName))
    }

    private static func encode(_ message: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        // Sorted, so that the same is said by the same bytes.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(message)).map { [UInt8]($0) }
    }

    // MARK: A client's

    private struct OutgoingCall<Parameters: Encodable>: Encodable {
        var method: String
        var parameters: Parameters
        var more: Bool?
        var oneway: Bool?
    }

    /// A call as a message; `nil` where its parameters have no form in JSON.
    static func encodeCall(_ method: String, _ parameters: some Encodable, more: Bool, oneway: Bool) -> [UInt8]? {
        encode(
            OutgoingCall(
                method: method, parameters: parameters, more: more ? true : nil, oneway: oneway ? true : nil))
    }

    private enum ReplyKey: String, CodingKey {
        case parameters, continues, error
    }

    private struct IncomingReply<Value: Decodable & Sendable>: Decodable {
        var result: Result<VarlinkReply<Value>, VarlinkClientError>

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: ReplyKey.self)
            if let name = try values.decodeIfPresent(String.self, forKey: .error) {
                let parameters = try values.decodeIfPresent(ScalarTexts.self, forKey: .parameters)?.texts ?? [:]
                let standard = VarlinkService.Failure(name: name, parameters: parameters)
                result = .failure(.refused(name: name, parameters: parameters, standard: standard))
            } else {
                let value =
                    try values.decodeIfPresent(Value.self, forKey: .parameters)
                    ?? VarlinkCoding.decodeEmpty(Value.self)
                let continues = try values.decodeIfPresent(Bool.self, forKey: .continues) ?? false
                result = .success(VarlinkReply(value: value, continues: continues))
            }
        }
    }

    /// Reads a reply.
    static func decodeReply<Value: Decodable & Sendable>(
        _ message: [UInt8], _ type: Value.Type, limits: VarlinkLimits
    ) -> Result<VarlinkReply<Value>, VarlinkClientError> {
        do {
            return try JSONDecoder().decode(IncomingReply<Value>.self, from: try checked(message, limits: limits))
                .result
        } catch {
            return .failure(.malformed(problem(of: error)))
        }
    }

    private static func problem(of error: any Error) -> String {
        if case .unreadable(let problem) = error as? Malformed { return problem }
        guard name(in: error, at: 0) != nil, let error = error as? DecodingError else { return "it is no JSON object" }
        switch error {
        case .keyNotFound(let key, let context):
            return "\(text(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            return "\(text(context.codingPath)): \(context.debugDescription)"
        @unknown default:
            return "it is not as it should be"
        }
    }

    private static func text(_ path: [any CodingKey]) -> String {
        path.map(\.stringValue).joined(separator: ".")
    }
}
