/// The state of a panel. The JSON has the members of both parts side by side.
@dynamicMemberLookup
public struct PanelStatus: Sendable, Hashable, Codable {
    /// The part that clients of the network get, too: the gateway passes each of its members on.
    public var shared: SharedStatus
    /// The part that stays on the panel's machine.
    public var local: LocalStatus

    public init(_ shared: SharedStatus, _ local: LocalStatus) { (self.shared, self.local) = (shared, local) }

    public init(from decoder: any Decoder) throws {
        (shared, local) = (try SharedStatus(from: decoder), try LocalStatus(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        try shared.encode(to: encoder)
        try local.encode(to: encoder)
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<SharedStatus, Value>) -> Value {
        get { shared[keyPath: path] }
        set { shared[keyPath: path] = newValue }
    }
}

/// The state of a panel, as far as clients of the network get it.
public struct SharedStatus: Sendable, Hashable, Codable {
    /// The panel's name for people.
    public var panel: String
    /// Whether the panel runs on the simulated board, which moves no hardware.
    public var isSimulated: Bool
    /// The time since the panel's start, in seconds.
    public var uptime: Double
    public var controls: Int
    /// The current faults, for people.
    public var faults: [String]
    /// The panel's extensions.
    public var extensions: [ExtensionStatus]
    /// The live activities (C29).
    public var activities: [ActivityState]
    /// The hint that is shown now.
    public var hint: String?
    /// The status text that is shown now.
    public var status: String?
    /// The state of the lock; `nil` if the panel has none.
    public var lock: LockStatus?
    /// Whether anybody has a PIN.
    public var hasPINs: Bool

    public init(
        panel: String, isSimulated: Bool, uptime: Double, controls: Int, faults: [String],
        extensions: [ExtensionStatus], activities: [ActivityState], hint: String?, status: String?,
        lock: LockStatus? = nil, hasPINs: Bool
    ) {
        (self.panel, self.isSimulated, self.uptime) = (panel, isSimulated, uptime)
        (self.controls, self.faults, self.extensions) = (controls, faults, extensions)
        (self.activities, self.hint, self.status) = (activities, hint, status)
        (self.lock, self.hasPINs) = (lock, hasPINs)
    }
}

/// The state of a panel's process.
public struct LocalStatus: Sendable, Hashable, Codable {
    /// The path of the panel's file.
    public var file: String
    /// The longest turn of the loop so far, in microseconds of the clock. Callers who do not administer the panel get
    /// 0, because each key of a PIN pad is a turn. The same holds for `longestTurnProcessor` and `turns`.
    public var longestTurn: Int
    /// The most processor time of one turn, in microseconds. It is less than the clock time if other programs had the
    /// processor.
    public var longestTurnProcessor: Int
    /// The number of turns of the loop.
    public var turns: Int

    public init(file: String, longestTurn: Int = 0, longestTurnProcessor: Int = 0, turns: Int = 0) {
        (self.file, self.longestTurn) = (file, longestTurn)
        (self.longestTurnProcessor, self.turns) = (longestTurnProcessor, turns)
    }
}

public struct ExtensionStatus: Sendable, Hashable, Codable {
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// The extension has not appeared yet, or has gone.
        case absent
        /// The panel asks the extension for its description.
        case starting
        /// The extension works.
        case ready
        /// The extension does not answer, or gives malformed answers.
        case failing
    }

    /// The extension's name in the panel's file.
    public var name: String
    /// The domain with which the extension's kinds begin.
    public var domain: String
    /// The extension's state.
    public var state: State
    /// Why the extension is not ready; for one that is ready, notes for its author.
    public var detail: String?
    public var controls: Int

    public init(name: String, domain: String, state: State, detail: String? = nil, controls: Int = 0) {
        self.name = name
        self.domain = domain
        self.state = state
        self.detail = detail
        self.controls = controls
    }
}

/// The state of a panel's lock.
public struct LockStatus: Sendable, Hashable, Codable {
    /// Whether a person has unlocked the panel at its own PIN pad.
    public var isUnlocked: Bool
    /// The name of the held control that waits for a PIN; `nil` if none does.
    public var pending: String?
    /// The rest of the pad's lockout, in seconds; `nil` while the pad accepts PINs.
    public var lockout: Double?
    /// The rest of the lockout for PINs from other programs, in seconds; `nil` while the panel accepts these.
    public var remoteLockout: Double?
    /// The minimum number of digits of a new PIN; `nil` if the panel does not say.
    public var minimumDigits: Int?

    public init(
        isUnlocked: Bool, pending: String? = nil, lockout: Double? = nil, remoteLockout: Double? = nil,
        minimumDigits: Int? = nil
    ) {
        self.isUnlocked = isUnlocked
        self.pending = pending
        self.lockout = lockout
        self.remoteLockout = remoteLockout
        self.minimumDigits = minimumDigits
    }
}
