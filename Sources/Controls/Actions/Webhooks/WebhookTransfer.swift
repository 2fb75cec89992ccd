import CCurl
import Commands
import EventLoop
import Glibc
import MonotonicTime

/// One attempt of a request, with the received part of its answer.
@PanelActor
final class WebhookTransfer {
    /// The maximum of bytes that are read of an answer's body, and of its headers.
    static let limit = 65_536
    /// The maximum of redirects.
    private static let redirects = 3

    let handle: UnsafeMutableRawPointer
    let completion: @PanelActor (WebhookAttempt) -> Void
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var head: [UInt8] = []
    private var received = 0
    private var headerBytes = 0
    private var isCutOff = false

    /// - Returns: `nil` if libcurl cannot allocate memory.
    init?(
        _ webhook: Webhook, _ address: WebhookAddress, secret: String?, timeout: Duration,
        completion: @escaping @PanelActor (WebhookAttempt) -> Void
    ) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        self.completion = completion
        set(webhook, address, secret: secret, milliseconds: max(1, Int(timeout.nanoseconds / 1_000_000)))
    }

    /// Frees the transfer. Its handle must have been removed from the multi handle.
    func free() {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        headers = nil
    }

    private func set(_ webhook: Webhook, _ address: WebhookAddress, secret: String?, milliseconds: Int) {
        text(CURLOPT_URL, address.url)
        text(CURLOPT_PROTOCOLS_STR, "http,https")
        // Never redirect from an encrypted to an unencrypted connection.
        text(CURLOPT_REDIR_PROTOCOLS_STR, address.isEncrypted ? "https" : "http,https")
        number(CURLOPT_FOLLOWLOCATION, 1)
        number(CURLOPT_MAXREDIRS, Self.redirects)
        // A redirected POST stays a POST, with its body.
        number(CURLOPT_POSTREDIR, Int(holdfast_curl_redirect_methods))
        number(CURLOPT_TIMEOUT_MS, milliseconds)
        number(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
        number(CURLOPT_NOSIGNAL, 1)
        number(CURLOPT_FORBID_REUSE, 1)
        // Proxy variables of the environment have no effect.
        text(CURLOPT_PROXY, "")
        text(CURLOPT_USERAGENT, "holdfast-actions")
        text(CURLOPT_CUSTOMREQUEST, webhook.method)
        if webhook.method == "HEAD" { number(CURLOPT_NOBODY, 1) }
        if webhook.body != nil || ["POST", "PUT", "PATCH"].contains(webhook.method) {
            let body = webhook.body ?? ""
            _ = holdfast_curl_set_body(handle, body, body.utf8.count)
        }
        var lines = webhook.headers
        let hasType = lines.contains { $0.lowercased().hasPrefix("content-type:") }
        if let first = webhook.body?.first, "{[".contains(first), !hasType {
            lines.append("Content-Type: application/json")
        }
        if let secret { lines.append("Authorization: Bearer \(secret)") }
        // No `Expect: 100-continue`: with servers that do not support it, each request takes a second longer.
        lines.append("Expect:")
        for line in lines { headers = curl_slist_append(headers, line) ?? headers }
        _ = holdfast_curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
        _ = holdfast_curl_set_receivers(
            handle,
            { bytes, size, count, owner in WebhookTransfer.receive(bytes, size * count, owner, isHeader: true) },
            { bytes, size, count, owner in WebhookTransfer.receive(bytes, size * count, owner, isHeader: false) },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private func text(_ option: CURLoption, _ value: String) {
        _ = holdfast_curl_set_text(handle, option, value)
    }

    private func number(_ option: CURLoption, _ value: Int) {
        _ = holdfast_curl_set_number(handle, option, value)
    }

    // MARK: The answer

    private nonisolated static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ owner: UnsafeMutableRawPointer?, isHeader: Bool
    ) -> Int {
        guard let bytes, let owner else { return 0 }
        let transfer = Unmanaged<WebhookTransfer>.fromOpaque(owner).takeUnretainedValue()
        let received = Array(UnsafeRawBufferPointer(start: bytes, count: count))
        return PanelActor.assumeIsolated {
            isHeader ? transfer.takeHeader(received) : transfer.takeBody(received)
        }
    }

    private func takeHeader(_ bytes: [UInt8]) -> Int {
        headerBytes += bytes.count
        return headerBytes > Self.limit ? 0 : bytes.count
    }

    private func takeBody(_ bytes: [UInt8]) -> Int {
        if head.count < 4_096 { head += bytes.prefix(4_096 - head.count) }
        received += bytes.count
        isCutOff = received > Self.limit
        return isCutOff ? 0 : bytes.count
    }

    /// The result of the ended transfer.
    func attempt(_ code: CURLcode) -> WebhookAttempt {
        var attempt = WebhookAttempt()
        attempt.status = value(CURLINFO_RESPONSE_CODE)
        attempt.isSent = value(CURLINFO_REQUEST_SIZE) > 0
        var seconds: curl_off_t = 0
        if holdfast_curl_offset(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK {
            attempt.retryAfter = Int(clamping: seconds)
        }
        attempt.output = PlainLine.first(of: head)
        // An answer that was cut off is complete enough: its status and first line were read.
        guard code != CURLE_OK, !isCutOff else { return attempt }
        attempt.reason = String(cString: curl_easy_strerror(code))
        switch code {
        case CURLE_OPERATION_TIMEDOUT: attempt.failure = .tookTooLong
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_TOO_MANY_REDIRECTS, CURLE_UNSUPPORTED_PROTOCOL,
            CURLE_URL_MALFORMAT, CURLE_SSL_CACERT_BADFILE, CURLE_WRITE_ERROR:
            attempt.failure = .lasting
        default: attempt.failure = .passing
        }
        return attempt
    }

    private func value(_ info: CURLINFO) -> Int {
        var value = 0
        return holdfast_curl_number(handle, info, &value) == CURLE_OK ? value : 0
    }
}
