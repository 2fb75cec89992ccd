import FoundationEssentials

/// A call, as a server reads it.
struct VarlinkRequest: DecodableWithConfiguration, Sendable {
    /// What became of the parameters.
    enum Content: Sendable {
        /// They are as the method wants them.
        case call(VarlinkMethod.Beginning)
        /// There is no such method.
        case unknownMethod
        /// The method must be called with `more`.
        case expectsMore
        /// A parameter is wrong, or missing.
        case invalid(parameter: String)
    }

    var method: String
    var wantsMore: Bool
    var isOneway: Bool
    var wantsUpgrade: Bool
    var content: Content

    /// Reads a call of one of `methods`, which are known by their full names.
    init(from decoder: any Decoder, configuration methods: [String: VarlinkMethod]) throws {
        let values = try decoder.container(keyedBy: RequestKey.self)
        func flag(_ key: RequestKey) throws -> Bool {
            try values.decodeIfPresent(Bool.self, forKey: key) ?? false
        }
        method = try values.decode(String.self, forKey: .method)
        // A name of an interface, a dot, and a name of a method: without them it is no call.
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
        // Parameters that are left out are read from an object of their own.
        let depth = (try? values.decodeNil(forKey: .parameters)) == false ? 1 : 0
        do {
            content = .call(try known.decode(values))
        } catch {
            if let parameter = VarlinkCoding.name(in: error, at: depth) {
                content = .invalid(parameter: parameter)
            } else if VarlinkCoding.name(in: error, at: 0) == nil {
                // The decoder says of a number that does not fit no more than that it does not.
                content = .invalid(parameter: RequestKey.parameters.stringValue)
            } else {
                // The parameters are no object: then the whole is no call.
                throw error
            }
        }
    }
}
