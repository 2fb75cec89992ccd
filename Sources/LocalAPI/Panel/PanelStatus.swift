/// How a panel is.
public struct PanelStatus: Sendable, Hashable, Codable {
    /// What people call it.
    public var panel: String
    /// Its file.
    public var file: String
    /// How long it has run, in seconds.
    public var uptime: Double
    /// How many controls it has.
    public var controls: Int
    /// What is broken.
    public var faults: [String]
    /// Its extensions.
    public var extensions: [ExtensionStatus]
    /// What goes on (C29).
    public var activities: [ActivityState]
    /// The hint that is shown now.
    public var hint: String?
    /// The status text that is shown now.
    public var status: String?
    /// How its lock is; `nil` where it has none.
    public var lock: LockStatus?
    /// The longest turn of its loop so far, in microseconds of the clock. Of turns those alone are told who administer the panel,
    /// all others 0: each key of a PIN pad is a turn.
    public var longestTurn: Int
    /// The most that the processor worked in one turn, in microseconds: less than by the clock where others had it.
    public var longestTurnProcessor: Int
    /// The number of turns; 0 as well.
    public var turns: Int

    /// A status of its parts.
    public init(
        panel: String, file: String, uptime: Double, controls: Int, faults: [String], extensions: [ExtensionStatus],
        activities: [ActivityState], hint: String?, status: String?, lock: LockStatus? = nil, longestTurn: Int,
        longestTurnProcessor: Int, turns: Int
    ) {
        self.panel = panel
        self.file = file
        self.uptime = uptime
        self.controls = controls
        self.faults = faults
        self.extensions = extensions
        self.activities = activities
        self.hint = hint
        self.status = status
        self.lock = lock
        self.longestTurn = longestTurn
        self.longestTurnProcessor = longestTurnProcessor
        self.turns = turns
    }
}

/// How an extension is.
public struct ExtensionStatus: Sendable, Hashable, Codable {
    /// The states of an extension.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// It has not come yet, or has gone.
        case absent
        /// It is asked what it has.
        case starting
        /// It works.
        case ready
        /// It does not answer, or not as it should.
        case failing
    }

    /// Its name in the panel's file.
    public var name: String
    /// What its kinds begin with.
    public var domain: String
    /// How it is.
    public var state: State
    /// Why it is not ready; or what its author should know.
    public var detail: String?
    /// How many controls it has.
    public var controls: Int

    /// A status of its parts.
    public init(name: String, domain: String, state: State, detail: String? = nil, controls: Int = 0) {
        self.name = name
        self.domain = domain
        self.state = state
        self.detail = detail
        self.controls = controls
    }
}

/// How a panel's lock is.
public struct LockStatus: Sendable, Hashable, Codable {
    /// Whether somebody has unlocked it at its own PIN pad.
    public var isUnlocked: Bool
    /// The control that was held and waits for a PIN, by its name.
    public var pending: String?
    /// For how long the pad takes no PINs, in seconds; `nil` where it does.
    public var lockout: Double?
    /// For how long none is taken from other programs, in seconds; `nil` where they are.
    public var remoteLockout: Double?

    /// A status of its parts.
    public init(isUnlocked: Bool, pending: String? = nil, lockout: Double? = nil, remoteLockout: Double? = nil) {
        self.isUnlocked = isUnlocked
        self.pending = pending
        self.lockout = lockout
        self.remoteLockout = remoteLockout
    }
}
