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
