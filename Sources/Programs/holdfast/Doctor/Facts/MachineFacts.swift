import Configuration
import FileTrust
import LocalAPI
import ProgramSupport

/// The facts about a machine and its installed panel, which the rules judge.
struct MachineFacts: Sendable {
    var file: PanelFileFacts
    /// Users, groups, owners and modes.
    var access: AccessFacts
    /// The kernel, libgpiod and the LEDs.
    var kernel: KernelFacts
    /// The GPIO chips and the panel's lines.
    var board = BoardFacts()
    /// The boot configuration of a Raspberry Pi; `nil` on another machine, or if the file could not be read.
    var boot: BootConfiguration?
    /// The store of the installed panel.
    var store = StoreFacts()
    /// The wall clock and the real-time clocks.
    var clock = ClockFacts()
    var units = UnitFacts.noSystemd
    /// The gateway's address.
    var gateway = GatewayFacts.notTried
    /// The MQTT broker.
    var broker = BrokerFacts.notTried
    /// The file systems.
    var disks: [DiskFacts] = []
    /// The power supply of a Raspberry Pi.
    var power = PowerFacts()
    /// The answer of the running panel.
    var running: RunningFacts
    /// The facts that could not be read, with the reasons.
    var unreadable: [UnreadableFact] = []

    /// Whether the unit of the panel is installed; without systemd, whether the panel's user exists.
    var isInstalled: Bool {
        switch units {
        case .listed(let units): units["holdfast.service"]?.isLoaded ?? false
        case .noSystemd, .unknown: access.accounts.userID(of: InstalledPlaces.user) != nil
        }
    }

    /// The panel of the file; `nil` if the file cannot be used.
    var panel: PanelDescription? { file.panel }
}

/// The panel's file, as far as it can be used.
struct PanelFileFacts: Sendable {
    /// The path, as the user gave it.
    var path: String
    /// The panel; `nil` if the file has an error.
    var panel: PanelDescription?
    /// The first error of the file, on one line.
    var problem: String?
    /// Whether no file is at the path.
    var isMissing = false
    /// The number of the file's errors.
    var problemCount = 0
}

/// A fact that could not be read.
struct UnreadableFact: Error, Sendable, Hashable {
    /// The file, or another object that was asked.
    var object: String
    /// The reason, such as `Permission denied`.
    var reason: String
    /// Whether root could read the fact.
    var isDenied = false
}

/// The result of `lstat(2)` for a path.
enum Presence: Sendable, Hashable {
    /// The path does not exist.
    case missing
    /// This user may not look at the path.
    case unseen
    /// The path exists.
    case found(FileStatus)
}

/// The kind, owner and permissions of a file.
struct FileStatus: Sendable, Hashable {
    /// The kinds that rules distinguish.
    enum Kind: Sendable, Hashable {
        case file, folder, link, other
    }

    var kind = Kind.file
    /// The number of the owner.
    var owner: UInt32 = 0
    /// The number of the group.
    var group: UInt32 = 0
    /// The permissions, such as 0o640.
    var mode: UInt32
    /// The size in bytes.
    var size: Int64 = 0
}

/// The running panel's answer.
struct RunningFacts: Sendable {
    /// The panel's socket.
    var socket: String
    /// The panel's answer; `nil` if there was none.
    var status: PanelStatus?
    /// Why the panel did not answer, with the remedy.
    var problem: String?
    /// Whether the socket refused this user.
    var isForbidden = false
}
