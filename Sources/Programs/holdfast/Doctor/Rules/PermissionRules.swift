import Configuration
import FileTrust
import ProgramSupport

/// The user who asks, and the owners and modes that the installed panel depends on.
struct AccessFacts: Sendable {
    /// The group whose members may ask the panel (`deploy/holdfast.socket`).
    static let askingGroup = "holdfast"

    /// The user who runs the command.
    var person: Account
    var accounts: Accounts
    /// The file of the device's key.
    var deviceKey = Presence.missing
    /// Whether a drop-in of the unit gives the key in encrypted form (`LoadCredentialEncrypted=`).
    var isKeySealed = false
    /// The device files of GPIO chips by their paths.
    var chips: [String: FileStatus] = [:]
    /// Whether Holdfast's udev rule for GPIO chips is installed.
    var hasChipRule = true
    /// The files and folders of the panel that other users can change.
    var untrusted: [UntrustedFile] = []
}

/// The user who runs the command.
struct Account: Sendable, Hashable {
    /// The name; under `sudo`, the name of the user who called it; `nil` if there is none.
    var name: String?
    /// Whether the command runs as root.
    var isRoot: Bool
    /// The groups of this process.
    var groups: Set<UInt32> = []
}

/// Checks users, groups, owners and modes.
enum PermissionRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        let access = facts.access
        let own: [Finding?] =
            facts.isInstalled
            ? [asking(access), daemon(access), deviceKey(facts)] + (facts.board.isSimulated ? [] : chips(access))
            : [notInstalled]
        return ([panelFile(facts.file)] + own + trust(access)).compactMap(\.self)
    }

    private static let notInstalled = Finding.note(
        "not-installed", "this machine", "no panel is installed, so users, device key and units are not examined",
        remedy: Finding.installAgain)

    private static func panelFile(_ file: PanelFileFacts) -> Finding {
        guard let problem = file.problem else { return .ok("panel-file", file.path, "the file has no errors") }
        if file.isMissing {
            return .error(
                "panel-file", file.path, "there is no such file",
                remedy:
                    "\(Finding.installAgain) (a first panel comes with it); holdfast doctor FILE examines another one")
        }
        let more = file.problemCount > 1 ? " (and \(file.problemCount - 1) more)" : ""
        return .error("panel-file", file.path, problem + more, remedy: "holdfast check \(file.path)")
    }

    /// Whether the user may ask the panel. Root always may.
    private static func asking(_ access: AccessFacts) -> Finding? {
        let name = AccessFacts.askingGroup
        guard let group = access.accounts.group(name) else {
            return .error(
                "group-missing", "group '\(name)'", "the group does not exist, so only root can use the panel",
                remedy: Finding.installAgain)
        }
        guard let user = access.person.name, user != "root" else { return nil }
        let (subject, isInEffect) = ("user '\(user)'", access.person.groups.contains(group.id))
        guard access.accounts.isMember(user, of: name) || isInEffect else {
            return .warning(
                "group-membership", subject,
                "the user is not in the group '\(name)', and can use the panel only with sudo",
                remedy: "sudo usermod -aG \(name) \(user), then log out and in again")
        }
        guard access.person.isRoot || isInEffect else {
            return .warning(
                "group-not-in-effect", subject, "the user is in the group '\(name)' only after the next login",
                remedy: "log out and in again")
        }
        return .ok("group-membership", subject, "can use the panel")
    }

    /// The user and the groups that `deploy/holdfast.service` names. systemd does not start a unit without them.
    private static func daemon(_ access: AccessFacts) -> Finding {
        let subject = "user '\(InstalledPlaces.user)'"
        let missing = ["gpio", "input", "holdfast-core"].filter { access.accounts.group($0) == nil }
        if access.accounts.userID(of: InstalledPlaces.user) == nil {
            return .error("daemon-user", subject, "the panel's user does not exist", remedy: Finding.installAgain)
        }
        guard missing.isEmpty else {
            return .error(
                "daemon-group", subject, "the unit needs groups that do not exist: \(missing.joined(separator: ", "))",
                remedy: missing.map { "sudo groupadd --system \($0)" }.joined(separator: " && "))
        }
        return .ok("daemon-user", subject, "exists, with all groups")
    }

    /// The device's key, of 32 bytes. systemd reads the file as root (`LoadCredential=`).
    private static func deviceKey(_ facts: MachineFacts) -> Finding? {
        let (id, path) = ("device-key", InstalledPlaces.deviceKey)
        switch facts.access.deviceKey {
        case .unseen: return nil
        case .missing where facts.access.isKeySealed:
            return .ok(id, "device key", "a drop-in of the unit gives the sealed key")
        case .missing:
            let found = "the device key does not exist, and no person can have a PIN without the key"
            // The unit wants holdfast-key.service, which makes a key. With a new one, no former PIN is right.
            let remedy =
                "sudo holdfast restore FILE --new-board, if people had PINs; else sudo systemctl restart holdfast"
            let isNeeded = facts.panel.map { !$0.keypads.isEmpty || $0.controls.contains(where: \.isGuarded) } ?? false
            return isNeeded ? .error(id, path, found, remedy: remedy) : .note(id, path, found, remedy: remedy)
        case .found(let status) where status.kind != .file || status.size != 32:
            return .error(
                id, path, "this is not a device key, which is a file of 32 bytes",
                remedy: "see holdfast restore --help to take the key from a backup")
        case .found(let status) where status.owner != 0:
            return .error(
                id, path, "the key belongs to user \(facts.access.accounts.userName(of: status.owner)), not to root",
                remedy: "sudo chown root:root \(path)")
        case .found(let status) where status.mode & 0o077 != 0:
            return .error(
                id, path, "users other than root may read or write the key (mode \(String(status.mode, radix: 8)))",
                remedy: "sudo chmod 0600 \(path)")
        case .found: return .ok(id, path, "has the right size, owner and mode")
        }
    }

    /// The device files of the chips, which Holdfast's udev rule gives to the group gpio.
    private static func chips(_ access: AccessFacts) -> [Finding] {
        guard let gpio = access.accounts.group("gpio"), !access.chips.isEmpty else { return [] }
        let wrong = access.chips.filter { $0.value.group != gpio.id || $0.value.mode & 0o060 != 0o060 }
        guard !wrong.isEmpty else { return [.ok("chip-mode", "GPIO chips", "belong to the group 'gpio'")] }
        let reload = "sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=gpio"
        return wrong.keys.sorted().map { path in
            .error(
                "chip-mode", path,
                "the group 'gpio', and so the panel, may not use the chip"
                    + (access.hasChipRule ? "" : "; the udev rule 60-holdfast-gpio.rules is missing"),
                remedy: access.hasChipRule ? reload : Finding.installAgain)
        }
    }

    /// The files that decide which people get in, judged as sshd's `StrictModes` judges its own files.
    private static func trust(_ access: AccessFacts) -> [Finding] {
        var seen: Set<UntrustedFile> = []
        return access.untrusted.filter { seen.insert($0).inserted }.map { file in
            .error("file-trust", "permissions", file.problem, remedy: "sudo \(file.remedy)")
        }
    }
}
