import ControlModel

/// A URL that an extension asks the panel to open. Only a URL of a form that no surface misreads becomes one.
struct OpenedURL: Hashable {
    /// The most bytes of a URL. Every browser takes as many.
    static let longest = 2_048

    /// Schemes that never open: they read the device's files, or are programs by themselves.
    static let dangerousSchemes: Set<String> = ["data", "file", "javascript", "vbscript"]

    /// The whole URL.
    let text: String
    /// The scheme in small letters, such as `https`.
    let scheme: String

    /// Whether surfaces can show the address by themselves.
    var isOfWeb: Bool { scheme == "https" || scheme == "http" }

    /// - Returns: `nil` for a target that is no URL.
    init?(_ target: OpenTarget) throws(Refusal) {
        guard target.type == OpenTarget.url else { return nil }
        guard case .string(let text) = target.value, text.utf8.count <= Self.longest,
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(text.utf8[..<colon]),
            text.utf8.allSatisfy(Self.isURLByte)
        else { throw .malformed }
        let scheme = text[..<colon].lowercased()
        guard !Self.dangerousSchemes.contains(scheme) else { throw .dangerous(scheme: scheme) }
        self.text = text
        self.scheme = scheme
        guard isOfWeb else { return }
        let rest = text[colon...]
        guard rest.hasPrefix("://"), let first = rest.dropFirst(3).first, !"/?#".contains(first) else {
            throw .malformed
        }
    }

    /// The form of a scheme (RFC 3986, 3.1): a letter, then letters, digits and `+-.`.
    private static func isScheme(_ scheme: Substring.UTF8View) -> Bool {
        guard let first = scheme.first, UnicodeScalar(first).isASCIILetter else { return false }
        return scheme.allSatisfy { byte in
            let scalar = UnicodeScalar(byte)
            return scalar.isASCIILetterOrDigit || scalar == "+" || scalar == "-" || scalar == "."
        }
    }

    /// The characters of a URL (RFC 3986, 2): printable ASCII without a space, quotation marks, angle brackets,
    /// backslash, backtick, caret, braces and bar.
    private static func isURLByte(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
    }

    /// Why a URL does not open.
    enum Refusal: Error, Hashable, CustomStringConvertible {
        case malformed
        case dangerous(scheme: String)
        /// No surface shows addresses of this scheme, and the panel's file names no program for them.
        case unknown(scheme: String)
        /// The file's action for the scheme has not ended yet.
        case busy(scheme: String)

        /// The reason in words.
        var description: String {
            switch self {
            case .malformed:
                "what it opens is no URL of at most \(OpenedURL.longest) bytes, such as https://example.org/page"
            case .busy(let scheme): "another '\(scheme):' address is still opening"
            case .dangerous(let scheme): "addresses with '\(scheme):' do not open on a panel"
            case .unknown(let scheme):
                "nothing opens '\(scheme):' here; name a program for it in the panel's file: "
                    + "opened: {\(scheme): {command: [PROGRAM, \"{what}\"]}}"
            }
        }
    }
}
