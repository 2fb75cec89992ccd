import CCurl
import Glibc

/// A request that is sent to a server.
struct Webhook: Sendable, Hashable {
    var url: String
    var method: String
    /// Each `Name: value`.
    var headers: [String]
    var body: String?
    /// A file whose content is sent as a bearer token.
    var secretFile: String?
    /// How long all of it may take.
    var timeout: Duration
    /// How often it is sent again where nothing was done.
    var retries: Int
}

/// How one attempt of a request ended.
struct WebhookAttempt: Sendable, Hashable {
    /// What is known of a transfer that failed.
    enum Failure: Sendable, Hashable {
        /// The time was up.
        case tookTooLong
        /// It cannot succeed later either: an invalid certificate, too many redirects.
        case lasting
        /// Anything else, such as a connection that was refused or broke.
        case passing
    }

    var failure: Failure?
    /// libcurl's words for the failure.
    var reason = ""
    /// The answer's status; 0 where there was none.
    var status = 0
    /// Whether any of the request may have reached the server.
    var isSent = false
    /// How long the server wants one to wait, in s; 0: it did not say.
    var retryAfter = 0
    /// The first line of the answer.
    var output: String?

    /// Whether the request may be sent again without being done twice.
    ///
    /// Where none of it was sent, and where the server says that it did not take it (429, 503), any may; a request that
    /// comes to the same however often it is done (RFC 9110, 9.2.2), also after other errors of a server or a connection.
    func maySendAgain(method: String) -> Bool {
        let isIdempotent = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(method)
        switch failure {
        case .tookTooLong, .lasting: return false
        case .passing: return !isSent || isIdempotent
        case nil: return status == 429 || status == 503 || (isIdempotent && [500, 502, 504].contains(status))
        }
    }
}

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
