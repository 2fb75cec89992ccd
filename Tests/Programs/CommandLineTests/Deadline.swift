import Foundation
import Glibc

/// A point in time by which an event must have happened.
struct Deadline {
    /// The deadline has passed.
    struct Passed: Error {
        var what: String
    }

    private let instant: ContinuousClock.Instant

    init(in duration: Duration) {
        instant = .now + duration
    }

    /// Waits until the descriptor is readable or its other end is closed.
    func waitToRead(_ descriptor: Int32, _ what: String) throws {
        while true {
            let left = instant - .now
            guard left > .zero else { throw Passed(what: what) }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
            if poll(&entry, 1, Int32(clamping: milliseconds + 1)) > 0 { return }
        }
    }
}

/// Lines from a pipe.
final class LineReader {
    private let descriptor: Int32
    private let isOwner: Bool
    private var buffer: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isOwner = false
    }

    /// Takes over the descriptor and closes it when deallocated.
    init(owning descriptor: Int32) {
        self.descriptor = descriptor
        isOwner = true
    }

    deinit {
        if isOwner { close(descriptor) }
    }

    /// The next line, without its end; `nil` at the end.
    func line(before deadline: Deadline) throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            guard try fill(before: deadline) else { return nil }
        }
    }

    /// The text up to `ending`, which need not end a line.
    func text(until ending: String, before deadline: Deadline) throws -> String {
        while !String(decoding: buffer, as: UTF8.self).hasSuffix(ending) {
            guard try fill(before: deadline) else { break }
        }
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// The rest of the text.
    func rest(before deadline: Deadline) throws -> String {
        while try fill(before: deadline) {}
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    private func fill(before deadline: Deadline) throws -> Bool {
        try deadline.waitToRead(descriptor, "output, after: \(String(decoding: buffer, as: UTF8.self))")
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return false }
        buffer += chunk.prefix(count)
        return true
    }
}
