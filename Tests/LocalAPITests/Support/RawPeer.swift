import EventLoop
import Foundation
import Glibc

@testable import LocalAPI

/// One end of a connection, on which the test sends and receives raw bytes.
@PanelActor
final class RawPeer {
    let descriptor: Int32
    private var input: [UInt8] = []
    private var isOpen = true
    /// Whether the other side has ended the connection, as far as the bytes have been read.
    private(set) var isOver = false

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    convenience init(path: String) throws {
        self.init(descriptor: try LocalSocket.connect(path: path))
    }

    /// Writes bytes; returns whether the socket had room for all of them.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Writes a message and its NUL.
    @discardableResult
    func say(_ message: String) -> Bool { send(Array(message.utf8) + [0]) }

    /// The messages that have arrived completely.
    func heard() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while !isOver {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                input += bytes[..<count]
            } else if count == 0 || errno != EAGAIN {
                isOver = true
            } else {
                break
            }
        }
        // Splitting by memchr(3) is fast enough for a hundred thousand messages.
        var messages: [String] = []
        let taken = input.withUnsafeBytes { input in
            var rest = input[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, let end = memchr(start, 0, rest.count)
            {
                let count = UnsafeRawPointer(end) - start
                messages.append(String(decoding: rest.prefix(count), as: UTF8.self))
                rest = rest.dropFirst(count + 1)
            }
            return input.count - rest.count
        }
        input.removeFirst(taken)
        return messages
    }

    /// Waits until the socket is readable or the other side has closed. The close may come late: a process that another
    /// test is starting has copies of this process's descriptors for a moment.
    func waitToRead() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, 30_000)
    }

    /// The answers to `message`, once the loop has settled.
    func answer(to message: String) async -> [String] {
        say(message)
        await EventLoop.panel.settle()
        return heard()
    }

    /// Closes the sending side.
    func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func hangUp() {
        // A child of another test, between fork and exec, keeps a copy of the descriptor open.
        if isOpen { shutdown(descriptor, Int32(SHUT_RDWR)) }
        if isOpen { close(descriptor) }
        isOpen = false
    }
}
