import FoundationEssentials

/// A value of JSON in a message.
enum MessageValue: Decodable {
    case object([String: MessageValue])
    case list([MessageValue])
    /// A text, a number or a boolean, as text.
    case scalar(String)
    case null

    /// - Returns: `nil` for bytes that are no JSON.
    init?(_ payload: [UInt8]) {
        // The decoder refuses more than 512 levels.
        guard let value = try? JSONDecoder().decode(MessageValue.self, from: Data(payload)) else { return nil }
        self = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let object = try? container.decode([String: MessageValue].self) {
            self = .object(object)
        } else if let list = try? container.decode([MessageValue].self) {
            self = .list(list)
        } else {
            let text =
                (try? container.decode(String.self)) ?? (try? container.decode(Bool.self)).map { "\($0)" }
                ?? (try? container.decode(Int.self)).map { "\($0)" }
                ?? (try? container.decode(Double.self)).map { "\($0)" }
            self = text.map(MessageValue.scalar) ?? .null
        }
    }

    /// The text of a scalar; `nil` for an object, a list and null.
    var text: String? { if case .scalar(let text) = self { text } else { nil } }

    /// The value behind a key of a panel's file: a member of this name, or else the end of a way through objects and lists. The
    /// way's steps are separated by dots, or written as a JSON pointer (RFC 6901) behind a slash.
    ///
    /// - Returns: `nil` without such a value, and for anything but an object.
    func member(_ key: String) -> MessageValue? {
        guard case .object(let members) = self else { return nil }
        if let member = members[key] { return member }
        let isPointer = key.hasPrefix("/")
        let steps = (isPointer ? key.dropFirst() : key[...]).split(
            separator: isPointer ? "/" : ".", omittingEmptySubsequences: false)
        return steps.map(String.init).reduce(Optional(self)) { value, step in
            // The order is that of RFC 6901, 4: `~01` is `~1`.
            value?.child(isPointer ? step.replacing("~1", with: "/").replacing("~0", with: "~") : step)
        }
    }

    private func child(_ name: String) -> MessageValue? {
        switch self {
        case .object(let members): members[name]
        // An index has no leading zero (RFC 6901, 4).
        case .list(let values): Int(name).flatMap { "\($0)" == name && values.indices.contains($0) ? values[$0] : nil }
        case .scalar, .null: nil
        }
    }
}
