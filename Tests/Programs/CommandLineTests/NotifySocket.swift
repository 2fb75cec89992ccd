import Foundation
import Glibc
import Testing

/// The service manager's side of `sd_notify(3)`: a datagram socket in a folder.
final class NotifySocket {
    private let descriptor: Int32
    let path: String

    /// - Parameter type: A stream socket listens, and never accepts a connection.
    init(in folder: TemporaryFolder, type: __socket_type = SOCK_DGRAM) throws {
        path = folder.path + "/notify"
        descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        if type == SOCK_STREAM { try #require(listen(descriptor, 8) == 0) }
    }

    deinit {
        close(descriptor)
    }

    /// The assignments of the next message.
    func next(within patience: Duration = Command.patience) throws -> [String] {
        try Deadline(in: patience).waitToRead(descriptor, "a notification")
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        try #require(count > 0)
        return String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Discards all received messages, so that the next one was sent later.
    func skip() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) > 0 {}
    }

    /// The next message with this assignment; earlier ones are skipped.
    func next(with assignment: String) throws -> [String] {
        for _ in 0..<1_000 {
            let message = try next()
            if message.contains(assignment) { return message }
        }
        throw Deadline.Passed(what: assignment)
    }
}
