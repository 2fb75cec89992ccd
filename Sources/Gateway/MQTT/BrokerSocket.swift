import CEventLoop
import COpenSSL
import EventLoop
import Glibc

/// A TCP connection to a broker, encrypted where the settings have certificates.
///
/// A worker makes the connection, which then belongs to the loop.
final class BrokerSocket: @unchecked Sendable {
    /// The result of reading or writing.
    enum Transfer: Sendable, Hashable {
        /// So many bytes, more than none.
        case count(Int)
        /// Nothing, until the socket is readable. Writing may have to wait for that, too, by TLS.
        case wantsReading
        /// Nothing, until the socket is writable.
        case wantsWriting
        /// The broker, or the network, has ended the connection.
        case ended
        /// TLS has failed; the reason is OpenSSL's.
        case failed(reason: String)
    }

    /// How long the connection and the handshake of TLS may take, and how long each of its addresses may take.
    private static let patience = Duration.seconds(20), patienceOfAddress = Duration.seconds(10)

    private let socket: OwnedDescriptor
    /// The files that TLS reads as long as the connection exists.
    private let files: TLSFiles?
    private let tls: OpaquePointer?
    /// The broker's address, for problems.
    private let address: String

    /// The number of the socket, which does not block.
    var descriptor: Int32 { socket.number }

    private init(_ socket: OwnedDescriptor, _ settings: BrokerSettings, _ files: TLSFiles?) throws(BrokerProblem) {
        (self.socket, self.files, address) = (socket, files, settings.address)
        tls = try files.map { (files) throws(BrokerProblem) in
            guard let tls = holdfast_tls_create(files.files, socket.number, settings.host) else {
                throw .tls(settings.address, reason: String(cString: holdfast_tls_reason()))
            }
            return tls
        }
    }

    deinit {
        if let tls { holdfast_tls_free(tls) }
    }

    // MARK: The way to the broker

    /// Looks up the broker's name, connects, and goes through the handshake of TLS. Blocks until then, beyond `patience`
    /// only for the name.
    static func connect(to settings: BrokerSettings, by files: TLSFiles?) throws(BrokerProblem) -> BrokerSocket {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(settings.host, String(settings.port), &hints, &list) == 0 else {
            throw .unknownHost(settings.address)
        }
        defer { freeaddrinfo(list) }
        let end = ContinuousClock.now + patience
        var code = ENOENT
        var next = list
        while let address = next?.pointee {
            let socket = OwnedDescriptor(
                Glibc.socket(
                    address.ai_family,
                    Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
            code = connect(socket, to: address, until: min(end, ContinuousClock.now + patienceOfAddress))
            if code == 0 {
                // Each message is written at once, and must not wait for the broker's acknowledgement of the last one.
                var yes: Int32 = 1
                setsockopt(
                    socket.number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
                _ = holdfast_socket_note_arrival(socket.number)
                let connection = try BrokerSocket(socket, settings, files)
                try connection.handshake(until: end)
                return connection
            }
            next = address.ai_next
        }
        throw .unreachable(settings.address, reason: SystemCall.message(code))
    }

    /// Returns 0, or the number of the system's error.
    private static func connect(
        _ socket: OwnedDescriptor, to address: addrinfo, until end: ContinuousClock.Instant
    ) -> Int32 {
        guard socket.number >= 0 else { return SystemCall.lastError }
        guard Glibc.connect(socket.number, address.ai_addr, address.ai_addrlen) != 0 else { return 0 }
        guard SystemCall.lastError == EINPROGRESS else { return SystemCall.lastError }
        guard wait(for: POLLOUT, of: socket, until: end) else { return ETIMEDOUT }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : SystemCall.lastError
    }

    private static func wait(for events: Int32, of socket: OwnedDescriptor, until end: ContinuousClock.Instant) -> Bool
    {
        var entry = pollfd(fd: socket.number, events: Int16(events), revents: 0)
        while true {
            let left = max(.zero, ContinuousClock.now.duration(to: end))
            let count = poll(&entry, 1, Int32(clamping: Int64(left / .milliseconds(1))))
            if count >= 0 || SystemCall.lastError != EINTR { return count > 0 }
        }
    }

    /// Goes through the handshake of TLS.
    private func handshake(until end: ContinuousClock.Instant) throws(BrokerProblem) {
        guard let tls else { return }
        while true {
            let result = holdfast_tls_handshake(tls)
            guard result <= 0 else { return }
            switch Self.transfer(result) {
            case .count: return
            case .wantsReading:
                guard Self.wait(for: POLLIN, of: socket, until: end) else { throw .silent(address) }
            case .wantsWriting:
                guard Self.wait(for: POLLOUT, of: socket, until: end) else { throw .silent(address) }
            case .ended: throw .tls(address, reason: "the broker has ended the connection")
            case .failed(let reason): throw .tls(address, reason: reason)
            }
        }
    }

    // MARK: Bytes

    /// How long the first bytes have waited to be read, for example while the process was stopped.
    var waitingTime: Duration { .nanoseconds(holdfast_socket_waiting_time(descriptor)) }

    /// Reads what has come, as far as `buffer` holds it. A buffer of 16 KiB holds all that TLS has decrypted (RFC 8446, 5.1).
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        if let tls { return Self.transfer(holdfast_tls_read(tls, buffer.baseAddress, buffer.count)) }
        return transfer(blockedBy: .wantsReading) { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    /// Writes as much as the kernel takes.
    func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        if let tls { return Self.transfer(holdfast_tls_write(tls, bytes.baseAddress, bytes.count)) }
        return transfer(blockedBy: .wantsWriting) {
            send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    private func transfer(blockedBy blocked: Transfer, _ call: () -> Int) -> Transfer {
        while true {
            let count = call()
            guard count <= 0 else { return .count(count) }
            guard count < 0 else { return .ended }
            switch SystemCall.lastError {
            case EINTR: continue
            case EAGAIN: return blocked
            default: return .ended
            }
        }
    }

    private static func transfer(_ result: some BinaryInteger) -> Transfer {
        switch result {
        case 1...: .count(Int(result))
        case numericCast(HOLDFAST_TLS_WANTS_READING.rawValue): .wantsReading
        case numericCast(HOLDFAST_TLS_WANTS_WRITING.rawValue): .wantsWriting
        case numericCast(HOLDFAST_TLS_FAILED.rawValue): .failed(reason: String(cString: holdfast_tls_reason()))
        default: .ended
        }
    }
}

/// The files of TLS, read once for a connection.
final class TLSFiles: @unchecked Sendable {
    private static let loaded: Result<Void, BrokerProblem> = {
        guard let reason = holdfast_tls_load() else { return .success(()) }
        return .failure(.noLibrary(reason: String(cString: reason)))
    }()

    fileprivate let files: OpaquePointer

    /// - Throws: `BrokerProblem.noLibrary`, `.certificateFile`.
    init(_ certificates: BrokerSettings.Certificates) throws(BrokerProblem) {
        try Self.loaded.get()
        let (authorities, certificate, key) = (certificates.authorities, certificates.certificate, certificates.key)
        guard let files = holdfast_tls_files_create(authorities, certificate, key) else {
            let names = [authorities, certificate, key].compactMap(\.self).joined(separator: ", ")
            throw .certificateFile(reason: "one of \(names) cannot be read, or is not a PEM file")
        }
        self.files = files
    }

    deinit { holdfast_tls_files_free(files) }
}
