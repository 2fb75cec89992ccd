import CSystemd
import EventLoop
import Glibc
import MonotonicTime

/// The reason why a call over a bus failed.
enum BusFailure: Error, Sendable, Hashable {
    /// The other side answered with an error.
    case error(name: String, text: String)
    /// The connection is closed, or could not be opened.
    case lost(code: Int32)
}

/// A connection to a bus (`sd-bus(3)`) on the event loop.
@PanelActor
final class BusLink {
    /// The maximum of messages that are processed in one turn of the loop.
    private static let portion = 64
    /// The time limit for an answer, in µs.
    private static let limit: UInt64 = 10_000_000

    /// A call that waits for its answer.
    private final class Call {
        weak var link: BusLink?
        var slot: OpaquePointer?
        let completion: @PanelActor (Result<String?, BusFailure>) -> Void

        init(_ completion: @escaping @PanelActor (Result<String?, BusFailure>) -> Void) {
            self.completion = completion
        }
    }

    /// A subscription to signals. The message is valid only during the call of `handler`.
    private final class Match {
        var slot: OpaquePointer?
        let handler: @PanelActor (OpaquePointer) -> Void

        init(_ handler: @escaping @PanelActor (OpaquePointer) -> Void) {
            self.handler = handler
        }
    }

    private var bus: OpaquePointer?
    private var descriptor: Int32 = -1
    private var watch: DescriptorWatch?
    /// The error because of which the connection cannot be watched. The connection ends in the next turn.
    private var unwatchable: Int32?
    private var timer: PanelTimer?
    private var calls: [ObjectIdentifier: Call] = [:]
    private var matches: [String: Match] = [:]
    private let lost: @PanelActor (Int32) -> Void

    /// - Parameter lost: Called once, with an `errno`, when the connection is lost. Not called after `close`.
    init(
        address: String?, isUsers: Bool, lost: @escaping @PanelActor (Int32) -> Void
    ) throws(BusFailure) {
        self.lost = lost
        let code = holdfast_bus_open(&bus, address, isUsers)
        guard code >= 0, bus != nil else { throw .lost(code: -code) }
        timer = EventLoop.panel.makeTimer { [weak self] in self?.process() }
        prepare()
    }

    /// Closes the connection. Pending calls fail.
    func close(code: Int32 = ECONNRESET) {
        guard let bus else { return }
        self.bus = nil
        timer?.cancel()
        watch?.cancel()
        watch = nil
        for match in matches.values { sd_bus_slot_unref(match.slot) }
        matches = [:]
        let waiting = calls.values
        calls = [:]
        for call in waiting { sd_bus_slot_unref(call.slot) }
        sd_bus_close(bus)
        sd_bus_unref(bus)
        for call in waiting { call.completion(.failure(.lost(code: code))) }
    }

    /// Whether a call is pending.
    var isBusy: Bool { !calls.isEmpty }

    /// Calls a method whose arguments are strings.
    ///
    /// - Returns: The first value of the answer if it is a string, else `nil`.
    func call(
        _ destination: String, path: String, _ interface: String, _ member: String, _ arguments: [String] = []
    ) async throws(BusFailure) -> String? {
        let result: Result<String?, BusFailure> = await withCheckedContinuation { continuation in
            begin(destination, path, interface, member, arguments) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    private func begin(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [String],
        _ completion: @escaping @PanelActor (Result<String?, BusFailure>) -> Void
    ) {
        guard let bus else { return completion(.failure(.lost(code: ENOTCONN))) }
        let call = Call(completion)
        call.link = self
        let texts = arguments.map { strdup($0) }
        defer { for text in texts { free(text) } }
        let code = texts.map { UnsafePointer<CChar>($0) }.withUnsafeBufferPointer { texts in
            holdfast_bus_call(
                bus, &call.slot, destination, path, interface, member, texts.baseAddress, texts.count,
                { message, owner, _ in
                    guard let message, let owner else { return 0 }
                    let call = Unmanaged<Call>.fromOpaque(owner).takeUnretainedValue()
                    nonisolated(unsafe) let reply = message
                    PanelActor.assumeIsolated { call.link?.end(call, with: reply) }
                    return 0
                }, Unmanaged.passUnretained(call).toOpaque(), Self.limit)
        }
        guard code >= 0 else { return completion(.failure(.lost(code: -code))) }
        calls[ObjectIdentifier(call)] = call
        prepare()
    }

    private func end(_ call: Call, with reply: OpaquePointer) {
        guard calls.removeValue(forKey: ObjectIdentifier(call)) != nil else { return }
        // The slot is the call's registration with sd-bus, which does not use it after the handler returns.
        sd_bus_slot_unref(call.slot)
        if let name = holdfast_bus_error_name(reply) {
            let text = holdfast_bus_error_text(reply).map { String(cString: $0) } ?? ""
            call.completion(.failure(.error(name: String(cString: name), text: text)))
        } else {
            call.completion(.success(holdfast_bus_text(reply).map { String(cString: $0) }))
        }
    }

    // MARK: Signals

    /// Subscribes to the signals that a rule describes (`sd_bus_add_match(3)`). Replaces an earlier subscription with
    /// the same rule.
    ///
    /// - Parameter handler: Receives each message, which is valid only during the call.
    func listen(to rule: String, _ handler: @escaping @PanelActor (OpaquePointer) -> Void) {
        ignore(rule)
        guard let bus else { return }
        let match = Match(handler)
        let code = sd_bus_add_match_async(
            bus, &match.slot, rule,
            { message, owner, _ in
                guard let message, let owner else { return 0 }
                let match = Unmanaged<Match>.fromOpaque(owner).takeUnretainedValue()
                nonisolated(unsafe) let signal = message
                PanelActor.assumeIsolated { match.handler(signal) }
                return 0
            },
            // sd-bus reports here that the bus refuses a match. Without this handler, sd-bus would close the
            // connection.
            { _, _, _ in 0 }, Unmanaged.passUnretained(match).toOpaque())
        guard code >= 0 else { return }
        matches[rule] = match
        prepare()
    }

    /// Ends the subscription with this rule.
    func ignore(_ rule: String) {
        guard let match = matches.removeValue(forKey: rule) else { return }
        sd_bus_slot_unref(match.slot)
        prepare()
    }

    // MARK: The loop

    private func process() {
        if let unwatchable { return end(code: unwatchable) }
        for _ in 0..<Self.portion {
            guard let bus else { return }
            let code = sd_bus_process(bus, nil)
            guard self.bus != nil else { return }
            guard code >= 0 else { return end(code: -code) }
            guard code > 0 else { return prepare() }
        }
        prepare()
        // sd-bus may have queued further messages, for which no descriptor becomes readable.
        timer?.arm(at: EventLoop.panel.now)
    }

    private func end(code: Int32) {
        close(code: code)
        lost(code)
    }

    /// Sets the events and the deadline that sd-bus waits for.
    private func prepare() {
        guard let bus else { return }
        let current = sd_bus_get_fd(bus)
        let events = sd_bus_get_events(bus)
        if current != descriptor || watch == nil {
            watch?.cancel()
            descriptor = current
            do throws(EventLoopError) {
                watch = try EventLoop.panel.watch(current) { [weak self] _ in self?.process() }
            } catch {
                // The owner reopens a closed connection with growing delays. Polling in each turn would use all of the
                // processor.
                unwatchable = error.code
                timer?.arm(at: EventLoop.panel.now)
                return
            }
        }
        // A connection without events has ended. The next turn detects this.
        guard events >= 0, let watch else {
            timer?.arm(at: EventLoop.panel.now)
            return
        }
        watch.wantsReading = events & POLLIN != 0
        watch.wantsWriting = events & POLLOUT != 0
        var deadline: UInt64 = 0
        guard sd_bus_get_timeout(bus, &deadline) > 0, deadline != UInt64.max else { return }
        // The deadline is in µs of CLOCK_MONOTONIC, which is also the loop's clock.
        let nanoseconds = Int64(clamping: deadline).multipliedReportingOverflow(by: 1_000)
        timer?.arm(at: MonotonicInstant(nanoseconds: nanoseconds.overflow ? .max : nanoseconds.partialValue))
    }
}
