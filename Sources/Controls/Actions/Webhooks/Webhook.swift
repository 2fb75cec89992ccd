import CCurl
import Glibc

/// A request to a server.
struct Webhook: Sendable, Hashable {
    var url: String
    var method: String
    /// The headers, each as `Name: value`.
    var headers: [String]
    var body: String?
    /// A file whose content is sent as a bearer token.
    var secretFile: String?
    /// The time limit for all attempts together.
    var timeout: Duration
    /// The maximum of retries of a request that had no effect.
    var retries: Int
}

/// The result of one attempt of a request.
struct WebhookAttempt: Sendable, Hashable {
    /// The kind of a failed transfer.
    enum Failure: Sendable, Hashable {
        /// The time limit was reached.
        case tookTooLong
        /// A retry would fail too, for example after an invalid certificate or too many redirects.
        case lasting
        /// Any other failure, such as a refused or broken connection.
        case passing
    }

    var failure: Failure?
    /// libcurl's text for the failure.
    var reason = ""
    /// The status of the answer; 0 without an answer.
    var status = 0
    /// Whether a part of the request may have reached the server.
    var isSent = false
    /// The delay that the server requests in `Retry-After`, in s; 0 for none.
    var retryAfter = 0
    /// The first line of the answer.
    var output: String?

    /// Whether a retry cannot make the server perform the request twice.
    ///
    /// Any request can be retried if none of it was sent, or if the server refused it (429, 503). An idempotent request
    /// (RFC 9110, 9.2.2) can also be retried after other errors of the server or connection.
    func maySendAgain(method: String) -> Bool {
        let isIdempotent = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(method)
        switch failure {
        case .tookTooLong, .lasting: return false
        case .passing: return !isSent || isIdempotent
        case nil: return status == 429 || status == 503 || (isIdempotent && [500, 502, 504].contains(status))
        }
    }
}

/// The address of a server, parsed by libcurl.
struct WebhookAddress: Sendable, Hashable {
    let url: String
    let isEncrypted: Bool
    /// Host and port, for messages to users. Path and query may be secret.
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
