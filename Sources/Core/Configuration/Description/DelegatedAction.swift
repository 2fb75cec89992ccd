import ControlModel

/// An action that another process carries out for the panel. It names a kind of the stock extension or of the gateway,
/// and gives the values of that kind's configuration. The control itself, with its texts, place and state, stays in the
/// core, and no client can replace the values.
public struct DelegatedAction: Sendable, Hashable {
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

    /// Whether the action only reports a state: a topic of a broker without one for commands.
    var onlyReports: Bool { kind == .topic && values[ToggleTopicKeys.command.name] == nil }

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
        return ControlReference(kind: kind.name, configuration: values)
    }

    /// The placeholder for a capture's file in the arguments of its program.
    static let captureFile = "{file}"

    /// A program that runs once.
    static func command(_ words: [String]) -> DelegatedAction {
        DelegatedAction(kind: .command, values: ["arguments": .words(words)])
    }

    /// A program that writes a file. The other process keeps the newest `count` files.
    static func capture(_ words: [String], keeping count: Int) -> DelegatedAction {
        DelegatedAction(kind: .capture, values: ["arguments": .words(words), "keep": .int(count)])
    }

    /// The placeholder for the description of an event.
    static let placeholder = "{what}"
    static let hintPlaceholder = "{hint}"

    /// The fault of an action in which the words that replace `placeholder` would decide what runs; `nil` for none. The
    /// words may come from extensions.
    ///
    /// - A program's name must not have them.
    /// - Text that a shell or another interpreter runs, behind its `-c`, must not have them.
    /// - The name of a web server must not have them.
    ///
    /// - Parameter key: the key of the program.
    func problem(with placeholder: String, key: String = "command") -> PanelFileProblem? {
        switch (kind, values["arguments"], values["url"]) {
        case (.command, .array(let arguments)?, _):
            let arguments = arguments.map(\.description)
            if arguments.first?.contains(placeholder) == true { return .placeholderAsProgram(key: key, placeholder) }
            let hasInCode = zip(arguments, arguments.dropFirst()).contains { option, code in
                option.first == "-" && option.last == "c" && code.contains(placeholder)
            }
            return hasInCode ? .placeholderInCode(key: key, placeholder) : nil
        case (.webhook, _, .string(let url)?):
            // The server's name ends at the first of these (RFC 3986, 3.2).
            let server = url.drop { $0 != ":" }.dropFirst("://".count).prefix { !"/?#".contains($0) }
            return server.contains(placeholder) ? .placeholderAsServer(key: "url", placeholder) : nil
        default: return nil
        }
    }

    /// The same action, with the hint in place of `{hint}`.
    ///
    /// An extension may send any hint. An argument that begins with the hint gets a space in front: with `--phonout=FILE`
    /// or `@FILE` as its argument, a program would read or write a file. A `--` before the hint does not help, since
    /// some programs do not know it.
    public func telling(hint: String) -> DelegatedAction {
        var spaced = self
        spaced.values = values.mapValues { value in
            value.mapTexts { $0.hasPrefix(Self.hintPlaceholder) ? " " + $0 : $0 }
        }
        return spaced.telling(hint, for: Self.hintPlaceholder)
    }

    /// The same action, with the words in place of `{what}`. The first of the words is the panel's own, or comes from
    /// the panel's file, as does the scheme of a URL. No program takes the words for an option.
    fileprivate func telling(_ words: String, for placeholder: String = placeholder) -> DelegatedAction {
        var delegated = self
        let body = bodyForm
        for (name, value) in values where !paths.contains(name) {
            delegated.values[name] = value.mapTexts { text in
                switch (kind, name) {
                case (.webhook, "url"): text.replacing(placeholder, with: words.percentEncoded)
                case (.webhook, "body"): text.replacing(placeholder, with: body.escape(words))
                default: text.replacing(placeholder, with: words)
                }
            }
        }
        return delegated
    }

    /// The form of a webhook's body: that of its `Content-Type`, or else the form that the body begins like.
    private var bodyForm: BodyForm {
        if case .array(let headers)? = values["headers"] {
            for case .string(let header) in headers where header.lowercased().hasPrefix("content-type:") {
                return BodyForm(type: header.lowercased().dropFirst("content-type:".count))
            }
        }
        guard case .string(let body)? = values["body"] else { return .plain }
        return BodyForm(body: body)
    }
}

/// The form of a request's body, which tells how words in the body are escaped.
private enum BodyForm {
    case plain
    case json
    /// HTML and XML.
    case markup
    /// `name=value&name=value`, as web forms send it.
    case form

    /// - Parameter type: a media type in small letters, with or without parameters.
    init(type: some StringProtocol) {
        let type = String(type.prefix { $0 != ";" }.filter { !$0.isWhitespace })
        if type == "application/x-www-form-urlencoded" {
            self = .form
        } else if type.hasSuffix("/json") || type.hasSuffix("+json") {
            self = .json
        } else if type.hasSuffix("/xml") || type.hasSuffix("+xml") || type == "text/html" {
            self = .markup
        } else {
            self = .plain
        }
    }

    /// The form of a body without a `Content-Type`. The request names it as JSON or, by libcurl's default, as a form.
    init(body: String) {
        let text = body.replacing(DelegatedAction.placeholder, with: "").drop(while: \.isWhitespace)
        let name = body.prefix { $0 != "=" }
        let isName = name.unicodeScalars.allSatisfy {
            $0.isASCIILetterOrDigit || "-._~%+[]".unicodeScalars.contains($0)
        }
        switch text.first {
        case "{", "[", "\"": self = .json
        case "<": self = .markup
        default: self = !name.isEmpty && name.count < body.count && isName ? .form : .plain
        }
    }

    /// The words in the form that the body needs: JSON (RFC 8259, 7), a form (RFC 3986, 2.1), XML (1.0, 2.4).
    func escape(_ words: String) -> String {
        switch self {
        case .plain: words
        case .json: words.jsonEscaped
        case .markup: words.markupEscaped
        case .form: words.percentEncoded
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
        case .delegated(let delegated): .delegated(delegated.telling(words))
        case .set: self
        }
    }
}

extension String {
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

    /// The text for the content or an attribute of XML and HTML.
    fileprivate var markupEscaped: String {
        unicodeScalars.map { "&<>\"'".unicodeScalars.contains($0) ? "&#\($0.value);" : String($0) }.joined()
    }

    private static func hexadecimal(_ byte: UInt8, digits: Int) -> String {
        String(String(0x10000 | Int(byte), radix: 16).suffix(digits))
    }
}
