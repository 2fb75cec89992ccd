import FoundationEssentials

/// A text, a number or a boolean at one place of a JSON message, as text. Only the way to that place is decoded: a message of
/// 64 KiB may hold 30,000 values.
struct MessageText: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private static let key = CodingUserInfoKey(rawValue: "key")

    private let text: String?

    /// The text behind a key of a panel's file: of a member of this name, or else at the end of a way through objects and
    /// lists. The way's steps are separated by dots, or written as a JSON pointer (RFC 6901) behind a slash.
    ///
    /// - Returns: `nil` for bytes that are no JSON, for anything but an object, and without a scalar at the place.
    static func text(at key: String, in payload: [UInt8]) -> String? {
        let decoder = JSONDecoder()
        if let name = Self.key { decoder.userInfo[name] = key }
        // The decoder refuses more than 512 levels.
        return try? decoder.decode(MessageText.self, from: Data(payload)).text
    }

    init(from decoder: any Decoder) throws {
        let key = Self.key.flatMap { decoder.userInfo[$0] as? String } ?? ""
        let root = try decoder.container(keyedBy: Name.self)
        if root.contains(Name(key)) {
            text = Self.scalar(try root.superDecoder(forKey: Name(key)))
        } else {
            var place: (any Decoder)? = decoder
            for step in Self.steps(of: key) { place = try place.flatMap { try Self.child(step, of: $0) } }
            text = place.flatMap(Self.scalar)
        }
    }

    private static func steps(of key: String) -> [String] {
        let isPointer = key.hasPrefix("/")
        let steps = (isPointer ? key.dropFirst() : key[...]).split(
            separator: isPointer ? "/" : ".", omittingEmptySubsequences: false)
        // The order is that of RFC 6901, 4: `~01` is `~1`.
        return steps.map { isPointer ? String($0).replacing("~1", with: "/").replacing("~0", with: "~") : String($0) }
    }

    private static func child(_ name: String, of value: any Decoder) throws -> (any Decoder)? {
        if let members = try? value.container(keyedBy: Name.self) {
            return members.contains(Name(name)) ? try members.superDecoder(forKey: Name(name)) : nil
        }
        // An index has no leading zero (RFC 6901, 4).
        guard let index = Int(name), "\(index)" == name, var list = try? value.unkeyedContainer() else { return nil }
        while !list.isAtEnd {
            let isFound = list.currentIndex == index
            let element = try list.superDecoder()
            if isFound { return element }
        }
        return nil
    }

    private static func scalar(_ value: any Decoder) -> String? {
        guard let container = try? value.singleValueContainer() else { return nil }
        return (try? container.decode(String.self)) ?? (try? container.decode(Bool.self)).map { "\($0)" }
            ?? (try? container.decode(Int.self)).map { "\($0)" } ?? (try? container.decode(Double.self)).map { "\($0)" }
    }
}
