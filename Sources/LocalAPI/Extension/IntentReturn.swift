import ControlModel

/// The result of an intent for its caller (C31): a dialog for people, a value for programs.
///
/// The bounds keep a reply within one message. The panel applies them itself: it does not trust an extension to do so.
public struct IntentReturn: Sendable, Hashable {
    /// The most characters of a dialog; the rest is cut off.
    public static let longestDialog = 500
    /// The most bytes of a value as JSON.
    public static let longestValue = 16_384
    /// The most values in a list, including the values of nested lists.
    public static let mostValues = 1_024
    /// The deepest nesting of lists.
    public static let deepestValue = 8

    /// The dialog for people; `nil` if the intent has none.
    public private(set) var dialog: String?
    /// The value as data; `nil` if the intent returns none, or it is left out.
    public private(set) var value: IntentValue?
    /// Why the value is left out; `nil` if it is not.
    public private(set) var problem: String?

    /// Creates a dialog and a value. A dialog over the bound is cut; a value over the bounds is left out.
    ///
    /// - Parameter problem: Why the extension itself left the value out.
    public init(dialog: String? = nil, value: IntentValue? = nil, problem: String? = nil) {
        self.dialog = dialog.map { String($0.prefix(Self.longestDialog)) }.flatMap { $0.isEmpty ? nil : $0 }
        self.problem = problem.map { String($0.prefix(Self.longestDialog)) }
        guard let value, value != .null else { return }
        let size = Size(of: value)
        if let excess = size.excess {
            self.problem = "its value is not passed on: \(excess)"
        } else {
            self.value = value
        }
    }

    /// Combines the result with that of the intent that followed: both dialogs, and the first value.
    public func followed(by next: IntentReturn) -> IntentReturn {
        let dialogs = [dialog, next.dialog].compactMap(\.self)
        return IntentReturn(
            dialog: dialogs.isEmpty ? nil : dialogs.joined(separator: " "), value: value ?? next.value,
            problem: problem ?? next.problem)
    }

    /// The result with its dialog and problem transformed, for example to remove control characters.
    public func mapWords(_ transform: (String) -> String) -> IntentReturn {
        IntentReturn(dialog: dialog.map(transform), value: value, problem: problem.map(transform))
    }
}

/// The size of a value as JSON. Counting stops at the first exceeded bound.
private struct Size {
    private var bytes = 0
    private var count = 0
    private(set) var excess: String?

    init(of value: IntentValue) {
        add(value, depth: 0)
    }

    private mutating func add(_ value: IntentValue, depth: Int) {
        guard excess == nil else { return }
        switch value {
        case .null, .bool, .int: add(bytes: value.description.utf8.count)
        case .double(let number):
            guard number.isFinite else {
                excess = "\(number) has no JSON form"
                return
            }
            add(bytes: value.description.utf8.count)
        case .string(let text): add(bytes: text.utf8.reduce(2) { $0 + Self.bytes(of: $1) })
        case .array(let values):
            count += values.count
            guard count <= IntentReturn.mostValues else {
                excess = "it has more than \(IntentReturn.mostValues) values"
                return
            }
            guard depth < IntentReturn.deepestValue else {
                excess = "its lists are nested more than \(IntentReturn.deepestValue) deep"
                return
            }
            add(bytes: 2 + values.count)
            for value in values { add(value, depth: depth + 1) }
        }
    }

    private mutating func add(bytes more: Int) {
        bytes += more
        if bytes > IntentReturn.longestValue {
            excess = "it is longer than \(IntentReturn.longestValue) bytes as JSON"
        }
    }

    /// The most JSON bytes for one byte of a text, as `VarlinkCoding` writes them.
    private static func bytes(of byte: UInt8) -> Int {
        switch byte {
        case 0..<0x20: 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): 2
        default: 1
        }
    }
}
