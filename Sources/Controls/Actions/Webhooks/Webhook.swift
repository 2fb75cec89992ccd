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
