import Configuration
import EventLoop
import Glibc
import ProgramSupport

/// The programs that `holdfast up` starts for a panel: the core, every extension with a program, and the gateway.
struct LaunchPlan: Sendable {
    var core: LaunchedProgram
    var extensions: [LaunchedProgram]
    /// The gateway; `nil` if its program has not been built.
    var gateway: LaunchedProgram?

    /// The program that serves browsers.
    private static let gatewayProgram = "holdfast-gateway"
    /// The program of the extension that is part of Holdfast.
    private static let actionsProgram = "holdfast-actions"

    /// Variables that a service manager sets for the launcher alone. The launcher's programs do not inherit them.
    private static let managersVariables: Set<String> = [
        "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "NOTIFY_SOCKET", "RUNTIME_DIRECTORY",
        "WATCHDOG_PID", "WATCHDOG_USEC",
    ]

    /// - Parameters:
    ///   - program: The file of `holdfast` itself.
    ///   - runtimeDirectory: The core's runtime directory.
    ///   - options: Further options of `holdfast run`.
    ///   - environment: The launcher's environment: `NAME=VALUE`.
    /// - Throws: `ConfigurationError` with every program that cannot be started, at its extension's position in the
    ///   file.
    init(
        _ panel: PanelDescription, program: String, socket: String, runtimeDirectory: String, options: [String],
        environment: [String]
    ) throws(ConfigurationError) {
        let inherited = environment.filter { assignment in
            let name = assignment.prefix { $0 != "=" }
            return !Self.managersVariables.contains(String(name)) && name != PanelSocket.variable
                && name != "HOLDFAST_EXTENSION"
        }
        let own = inherited + ["\(PanelSocket.variable)=\(socket)"]
        core = LaunchedProgram(
            name: "core", path: program,
            arguments: [
                "holdfast", "run", panel.file, "--socket", socket, "--runtime-directory", runtimeDirectory,
            ] + options, environment: own)
        let folder = NewFile.folder(of: panel.file)
        let search = inherited.first { $0.hasPrefix("PATH=") }.map { String($0.dropFirst("PATH=".count)) }
        var problems: [Diagnostic] = []
        func extensionProgram(_ name: String, path: String, arguments: [String]) -> LaunchedProgram {
            LaunchedProgram(
                name: name, path: path, arguments: arguments, environment: own + ["HOLDFAST_EXTENSION=\(name)"])
        }
        extensions = panel.extensions.compactMap { grant in
            guard let name = grant.program.first else { return nil }
            do throws(ProgramFile.Problem) {
                let path = try ProgramFile.find(name, in: folder, search: search)
                return extensionProgram(grant.name, path: path, arguments: grant.program)
            } catch {
                let message = "extension '\(grant.name)' cannot be started: \(error)"
                problems.append(Diagnostic(severity: .error, position: grant.position, message: message))
                return nil
            }
        }
        // Programs are built beside `holdfast`. The installed `holdfast-actions` lies in another folder.
        let programs = NewFile.folder(of: program)
        let gatewayPath = "\(programs)/\(Self.gatewayProgram)"
        if access(gatewayPath, X_OK) == 0 {
            gateway = LaunchedProgram(
                name: "page", path: gatewayPath,
                arguments: [Self.gatewayProgram, panel.file, "--socket", socket, "--any-port"]
                    + (panel.canServeBoard ? ["--board"] : []), environment: own)
        }
        if panel.allExtensions.contains(DelegatedAction.actions) {
            let path = "\(programs)/\(Self.actionsProgram)"
            let installed = "\(NewFile.folder(of: programs))/lib/holdfast/\(Self.actionsProgram)"
            if let path = [path, installed].first(where: { (file: String) in access(file, X_OK) == 0 }) {
                extensions.append(
                    extensionProgram(DelegatedAction.actions.name, path: path, arguments: [Self.actionsProgram]))
            } else {
                let message = "the panel runs commands, and \(path) is not there: \(SystemCall.message(errno))"
                let position = SourcePosition(file: panel.file, line: 1, column: 1)
                problems.append(Diagnostic(severity: .error, position: position, message: message))
            }
        }
        if !problems.isEmpty { throw ConfigurationError(diagnostics: problems) }
    }
}

/// A program to start, with its arguments and environment.
struct LaunchedProgram: Sendable, Hashable {
    /// The name in output: the extension's name, or `core`.
    var name: String
    /// The path of the program's file.
    var path: String
    /// The arguments. The first is the program's own name.
    var arguments: [String]
    /// The environment: `NAME=VALUE`.
    var environment: [String]
}

/// Finds the file of a program.
enum ProgramFile {
    /// Why a program cannot be started.
    enum Problem: Error, CustomStringConvertible {
        case unusable(String, code: Int32)
        case folder(String)
        case notFound(String)

        var description: String {
            switch self {
            case .unusable(let path, let code): "\(path): \(SystemCall.message(code))"
            case .folder(let path): "\(path) is a directory"
            case .notFound(let name):
                "'\(name)' is in no folder of $PATH; a program beside the panel's file is './\(name)'"
            }
        }
    }

    /// The path of the program's file. A name with a slash is relative to `folder`; other names are searched for in
    /// the folders of `search` ($PATH).
    static func find(_ name: String, in folder: String, search: String?) throws(Problem) -> String {
        if name.contains("/") {
            let path =
                name.hasPrefix("/") ? name : folder + "/" + (name.hasPrefix("./") ? name.dropFirst(2) : name[...])
            try check(path)
            return path
        }
        for directory in (search ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") {
            let path = directory + "/" + name
            if (try? check(path)) != nil { return path }
        }
        throw .notFound(name)
    }

    private static func check(_ path: String) throws(Problem) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unusable(path, code: SystemCall.lastError) }
        if status.st_mode & S_IFMT == S_IFDIR { throw .folder(path) }
        guard access(path, X_OK) == 0 else { throw .unusable(path, code: SystemCall.lastError) }
    }
}
