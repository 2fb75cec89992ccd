import CCurl
import Glibc

/// An address of a server, as libcurl reads it.
struct WebhookAddress: Sendable, Hashable {
    let url: String
    let isEncrypted: Bool
    /// Scheme, host and port: what people are told of it, since path and query may be secret.
    let server: String

    /// - Throws: `ActionError.invalidURL`.
    init(_ text: String) throws(ActionError) {
        let shown = String(text.prefix { $0 != "?" && $0 != "#" })
        guard let address = curl_url() else { throw .invalidURL(shown) }
        defer { curl_url_cleanup(address) }
        guard !text.utf8.contains(0), curl_url_set(address, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: address), scheme == "http" || scheme == "https",
            let host = Self.part(CURLUPART_HOST, of: address), !host.isEmpty
        else { throw .invalidURL(shown) }
        url = text
        isEncrypted = scheme == "https"
        server = host + (Self.part(CURLUPART_PORT, of: address).map { ":\($0)" } ?? "")
    }

    private static func part(_ part: CURLUPart, of address: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(address, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
