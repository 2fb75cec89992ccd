import ControlModel

/// Something that another process carries out for the panel: a kind of the stock extension or the gateway, and what is to
/// be done, as the values of that kind's configuration.
public struct Errand: Sendable, Hashable {
    /// The stock extension: `holdfast-actions`.
    public static let actions = ExtensionGrant(name: "actions", domain: "io.holdfast.actions")
    /// What speaks to other machines: `holdfast-gateway`.
    public static let gateway = ExtensionGrant(name: "gateway", domain: "io.holdfast.gateway")

    /// The kind of the control that stands for it.
    public var kind: StockKind
    /// The values, by the names of the kind's parameters; durations in milliseconds.
    public var values: [String: IntentValue]
    /// The names of the values that are paths, relative to the panel's file.
    public var paths: Set<String>

    /// An errand of its parts.
    public init(
        kind: StockKind, values: [String: IntentValue], paths: Set<String> = []
    ) {
        self.kind = kind
        self.values = values
        self.paths = paths
    }

    /// Who carries it out.
    public var grant: ExtensionGrant { kind.grant }

    /// Whether it has an on and an off.
    public var isToggle: Bool { kind.isToggle }

    /// As a placement of its kind.
    ///
    /// - Parameter folder: the absolute path of the folder of the panel's file, in which commands run.
    public func reference(in folder: String) -> ControlReference {
        var values = values
        for name in paths {
            guard case .string(let path)? = values[name], !path.hasPrefix("/") else { continue }
            values[name] = .string(folder + "/" + path)
        }
        if grant == Self.actions { values["folder"] = .string(folder) }
        return ControlReference(kind: kind.rawValue, configuration: values)
    }
}

extension ExtensionGrant {
    /// One that no file declares.
    fileprivate init(name: String, domain: String) {
        self.init(name: name, domain: domain, position: .start(of: ""))
    }
}

/// The kinds of what comes with Holdfast and carries out what a panel's file says.
public enum StockKind: String, Sendable, Hashable, CaseIterable {
    case command = "io.holdfast.actions.command"
    case commandToggle = "io.holdfast.actions.command-toggle"
    case capture = "io.holdfast.actions.capture"
    case unit = "io.holdfast.actions.unit"
    case value = "io.holdfast.actions.value"
    case webhook = "io.holdfast.actions.webhook"
    case topic = "io.holdfast.gateway.mqtt"

    /// Whether it has an on and an off.
    public var isToggle: Bool {
        switch self {
        case .commandToggle, .unit, .topic: true
        case .capture, .command, .value, .webhook: false
        }
    }

    /// Who carries it out.
    public var grant: ExtensionGrant {
        switch self {
        case .capture, .command, .commandToggle, .unit, .value, .webhook: Errand.actions
        case .topic: Errand.gateway
        }
    }
}

extension Errand {
    /// What stands for a capture's file in the arguments of its program.
    static let captureFile = "{file}"

    /// A program that is run once.
    static func command(_ words: [String]) -> Errand {
        Errand(kind: .command, values: ["arguments": .words(words)])
    }

    /// A program that writes a file, of which the newest are kept.
    static func capture(_ words: [String], keeping count: Int) -> Errand {
        Errand(kind: .capture, values: ["arguments": .words(words), "keep": .int(count)])
    }
}

extension IntentValue {
    /// A list of texts.
    static func words(_ words: [String]) -> IntentValue { .array(words.map { .string($0) }) }

    /// A duration as parameters have it: whole milliseconds.
    static func milliseconds(_ duration: Duration) -> IntentValue {
        .int(Int(duration / .milliseconds(1)))
    }
}

extension FollowingAction {
    /// The same, telling `words` where the file has `{what}`.
    public func telling(_ words: String) -> FollowingAction {
        switch self {
        case .handedOver(let errand): .handedOver(errand.telling(words))
        case .set: self
        }
    }
}

extension Errand {
    /// What stands for the words in a file.
    static let placeholder = "{what}"
    /// What stands for a hint.
    static let hintPlaceholder = "{hint}"

    /// Whether what has happened would stand in the text that a shell or another interpreter runs, behind its `-c`: part of
    /// it are words of extensions, which would be run as well.
    var hasWordsInCode: Bool { hasInCode(Self.placeholder) }

    /// The same of another placeholder.
    func hasInCode(_ placeholder: String) -> Bool {
        guard kind == .command, case .array(let arguments)? = values["arguments"] else { return false }
        return zip(arguments, arguments.dropFirst()).contains { option, code in
            guard case .string(let option) = option, case .string(let code) = code else { return false }
            return option.first == "-" && option.last == "c" && code.contains(placeholder)
        }
    }

    /// The same, telling a hint where the file has `{hint}`.
    public func telling(hint: String) -> Errand { telling(hint, for: Self.hintPlaceholder) }

    fileprivate func telling(_ words: String, for placeholder: String = placeholder) -> Errand {
        var errand = self
        for (name, value) in values where !paths.contains(name) {
            errand.values[name] = value.mapTexts {
                $0.replacing(placeholder, with: escape(words, in: $0, of: name))
            }
        }
        return errand
    }

    /// The words as the text has them that they become a part of: as they are, but in addresses (RFC 3986, 2.1) and JSON
    /// (RFC 8259, 7).
    private func escape(_ words: String, in text: String, of name: String) -> String {
        guard kind == .webhook else { return words }
        switch name {
        case "url": return words.percentEncoded
        case "body" where text.isJSON: return words.jsonEscaped
        default: return words
        }
    }
}

extension IntentValue {
    fileprivate func mapTexts(_ transform: (String) -> String) -> IntentValue {
        switch self {
        case .string(let text): .string(transform(text))
        case .array(let values): .array(values.map { $0.mapTexts(transform) })
        default: self
        }
    }
}

extension String {
    /// Whether it begins as JSON does, apart from a placeholder.
    fileprivate var isJSON: Bool {
        replacing(Errand.placeholder, with: "").first { !$0.isWhitespace }.map { "{[\"".contains($0) } ?? false
    }

    /// With all bytes but the unreserved ones (RFC 3986, 2.3) as `%XX`.
    fileprivate var percentEncoded: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%" + Self.hexadecimal(byte, digits: 2).uppercased()
            }
        }.joined()
    }

    /// As it stands between the quotation marks of JSON.
    fileprivate var jsonEscaped: String {
        unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..."\u{1F}": "\\u" + Self.hexadecimal(UInt8(scalar.value), digits: 4)
            default: String(scalar)
            }
        }.joined()
    }

    private static func hexadecimal(_ byte: UInt8, digits: Int) -> String {
        String(String(0x10000 | Int(byte), radix: 16).suffix(digits))
    }
}
