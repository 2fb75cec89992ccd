import ControlModel

/// An action that another process carries out for the panel. It names a kind of the stock extension or of the gateway,
/// and gives the values of that kind's configuration.
public struct Errand: Sendable, Hashable {
    /// The stock extension: `holdfast-actions`.
    public static let actions = ExtensionGrant(
        name: "actions", domain: "io.holdfast.actions", position: .start(of: ""))
    /// The process that speaks to other machines: `holdfast-gateway`.
    public static let gateway = ExtensionGrant(
        name: "gateway", domain: "io.holdfast.gateway", position: .start(of: ""))

    /// The kind of the control in the other process that carries out the action.
    public var kind: StockKind
    /// The values, by the names of the kind's parameters; durations in milliseconds.
    public var values: [String: IntentValue]
    /// The names of the values that are paths, relative to the panel's file.
    public var paths: Set<String> = []

    /// The extension that carries out the action.
    public var grant: ExtensionGrant { kind.grant }

    /// Whether the action has an on and an off state.
    public var isToggle: Bool { kind.isToggle }

    /// The placement of the kind, with the values as its configuration.
    ///
    /// - Parameter folder: the absolute path of the folder of the panel's file. Commands run in this folder.
    public func reference(in folder: String) -> ControlReference {
        var values = values
        for name in paths {
            guard case .string(let path)? = values[name], !path.hasPrefix("/") else { continue }
            values[name] = .string(folder + "/" + path)
        }
        if grant == Self.actions { values["folder"] = .string(folder) }
        return ControlReference(kind: kind.rawValue, configuration: values)
    }

    /// The placeholder for a capture's file in the arguments of its program.
    static let captureFile = "{file}"

    /// A program that runs once.
    static func command(_ words: [String]) -> Errand {
        Errand(kind: .command, values: ["arguments": .words(words)])
    }

    /// A program that writes a file. The other process keeps the newest `count` files.
    static func capture(_ words: [String], keeping count: Int) -> Errand {
        Errand(kind: .capture, values: ["arguments": .words(words), "keep": .int(count)])
    }

    /// The placeholder for the description of an event.
    static let placeholder = "{what}"
    /// The placeholder for a hint.
    static let hintPlaceholder = "{hint}"

    /// Whether `placeholder` stands in text that a shell or another interpreter runs, behind its `-c`. The words that
    /// replace the placeholder may come from extensions, and the interpreter would run these words too.
    func hasInCode(_ placeholder: String) -> Bool {
        guard kind == .command, case .array(let arguments)? = values["arguments"] else { return false }
        return zip(arguments, arguments.dropFirst()).contains { option, code in
            guard case .string(let option) = option, case .string(let code) = code else { return false }
            return option.first == "-" && option.last == "c" && code.contains(placeholder)
        }
    }

    /// The same action, with the hint in place of `{hint}`.
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

    /// The words, escaped for the text that contains them. Addresses (RFC 3986, 2.1) and JSON (RFC 8259, 7) need an
    /// escape; other texts take the words unchanged.
    private func escape(_ words: String, in text: String, of name: String) -> String {
        guard kind == .webhook else { return words }
        switch name {
        case "url": return words.percentEncoded
        case "body" where text.isJSON: return words.jsonEscaped
        default: return words
        }
    }
}

/// The control kinds of the processes that come with Holdfast and carry out the actions of a panel's file.
public enum StockKind: String, Sendable, Hashable, CaseIterable {
    case command = "io.holdfast.actions.command"
    case commandToggle = "io.holdfast.actions.command-toggle"
    case capture = "io.holdfast.actions.capture"
    case unit = "io.holdfast.actions.unit"
    case value = "io.holdfast.actions.value"
    case webhook = "io.holdfast.actions.webhook"
    case sharedToggle = "io.holdfast.gateway.share"
    case topic = "io.holdfast.gateway.mqtt"
    case topicValue = "io.holdfast.gateway.mqtt-value"

    /// Whether the kind has an on and an off state.
    public var isToggle: Bool {
        switch self {
        case .commandToggle, .sharedToggle, .topic, .unit: true
        case .capture, .command, .topicValue, .value, .webhook: false
        }
    }

    /// The extension that provides the kind.
    public var grant: ExtensionGrant {
        switch self {
        case .capture, .command, .commandToggle, .unit, .value, .webhook: Errand.actions
        case .sharedToggle, .topic, .topicValue: Errand.gateway
        }
    }
}

extension IntentValue {
    /// A list of texts.
    static func words(_ words: [String]) -> IntentValue { .array(words.map { .string($0) }) }

    /// A duration as a parameter's value: whole milliseconds.
    static func milliseconds(_ duration: Duration) -> IntentValue {
        .int(Int(duration / .milliseconds(1)))
    }

    fileprivate func mapTexts(_ transform: (String) -> String) -> IntentValue {
        switch self {
        case .string(let text): .string(transform(text))
        case .array(let values): .array(values.map { $0.mapTexts(transform) })
        default: self
        }
    }
}

extension FollowingAction {
    /// The same action, with `words` in place of `{what}`.
    public func telling(_ words: String) -> FollowingAction {
        switch self {
        case .handedOver(let errand): .handedOver(errand.telling(words))
        case .set: self
        }
    }
}

extension String {
    /// Whether the text begins as JSON does, apart from a placeholder.
    fileprivate var isJSON: Bool {
        replacing(Errand.placeholder, with: "").first { !$0.isWhitespace }.map { "{[\"".contains($0) } ?? false
    }

    /// The text with all bytes except the unreserved ones (RFC 3986, 2.3) as `%XX`.
    fileprivate var percentEncoded: String {
        utf8.map { byte in
            let scalar = UnicodeScalar(byte)
            return scalar.isASCIILetterOrDigit || "-._~".unicodeScalars.contains(scalar)
                ? String(scalar) : "%" + Self.hexadecimal(byte, digits: 2).uppercased()
        }.joined()
    }

    /// The text in the form between the quotation marks of JSON.
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
