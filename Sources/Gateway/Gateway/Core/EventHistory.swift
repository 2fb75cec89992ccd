/// The latest events of a stream, by which a client that was cut off goes on where it was (HTML, 9.2: `Last-Event-ID`).
///
/// ```
///   id: 5f0c9a2e-41     era - number
/// ```
///
/// An era is as long as one connection to the core, and one set of rights: a client whose rights have changed meanwhile does
/// not get the events of before.
struct EventHistory: Sendable {
    /// One event in its form on the wire.
    struct Event: Sendable, Hashable {
        let number: Int
        let bytes: [UInt8]
    }

    /// The most events that are kept.
    static let capacity = 256
    /// The most bytes that are kept.
    static let byteCapacity = 262_144

    /// The name of the era.
    let era: String
    private(set) var events: [Event] = []
    private var last = 0
    private var size = 0

    init(era: String) {
        self.era = era
    }

    /// The identifier of the newest event.
    var lastID: String { "\(era)-\(last)" }

    /// Adds an event, and drops the oldest ones beyond the capacity.
    ///
    /// - Returns: its form on the wire.
    mutating func add(_ event: String, _ data: String) -> [UInt8] {
        last += 1
        let bytes = Self.bytes(id: lastID, event, data)
        events.append(Event(number: last, bytes: bytes))
        size += bytes.count
        while events.count > Self.capacity || size > Self.byteCapacity, !events.isEmpty {
            size -= events.removeFirst().bytes.count
        }
        return bytes
    }

    /// The events after the one with the identifier `id`; `nil` if it is of another era, or too old.
    func events(after id: String) -> [Event]? {
        let parts = id.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0] == era, let number = Int(parts[1]), (0...last).contains(number) else {
            return nil
        }
        let missed = events.filter { $0.number > number }
        return missed.count == last - number ? missed : nil
    }

    /// An event on the wire. `data` is one line.
    static func bytes(id: String?, _ event: String, _ data: String) -> [UInt8] {
        Array("\(id.map { "id: \($0)\n" } ?? "")event: \(event)\ndata: \(data)\n\n".utf8)
    }
}
