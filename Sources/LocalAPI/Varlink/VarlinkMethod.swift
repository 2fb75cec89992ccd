import EventLoop

/// The name of a method, and the types of its parameters and reply. Servers and clients share the signature.
public protocol VarlinkMethodSignature: Sendable {
    associatedtype Parameters: Codable & Sendable = NoParameters
    /// A reply to a call.
    associatedtype Reply: Codable & Sendable = NoParameters

    associatedtype Interface: VarlinkInterfaceName
}

extension VarlinkMethodSignature {
    /// The method's name within the interface: the name of the conforming type.
    public static var name: String { "\(Self.self)" }
    /// The method's full name.
    public static var method: String { "\(Interface.name).\(name)" }
}

/// A type that stands for an interface.
public protocol VarlinkInterfaceName {
    /// The interface's full name, in reverse-DNS form.
    static var name: String { get }
}

/// A method of an interface, with its implementation.
public struct VarlinkMethod: Sendable {
    /// Begins a call whose parameters have been decoded.
    typealias Beginning = @PanelActor (VarlinkConnection, _ wantsMore: Bool) -> Void

    let name: String
    let streams: Bool
    /// Decodes the parameters. Runs on any thread.
    let decode: @Sendable (KeyedDecodingContainer<RequestKey>) throws -> Beginning

    /// A method with this signature.
    ///
    /// - Parameters:
    ///   - signature: The method's name and types.
    ///   - streams: Whether the method must be called with `more`. Without `more`, clients get `ExpectedMore`.
    ///   - body: Answers the call, now or later; called on the loop. It must end each call, by `reply`, `stream`,
    ///     `follow` or `fail`: the next call on the connection waits for the end.
    public static func method<Signature: VarlinkMethodSignature>(
        _ signature: Signature.Type, streams: Bool = false,
        _ body: @escaping @PanelActor (Signature.Parameters, VarlinkCall<Signature.Reply>) -> Void
    ) -> VarlinkMethod {
        method(signature.name, Signature.Parameters.self, Signature.Reply.self, streams: streams, body)
    }

    /// A method without a signature, by its name within the interface.
    ///
    /// - Parameters:
    ///   - parameters: The type of the parameters. Omitted parameters are read from an empty object.
    public static func method<Parameters: Decodable & Sendable, Reply: Encodable & Sendable>(
        _ name: String, _ parameters: Parameters.Type, _ reply: Reply.Type, streams: Bool = false,
        _ body: @escaping @PanelActor (Parameters, VarlinkCall<Reply>) -> Void
    ) -> VarlinkMethod {
        VarlinkMethod(name: name, streams: streams) { values in
            let parameters =
                try values.decodeIfPresent(Parameters.self, forKey: .parameters)
                ?? VarlinkCoding.decodeEmpty(Parameters.self)
            return { connection, wantsMore in
                let call = VarlinkCall<Reply>(connection: connection, wantsMore: wantsMore)
                // Before `body`, which may answer at once.
                connection.begin(call)
                body(parameters, call)
            }
        }
    }
}

public struct VarlinkInterface: Sendable {
    let name: String
    let description: String
    let methods: [VarlinkMethod]

    /// - Parameters:
    ///   - name: The full name, in reverse-DNS form.
    ///   - description: The interface's text, which `GetInterfaceDescription` returns.
    ///   - methods: The methods that the service implements. Others are answered with `MethodNotFound`.
    public init(name: String, description: String, methods: [VarlinkMethod]) {
        self.name = name
        self.description = description
        self.methods = methods
    }
}

/// The parameters of a call or reply without parameters.
public struct NoParameters: Codable, Sendable, Hashable {
    private enum CodingKeys: CodingKey {}

    public init() {}

    /// Reads any object. Unknown members are ignored.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self)
    }

    /// Writes an empty object.
    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: CodingKeys.self)
    }
}
