public struct PanelStatus: Sendable, Hashable, Codable {
    /// The panel's name for people.
    public var panel: String
    /// The path of the panel's file.
    public var file: String
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
    /// The longest turn of the loop so far, in microseconds of the clock. Callers who do not administer the panel get
    /// 0, because each key of a PIN pad is a turn. The same holds for `longestTurnProcessor` and `turns`.
    public var longestTurn: Int
    /// The most processor time of one turn, in microseconds. It is less than the clock time if other programs had the
    /// processor.
    public var longestTurnProcessor: Int
    /// The number of turns of the loop.
    public var turns: Int

    public init(
        panel: String, file: String, isSimulated: Bool, uptime: Double, controls: Int, faults: [String],
        extensions: [ExtensionStatus], activities: [ActivityState], hint: String?, status: String?,
        lock: LockStatus? = nil, hasPINs: Bool,
        longestTurn: Int, longestTurnProcessor: Int, turns: Int
    ) {
        self.panel = panel
        self.file = file
        self.isSimulated = isSimulated
        self.uptime = uptime
        self.controls = controls
        self.faults = faults
        self.extensions = extensions
        self.activities = activities
        self.hint = hint
        self.status = status
        self.lock = lock
        self.hasPINs = hasPINs
        self.longestTurn = longestTurn
        self.longestTurnProcessor = longestTurnProcessor
        self.turns = turns
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
