import MonotonicTime

/// Limits the processor time of messages, and chooses the connection whose message is next. The loop has a real-time
/// priority: without a limit, a flood of messages would take the processor from all other programs.
///
/// ```
///   |<-------- window, 100 ms -------->|
///   ▓▓▓▓▓░▓▓▓░░▓▓▓▓▓ (25 ms used)       ▓▓▓▓▓…      ▓ messages   ░ a press between two turns
///                   └── messages wait in the sockets' buffers
/// ```
///
/// Users take turns, and so do the connections of one user. A turn of the loop handles messages for one `slice`, then
/// looks at all other ready descriptors. The value has no clock: the caller passes the time to each step.
struct MessageBudget<Connection: Hashable & Sendable>: Sendable {
    /// The time span that `allowance` applies to.
    var window = Duration.milliseconds(100)
    /// The processor time of one window. Use beyond the allowance counts in the next window, up to one allowance, so
    /// that the panel's own work never stops messages for good.
    var allowance = Duration.milliseconds(25)
    /// The time in which one turn of the loop may begin to handle messages.
    var slice = Duration.microseconds(200)

    private var windowBegan: MonotonicInstant?
    private var used = Duration.zero
    /// Whether messages have been handled in this window.
    private var isInUse = false
    private var sliceBegan: MonotonicInstant?
    /// The users whose connections wait. The first connection of the first user is next.
    private var users: [UInt32] = []
    private var connections: [UInt32: [Connection]] = [:]
    private var userOf: [Connection: UInt32] = [:]

    init() {}

    /// Whether no connection waits.
    var isEmpty: Bool { users.isEmpty }

    /// Whether a message may be handled now, while no other waits. If not, its connection waits for `next`.
    ///
    /// - Returns: `false` also if the connection waits already.
    mutating func admits(_ connection: Connection, of user: UInt32, at now: MonotonicInstant) -> Bool {
        if isEmpty && hasRoom(at: now) {
            take(at: now)
            return true
        }
        guard userOf[connection] == nil else { return false }
        userOf[connection] = user
        if connections[user] == nil { users.append(user) }
        connections[user, default: []].append(connection)
        return false
    }

    /// Removes and returns the connection whose message is next; `nil` if the waiting ones must wait longer.
    mutating func next(at now: MonotonicInstant) -> Connection? {
        guard !isEmpty, hasRoom(at: now) else { return nil }
        let user = users.removeFirst()
        guard var waiting = connections.removeValue(forKey: user), !waiting.isEmpty else { return nil }
        let connection = waiting.removeFirst()
        userOf[connection] = nil
        if !waiting.isEmpty {
            connections[user] = waiting
            users.append(user)
        }
        take(at: now)
        return connection
    }

    /// Removes a connection that has ended.
    mutating func remove(_ connection: Connection) {
        guard let user = userOf.removeValue(forKey: connection) else { return }
        connections[user]?.removeAll { $0 == connection }
        if connections[user]?.isEmpty == true {
            connections[user] = nil
            users.removeAll { $0 == user }
        }
    }

    /// Counts a turn of the loop that took `processor` of processor time. In a window with messages all turns count,
    /// including the work that messages have caused.
    mutating func endTurn(_ processor: Duration, at now: MonotonicInstant) {
        sliceBegan = nil
        if isCounting { charge(processor, at: now) }
    }

    /// Whether processor time counts: messages were handled in this window, or wait.
    var isCounting: Bool { isInUse || !isEmpty }

    /// Counts `processor` of processor time for messages.
    mutating func charge(_ processor: Duration, at now: MonotonicInstant) {
        roll(to: now)
        // Without a window, this use would never expire, and the waiting connections would wait for good.
        if windowBegan == nil { windowBegan = now }
        used += processor
    }

    /// When the waiting connections can go on; `nil` if none waits.
    mutating func resumption(at now: MonotonicInstant) -> MonotonicInstant? {
        guard !isEmpty else { return nil }
        roll(to: now)
        guard let windowBegan, used >= allowance else { return now }
        return windowBegan.advanced(by: window)
    }

    private mutating func hasRoom(at now: MonotonicInstant) -> Bool {
        roll(to: now)
        if let sliceBegan, sliceBegan.duration(to: now) >= slice { return false }
        return used < allowance
    }

    private mutating func take(at now: MonotonicInstant) {
        if windowBegan == nil { windowBegan = now }
        isInUse = true
        if sliceBegan == nil { sliceBegan = now }
    }

    private mutating func roll(to now: MonotonicInstant) {
        guard let began = windowBegan, began.duration(to: now) >= window else { return }
        // The next window takes over the excess if it follows at once. A later window begins with its first message.
        let isNext = began.duration(to: now) < window * 2
        // A window without messages passes nothing on: of two windows, one has room.
        used = isNext && isInUse ? min(allowance, max(.zero, used - allowance)) : .zero
        windowBegan = isNext ? began.advanced(by: window) : nil
        isInUse = false
    }
}
