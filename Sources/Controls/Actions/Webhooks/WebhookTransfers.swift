import CCurl
import EventLoop
import Glibc
import MonotonicTime

/// Runs libcurl's transfers on the event loop, with libcurl's socket and timer callbacks (`libcurl-multi(3)`).
@PanelActor
final class WebhookTransfers {
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    private var transfers: [UnsafeMutableRawPointer: WebhookTransfer] = [:]
    private var watches: [Int32: DescriptorWatch] = [:]
    private var timer: PanelTimer?

    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// - Returns: `nil` if libcurl cannot be initialised.
    init?() {
        guard Self.isReady, let multi = curl_multi_init() else { return nil }
        self.multi = multi
        // Writing to a closed connection must return an error. OpenSSL writes without MSG_NOSIGNAL.
        signal(SIGPIPE, SIG_IGN)
        timer = EventLoop.panel.makeTimer { [weak self] in self?.act(on: CURL_SOCKET_TIMEOUT, events: 0) }
        _ = holdfast_curl_set_callbacks(
            multi,
            { _, socket, events, owner, _ in
                guard let owner else { return 0 }
                let transfers = Unmanaged<WebhookTransfers>.fromOpaque(owner).takeUnretainedValue()
                PanelActor.assumeIsolated { transfers.watch(socket, events: events) }
                return 0
            },
            { _, milliseconds, owner in
                guard let owner else { return 0 }
                let transfers = Unmanaged<WebhookTransfers>.fromOpaque(owner).takeUnretainedValue()
                PanelActor.assumeIsolated { transfers.arm(milliseconds: milliseconds) }
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        // No transfer is left, so that no callback is needed.
        _ = holdfast_curl_set_callbacks(multi, nil, nil, nil)
        curl_multi_cleanup(multi)
    }

    func start(_ transfer: WebhookTransfer) {
        transfers[transfer.handle] = transfer
        guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
            return end(transfer, with: CURLE_FAILED_INIT)
        }
    }

    /// Ends a transfer without calling its completion.
    func cancel(_ transfer: WebhookTransfer) {
        guard transfers.removeValue(forKey: transfer.handle) != nil else { return }
        curl_multi_remove_handle(multi, transfer.handle)
        transfer.free()
    }

    private func watch(_ socket: Int32, events: Int32) {
        guard events != CURL_POLL_REMOVE else {
            watches.removeValue(forKey: socket)?.cancel()
            return
        }
        if watches[socket] == nil {
            // If the socket cannot be watched, the transfer reaches its time limit.
            watches[socket] = try? EventLoop.panel.watch(socket) { [weak self] ready in
                var events: Int32 = 0
                if ready.isReadable { events |= CURL_CSELECT_IN }
                if ready.isWritable { events |= CURL_CSELECT_OUT }
                if ready.isFailed { events |= CURL_CSELECT_ERR }
                self?.act(on: socket, events: events)
            }
        }
        watches[socket]?.wantsReading = events != CURL_POLL_OUT
        watches[socket]?.wantsWriting = events != CURL_POLL_IN
    }

    private func arm(milliseconds: Int) {
        guard milliseconds >= 0 else { return timer?.cancel() ?? () }
        timer?.arm(at: EventLoop.panel.now.advanced(by: .milliseconds(milliseconds)))
    }

    private func act(on socket: Int32, events: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, events, &running)
        var code = CURLE_OK
        while let handle = holdfast_curl_ended(multi, &code) {
            guard let transfer = transfers[handle] else { continue }
            end(transfer, with: code)
        }
    }

    private func end(_ transfer: WebhookTransfer, with code: CURLcode) {
        let attempt = transfer.attempt(code)
        cancel(transfer)
        transfer.completion(attempt)
    }
}
