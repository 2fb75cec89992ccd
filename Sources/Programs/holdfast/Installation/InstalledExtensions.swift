import Configuration
import EventLoop
import Glibc
import ProgramSupport

/// The extensions that an administrator has installed as services of systemd: a program, a user `holdfast-NAME`, and an
/// instance of the unit `holdfast-extension@.socket` for each.
struct InstalledExtensions: Sendable {
    private let folder: String
    private let tools = SystemdTools()

    init(program: String = OwnProgram.path) {
        folder = OwnProgram.extensionsFolder(of: program)
    }

    /// The names, sorted.
    var names: [String] {
        FolderEntries.names(in: folder).filter { ExtensionName($0) != nil }.sorted()
    }

    /// Installs a program with its resources as an extension, or replaces those of an installed one.
    ///
    /// - Parameters:
    ///   - name: The extension's name; `nil` for the program's own in lower case.
    /// - Returns: The name, and a line about a gateway that was not restarted.
    /// - Throws: `InstallationProblem`, `FileProblem`, `SystemdTools.Failure`. A second attempt goes on where the first
    ///   one failed.
    func install(_ program: String, name: String?) async throws -> (name: String, warning: String?) {
        try Self.requireAdministrator()
        let file = program.split(separator: "/").last.map(String.init) ?? program
        guard let extensionName = ExtensionName(name ?? file.lowercased()) else {
            throw InstallationProblem.name(name ?? file)
        }
        let name = extensionName.text
        try Self.refuseOwn(name)
        let bytes = try Self.read(program)
        let files = try ExtensionFiles(in: folder, name: name)
        try files.replace(by: program, bytes)
        // The page has the former version's symbols, and is to have the new one's.
        let hasResources = try files.hasResources
        let user = "holdfast-\(name)"
        try await tools.run(
            "systemd-sysusers", "--inline", "u \(user) - \"Holdfast extension \(name)\"", to: "create the user \(user)")
        let socket = "holdfast-extension@\(name).socket"
        try await tools.run("systemctl", "daemon-reload", to: "reload systemd's units")
        try await tools.run("systemctl", "enable", socket, to: "enable \(socket)")
        // The new program takes the place of one that runs. The panel sees the socket come, and calls at once.
        try await tools.run("systemctl", "restart", socket, to: "start \(socket)")
        try files.removeFormer()
        guard hasResources else { return (name, nil) }
        return (name, await tools.restartGateway())
    }

    /// Removes an extension's program, socket and user. The extension's state folder becomes root's, so that no later
    /// user with the same number gets it. The leftovers of an interrupted installation or removal go, too.
    ///
    /// - Returns: A line about a gateway that was not restarted.
    /// - Throws: `InstallationProblem`, `FileProblem`, `SystemdTools.Failure`.
    func remove(_ name: String) async throws -> String? {
        try Self.requireAdministrator()
        try Self.refuseOwn(name)
        guard ExtensionName(name) != nil, ExtensionFiles.exist(in: folder, name: name) else {
            throw InstallationProblem.unknown(name, installed: names)
        }
        let files = try ExtensionFiles(in: folder, name: name)
        let (socket, service) = ("holdfast-extension@\(name).socket", "holdfast-extension@\(name).service")
        try await tools.run("systemctl", "disable", "--now", socket, to: "stop \(socket)")
        try await tools.run("systemctl", "stop", service, to: "stop \(service)")
        // A unit that has failed would stay known.
        _ = try? await tools.run("systemctl", "reset-failed", socket, service, to: "forget \(service)")
        let state = Self.stateFolder(of: name)
        if access(state, F_OK) == 0 {
            try await tools.run(
                "chown", "--recursive", "--no-dereference", "root:root", state, to: "give \(state) to root")
        }
        let user = "holdfast-\(name)"
        if getpwnam(user) != nil { try await tools.run("userdel", user, to: "remove the user \(user)") }
        let hasResources = try files.hasResources
        try files.remove()
        guard hasResources else { return nil }
        return await tools.restartGateway()
    }

    /// The state of an extension's units, in systemd's words: `active`, `inactive`, `failed`.
    ///
    /// - Throws: `SystemdTools.Failure`.
    func state(of name: String) async throws -> (socket: String, service: String) {
        (
            try await tools.activeState(of: "holdfast-extension@\(name).socket"),
            try await tools.activeState(of: "holdfast-extension@\(name).service")
        )
    }

    /// The folder that an extension's unit gives it to store things in.
    static func stateFolder(of name: String) -> String { "/var/lib/holdfast-\(name)" }

    private static func requireAdministrator() throws(InstallationProblem) {
        guard SystemdTools.isRunning else { throw .noServiceManager }
        guard geteuid() == 0 else { throw .notRoot }
    }

    /// The users and groups of these names are Holdfast's, and `userdel` would take them away.
    static func refuseOwn(_ name: String) throws(InstallationProblem) {
        guard ExtensionGrant.reservedNames.contains(name) else { return }
        throw name == DelegatedAction.actions.name ? .own : .reserved(name)
    }

    /// The largest program: a debug build of an extension has about 100 MB.
    private static let largestProgram = 1_000_000_000

    private static func read(_ path: String) throws -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileContents.Failure) {
            bytes = try FileContents.read(path, limit: largestProgram)
        } catch {
            throw InstallationProblem.unreadable(path, reason: error.description)
        }
        // execve(2) takes these two forms.
        let isProgram = bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || bytes.starts(with: [0x23, 0x21])
        guard isProgram, access(path, X_OK) == 0 else { throw InstallationProblem.noProgram(path) }
        return bytes
    }
}

/// A name that an extension can have. Its user is `holdfast-NAME`, and names of users have at most 31 letters
/// (`UT_NAMESIZE`, utmp(5)).
struct ExtensionName: Sendable, Hashable {
    let text: String

    /// - Returns: `nil` for a text that is no name.
    init?(_ text: String) {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            text.utf8.count <= 22
        else { return nil }
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isName else { return nil }
        self.text = text
    }
}

/// Why an extension is not installed or removed, or a panel not put in place.
enum InstallationProblem: Error, CustomStringConvertible {
    case noServiceManager
    case notRoot
    /// A panel is replaced by root on a machine with systemd.
    case noNewBoard
    /// The panel takes its key from this sealed file.
    case sealedKey(String)
    case own
    case reserved(String)
    case name(String)
    case noProgram(String)
    case unreadable(String, reason: String)
    /// A link among the resources.
    case link(String)
    /// A resource that is neither a file nor a folder.
    case resource(String)
    /// A program has more resources than `ResourceLimits` allows.
    case tooManyResources(String, bound: String)
    /// Another process installs or removes an extension.
    case busy
    case unknown(String, installed: [String])

    var description: String {
        switch self {
        case .noServiceManager:
            "systemd does not manage this machine; 'holdfast up FILE' runs a panel with its extensions"
        case .noNewBoard:
            "--new-board replaces the panel's file and the device's key of this machine, as root and under systemd: use sudo"
        case .sealedKey(let path):
            """
            the panel's key is sealed in \(path), and the backup's would not be used: remove that file and the unit's lines \
            for it ('sudo systemctl edit holdfast'), run this again, then seal the new key
            """
        case .notRoot: "an extension needs a user and a unit of its own: run this with sudo"
        case .own: "'actions' comes with Holdfast, and is installed and removed with it"
        case .reserved(let name):
            "'holdfast-\(name)' is a user or group of Holdfast's own; give the extension another name: --name NAME"
        case .name(let name):
            """
            '\(name.onOneLine)' cannot be an extension's name: it has a-z, 0-9, - and _, begins with a letter, and has at \
            most 22 characters; give --name NAME
            """
        case .noProgram(let path):
            "\(path.onOneLine) is not a program: it must be an executable, a binary or a script that begins with #!"
        case .unreadable(let path, let reason): "\(path.onOneLine): \(reason)"
        case .link(let path):
            "\(path.onOneLine) is a link, and only files and folders are installed; replace it by a copy: cp -rL"
        case .resource(let path): "\(path.onOneLine) is neither a file nor a folder; remove it"
        case .tooManyResources(let path, let bound):
            "\(path.onOneLine): a program's resources have at most \(bound); remove those that the program does not use"
        case .busy: "another 'holdfast extension' command is running; run this again when that command has ended"
        case .unknown(let name, let installed):
            "no extension '\(name.onOneLine)' is installed"
                + (installed.isEmpty ? "" : "; installed: \(installed.joined(separator: ", "))")
        }
    }
}
