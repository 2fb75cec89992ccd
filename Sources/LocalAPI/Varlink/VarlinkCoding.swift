import FoundationEssentials

/// The members of a call.
enum RequestKey: String, CodingKey {
    case method, parameters, more, oneway, upgrade
}

/// Encodes and decodes messages. All functions may run on any thread.
enum VarlinkCoding {
    /// A message that violates the protocol.
    enum Malformed: Error, Hashable {
        /// The message is no JSON object, or exceeds a limit.
        case unreadable(String)
        /// A member is missing or has the wrong type.
        case member(String)
    }

    /// The largest message that is decoded directly on the loop. At worst this takes 0.2 ms on a fast machine: 33
    /// fractions in arrays 8 deep. The decoder tries other types for each of them first, at the cost of an error with
    /// its path.
    private static let lightBytes = 4_096
    private static let lightMarks = 48
    private static let lightDepth = 8

    /// Whether a received message may be decoded on the loop.
    static func isLight(_ message: [UInt8], limits: VarlinkLimits) -> Bool {
        guard message.count <= lightBytes else { return false }
        let shape = JSONShape(of: message)
        // A message over a limit is not decoded at all.
        return shape.marks <= lightMarks && shape.depth <= lightDepth || shape.depth > limits.depth
    }

    /// The message for `JSONDecoder`, after a check of the limits.
    private static func checked(_ message: [UInt8], limits: VarlinkLimits) throws(Malformed) -> Data {
        let shape = JSONShape(of: message)
        guard shape.depth <= limits.depth else { throw .unreadable("it is nested more than \(limits.depth) deep") }
        guard shape.marks <= limits.marks else { throw .unreadable("it has more than \(limits.marks) values") }
        // The decoder validates only the strings that it is asked for.
        guard String(validating: message, as: UTF8.self) != nil else { throw .unreadable("it is not UTF-8") }
        return Data(message)
    }

    // MARK: For a server

    /// Reads a call of one of `methods`, which are keyed by their full names.
    static func decodeRequest(
        _ message: [UInt8], methods: [String: VarlinkMethod], limits: VarlinkLimits
    ) throws(Malformed) -> VarlinkRequest {
        let data = try checked(message, limits: limits)
        do {
            return try JSONDecoder().decode(VarlinkRequest.self, from: data, configuration: methods)
        } catch {
            if let member = name(in: error, at: 0) { throw .member(member) }
            throw .unreadable("it is not a JSON object")
        }
    }

    /// The name at `depth` in the coding path of a decoding error; `nil` for other errors and shorter paths.
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

    /// Decodes omitted parameters, as an empty object.
    static func decodeEmpty<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data("{}".utf8))
    }

    private struct OutgoingMessage<Parameters: Encodable>: Encodable {
        var parameters: Parameters
        var continues: Bool?
        var error: String?
    }

    /// A reply as a message; `nil` if it has no JSON form.
    static func encode(_ reply: some Encodable, continues: Bool) -> [UInt8]? {
        encode(OutgoingMessage(parameters: reply, continues: continues ? true : nil))
    }

    /// An error as a message; `nil` if it has no JSON form.
    static func encode<Failure: VarlinkError>(_ error: Failure) -> [UInt8]? {
        encode(OutgoingMessage(parameters: error, error: Failure.varlinkName))
    }

    private static func encode(_ message: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        // Sorted keys, so that equal messages have equal bytes.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(message)).map { [UInt8]($0) }
    }

    // MARK: For a client

    private struct OutgoingCall<Parameters: Encodable>: Encodable {
        var method: String
        var parameters: Parameters
        var more: Bool?
        var oneway: Bool?
    }

    /// A call as a message; `nil` if its parameters have no JSON form.
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
                result = .failure(.refused(name: name, parameters: parameters))
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
        guard name(in: error, at: 0) != nil, let error = error as? DecodingError else {
            return "it is not a JSON object"
        }
        switch error {
        case .keyNotFound(let key, let context):
            return "\(text(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            return "\(text(context.codingPath)): \(context.debugDescription)"
        @unknown default:
            return "it is invalid"
        }
    }

    private static func text(_ path: [any CodingKey]) -> String {
        path.map(\.stringValue).joined(separator: ".")
    }
}

/// A call, as a server reads it.
struct VarlinkRequest: DecodableWithConfiguration, Sendable {
    /// The result of decoding the parameters.
    enum Content: Sendable {
        /// The parameters fit the method.
        case call(VarlinkMethod.Beginning)
        /// The service has no such method.
        case unknownMethod
        /// The method must be called with `more`.
        case expectsMore
        /// A parameter is wrong or missing.
        case invalid(parameter: String)
    }

    var method: String
    var wantsMore: Bool
    var isOneway: Bool
    var wantsUpgrade: Bool
    var content: Content

    /// Reads a call of one of `methods`, which are keyed by their full names.
    init(from decoder: any Decoder, configuration methods: [String: VarlinkMethod]) throws {
        let values = try decoder.container(keyedBy: RequestKey.self)
        func flag(_ key: RequestKey) throws -> Bool {
            try values.decodeIfPresent(Bool.self, forKey: key) ?? false
        }
        method = try values.decode(String.self, forKey: .method)
        // A method's full name is the interface's name, a dot and the method's name.
        guard let dot = method.lastIndex(of: "."), dot > method.startIndex else {
            throw DecodingError.dataCorruptedError(forKey: .method, in: values, debugDescription: "no interface")
        }
        wantsMore = try flag(.more)
        isOneway = try flag(.oneway)
        wantsUpgrade = try flag(.upgrade)
        guard let known = methods[method] else {
            content = .unknownMethod
            return
        }
        if known.streams && !wantsMore {
            content = .expectsMore
            return
        }
        // Omitted parameters are read from an object of their own.
        let depth = (try? values.decodeNil(forKey: .parameters)) == false ? 1 : 0
        do {
            content = .call(try known.decode(values))
        } catch {
            if let parameter = VarlinkCoding.name(in: error, at: depth) {
                content = .invalid(parameter: parameter)
            } else if VarlinkCoding.name(in: error, at: 0) == nil {
                // For a number out of range, the decoder gives no path.
                content = .invalid(parameter: RequestKey.parameters.stringValue)
            } else {
                // The parameters are no object, so the message is no call.
                throw error
            }
        }
    }
}

/// The amount of data to decode in a JSON text, from one pass over its bytes.
///
/// The cost of decoding depends on values and depth, not on bytes. With `JSONDecoder` on a fast machine, a text of 64
/// KB takes 0.05 ms. The same text with 32,000 numbers takes 40 ms, and arrays 480 deep in 1 KB take 700 ms.
public struct JSONShape: Sendable, Hashable {
    /// The number of opening brackets, commas and colons outside strings: at least the number of values.
    public private(set) var marks = 0
    /// The nesting depth of arrays and objects.
    public private(set) var depth = 0

    /// Creates the shape of `text`. For a text that is not JSON, the shape is arbitrary.
    public init(of text: [UInt8]) {
        var level = 0
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                marks += 1
                level += 1
                depth = max(depth, level)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                level -= 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                marks += 1
            default:
                break
            }
        }
    }
}
