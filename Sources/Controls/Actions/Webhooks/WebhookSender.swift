import EventLoop
import FileTrust
import MonotonicTime

/// Sends requests, and retries requests that had no effect.
@PanelActor
final class WebhookSender {
    /// The maximum of concurrent requests. Further requests are refused, not queued, because a late request would be
    /// unexpected.
    nonisolated static let limit = 32
    /// The delay before the first retry. Each further delay is twice as long.
    private static let firstPause = Duration.milliseconds(500)

    private var transfers: WebhookTransfers?
    private var running = 0

    nonisolated init() {}

    /// Sends a request. Returns when the request has succeeded.
    ///
    /// - Returns: The first line of the answer.
    @discardableResult
    func send(_ webhook: Webhook) async throws(ActionError) -> String? {
        let address = try WebhookAddress(webhook.url)
        try Self.check(webhook)
        guard running < Self.limit else { throw .tooManyRequests(running) }
        running += 1
        defer { running -= 1 }
        let secret: String? = if let path = webhook.secretFile { try Self.token(in: path) } else { nil }
        let deadline = EventLoop.panel.now.advanced(by: webhook.timeout)
        // A delay as long as the whole time limit always ends too late.
        var pause = RetryDelay(first: Self.firstPause, longest: webhook.timeout)
        var attempts = 0
        while true {
            let attempt = try await attempt(webhook, address, secret: secret, until: deadline)
            attempts += 1
            if attempt.failure == nil, (200..<300).contains(attempt.status) { return attempt.output }
            let wait = max(pause.next(), .seconds(min(attempt.retryAfter, 3_600)))
            let resumes = EventLoop.panel.now.advanced(by: wait)
            guard attempts <= webhook.retries, attempt.maySendAgain(method: webhook.method), resumes < deadline else {
                throw Self.error(attempt, webhook, address)
            }
            try await Self.wait(until: resumes)
        }
    }

    private static func token(in path: String) throws(ActionError) -> String {
        let token: String
        do throws(SecretFile.Problem) {
            token = try SecretFile.read(path)
        } catch {
            throw .secret(error)
        }
        // The token becomes part of a header line.
        guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .secret(.init(path: path, reason: "not one word of printable ASCII"))
        }
        return token
    }

    private func attempt(
        _ webhook: Webhook, _ address: WebhookAddress, secret: String?, until deadline: MonotonicInstant
    ) async throws(ActionError) -> WebhookAttempt {
        if transfers == nil { transfers = WebhookTransfers() }
        guard let transfers else { throw .failed(server: address.server, reason: "libcurl cannot be used") }
        let timeout = EventLoop.panel.now.duration(to: deadline)
        let waiter = Waiter<WebhookAttempt>()
        guard
            let transfer = WebhookTransfer(
                webhook, address, secret: secret, timeout: timeout, completion: { waiter.finish($0) })
        else { throw .failed(server: address.server, reason: "no memory for the request") }
        transfers.start(transfer)
        guard let ended = await waiter.value(onCancel: { transfers.cancel(transfer) }) else { throw .cancelled }
        return ended
    }

    private static func wait(until deadline: MonotonicInstant) async throws(ActionError) {
        let waiter = Waiter<Bool>()
        let timer = EventLoop.panel.makeTimer { waiter.finish(true) }
        timer.arm(at: deadline)
        defer { timer.cancel() }
        guard await waiter.value() != nil else { throw .cancelled }
    }

    private static func check(_ webhook: Webhook) throws(ActionError) {
        guard (1...16).contains(webhook.method.utf8.count), webhook.method.allSatisfy({ ("A"..."Z").contains($0) })
        else { throw .invalidMethod(webhook.method) }
        for header in webhook.headers {
            let name = header.prefix { $0 != ":" }
            let isToken =
                !name.isEmpty && name.count < header.count
                && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>@,;\\\"/[]?={}".utf8.contains($0) }
            let isLine = header.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
            // The error contains only the name, because the value can be secret.
            guard isToken, isLine else { throw .invalidHeader(String(name)) }
        }
    }

    private static func error(_ attempt: WebhookAttempt, _ webhook: Webhook, _ address: WebhookAddress) -> ActionError {
        switch attempt.failure {
        case nil: .answered(server: address.server, status: attempt.status, output: attempt.output)
        case .tookTooLong: .noAnswer(server: address.server, webhook.timeout)
        case .lasting, .passing: .failed(server: address.server, reason: attempt.reason)
        }
    }
}
