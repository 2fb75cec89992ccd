import EventLoop

/// A method of an interface, with what it does.
public struct VarlinkMethod: Sendable {
    /// Begins a call whose parameters have been decoded.
    typealias Beginning = @PanelActor (VarlinkConnection, _ wantsMore: Bool) -> Void

    let name: String
    let streams: Bool
    /// Decodes the parameters. Runs on any thread.
    let decode: @Sendable (KeyedDecodingContainer<RequestKey>) throws -> Beginning

    /// The method `name` of its interface.
    ///
    /// - Parameters:
    ///   - name: Its name within the interface.
    ///   - parameters: What it is called with; left out by a client, it is read from an empty object.
    ///   - reply: What it answers.
    ///   - streams: Whether it must be called with `more`; without, clients get `ExpectedMore`.
    ///   - body: Answers the call, now or later; called on the loop. Each call must be ended, by `reply`, `stream` or
    ///     `fail`: the next of the same connection waits for it.
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
                // Before the body, which may answer at once.
                connection.begin(call)
                body(parameters, call)
            }
        }
    }
}

/// An interface with its methods.
public struct VarlinkInterface: Sendable {
    let name: String
    let description: String
    let methods: [VarlinkMethod]

    /// An interface.
    ///
    /// - Parameters:
    ///   - name: Its full name, in reverse-DNS form.
    ///   - description: Its text, as `GetInterfaceDescription` answers it.
    ///   - methods: What the service does of it; what it does not is answered with `MethodNotFound`.
    public init(name: String, description: String, methods: [VarlinkMethod]) {
        self.name = name
        self.description = description
        self.methods = methods
    }
}

/// The parameters of a call, or of a reply, that has none.
public struct NoParameters: Codable, Sendable, Hashable {
    private enum CodingKeys: CodingKey {}

    /// None.
    public init() {}

    /// Reads any object: members that are not known are left alone.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self)
    }

    /// Writes an empty object.
    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: CodingKeys.self)
    }
}
