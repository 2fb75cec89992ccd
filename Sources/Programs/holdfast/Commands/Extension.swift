import ArgumentParser
import EventLoop
import LocalAPI
import ProgramSupport

/// `holdfast extension …`
struct Extension: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extension", abstract: "Manage the extensions that systemd starts.",
        discussion: """
            Each extension has its own sandbox, user and state folder. The panel's file must name the extension under \
            'extensions'. Without systemd, 'holdfast up' starts extensions.
            """,
        subcommands: [ExtensionInstall.self, ExtensionList.self, ExtensionRemove.self])
}

/// `holdfast extension install PROGRAM`
struct ExtensionInstall: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Install a program as an extension, or replace an installed one.",
        discussion: """
            Copies the program and the folders *.resources and Localization beside it, creates the user holdfast-NAME, \
            and starts the socket at which the panel calls the extension. A running extension restarts with the new \
            program.
            """)

    @Argument(help: "The extension's program.", completion: .file())
    var program: String

    @Option(help: "The extension's name. Default: the program's name in lower case.")
    var name: String?

    @OptionGroup var json: JSONOption

    private struct Installed: Encodable {
        var name: String
        /// Why the gateway was not restarted, and the remedy.
        var warning: String?
    }

    func perform() throws {
        let (program, name) = (program, name)
        let (installed, warning) = try EventLoop.panel.run {
            try await InstalledExtensions().install(program, name: name)
        }
        try json.print(
            [Installed(name: installed, warning: warning)],
            lines: [
                "\(installed) is installed; it stores in \(InstalledExtensions.stateFolder(of: installed))",
                "if the panel's file does not name it yet, add: extensions: [{name: \(installed), domain: …}]",
                "then: sudo systemctl reload holdfast",
            ] + [warning].compactMap { $0 })
    }
}

/// `holdfast extension list`
struct ExtensionList: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the installed extensions, with the state of their units.")

    @OptionGroup var panel: PanelOptions

    private struct Row: Encodable {
        var name: String
        var socket: String
        var service: String
        var panel: String
    }

    func perform() throws {
        let extensions = InstalledExtensions()
        let path = try panel.socket.path
        // Without an answer the table still has what systemd knows.
        let status = try? PanelClient(path: path).reply(PanelInterface.Status.self, NoParameters())
        var rows: [Row] = []
        for name in ["actions"] + extensions.names {
            let units = try EventLoop.panel.run { try await extensions.state(of: name) }
            let known = status?.extensions.first { $0.name == name }
            let words =
                known.map { "\($0.state.rawValue), \(counted($0.controls, "control")) of \($0.domain)" }
                ?? (status == nil ? "the panel does not answer" : "not used by the panel's file")
            rows.append(Row(name: name, socket: units.socket, service: units.service, panel: words))
        }
        let table = [["NAME", "SOCKET", "SERVICE", "PANEL"]] + rows.map { [$0.name, $0.socket, $0.service, $0.panel] }
        try json.print(rows, lines: Table.lines(table.map { $0.map(\.onOneLine) }))
    }
}

/// `holdfast extension remove NAME`
struct ExtensionRemove: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an installed extension.",
        discussion: "The data of the extension stays in /var/lib/holdfast-NAME.")

    @Argument(help: "The extension's name.", completion: .custom { _, _, _ in InstalledExtensions().names })
    var name: String

    @OptionGroup var json: JSONOption

    private struct Removed: Encodable {
        /// Why the gateway was not restarted, and the remedy.
        var warning: String?
    }

    func perform() throws {
        let name = name
        let warning = try EventLoop.panel.run { try await InstalledExtensions().remove(name) }
        try json.print([Removed(warning: warning)], lines: [warning].compactMap { $0 })
    }
}
