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
