import ArgumentParser
import CSystemd
import Configuration
import EventLoop
import FileTrust
import Gateway
import Glibc
import LocalAPI
import MQTT
import ProgramSupport

/// The command line: `holdfast-gateway FILE`.
@main
struct HoldfastGateway: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holdfast-gateway",
        abstract: "Serve a panel to browsers and HTTP clients, and publish it to an MQTT broker.",
        discussion: """
            Reads 'gateway' and 'mqtt' of the panel's file. Waits for the socket of the running panel and connects to \
            it. SIGTERM and SIGINT end the program.
            """,
        version: "holdfast-gateway \(holdfastVersion)")

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The panel's socket.",
            discussion: "Default: $\(PanelSocket.variable), else \(PanelSocket.standardPath).", valueName: "path"),
        completion: .file())
    var socket: String?

    @Flag(help: "If another program listens at the port, use a port that the kernel chooses.")
    var anyPort = false

    @Flag(
        help: ArgumentHelp(
            "Let people who open the printed address operate the simulated board.",
            discussion: "For a panel with 'board: simulated' and without 'insecure_lan'."))
    var board = false

    private struct NoBoard: Error, CustomStringConvertible {
        let file: String
        var description: String {
            "--board: \(file) needs 'board: simulated', and must not have 'insecure_lan: true'; leave the option out"
        }
    }

    func run() throws {
        do {
            try serve()
        } catch let error as any CustomStringConvertible & Error {
            Output.printError("holdfast-gateway: \(error.description)")
            throw ExitCode.failure
        }
    }

    private func listen(at address: ListenAddress) throws(ListenError) -> (
        socket: OwnedDescriptor, address: ListenAddress
    ) {
        do throws(ListenError) {
            return try address.listen()
        } catch {
            guard anyPort, case .inUse = error else { throw error }
            Output.print("another program listens at \(address); the page gets another port")
            return try ListenAddress(host: address.host, port: 0).listen()
        }
    }

    private func warn(_ path: String, _ reason: some CustomStringConvertible) {
        Output.printError("holdfast-gateway: \(path): \(reason)")
    }

    /// The drawings in the folder `symbols` beside the panel's file, then those of extensions. A drawing that cannot be
    /// used costs one line.
    private func readSymbols(of extensions: [ExtensionGrant]) -> PageSymbols {
        let folder = SymbolFolder(beside: file)
        var symbols = PageSymbols()
        do throws(EventLoopError) {
            let names = try folder.names()
            for name in names.prefix(SymbolFolder.countLimit) {
                do {
                    symbols.own[name] = try SymbolDrawing(folder.read(name, limit: SymbolDrawing.templateSizeLimit))
                } catch {
                    warn(folder.file(name), "\(error)")
                }
            }
            if names.count > SymbolFolder.countLimit {
                warn(folder.path, "of \(names.count) drawings, \(SymbolFolder.countLimit) are used; remove some")
            }
        } catch {
            warn(folder.path, error)
        }
        symbols.assets = readAssets(of: extensions)
        return symbols
    }

    /// The most drawings of extensions.
    private static let extensionsDrawings = 512
    /// The most bytes in the files of these drawings. The gateway reads them all before the page is there.
    private static let extensionsBytes = 16 << 20

    /// The symbols of extensions. The first one with a name counts.
    private func readAssets(of extensions: [ExtensionGrant]) -> [String: SymbolDrawing] {
        var (drawingsLeft, bytesLeft) = (Self.extensionsDrawings, Self.extensionsBytes)
        var places: [String: String] = [:]
        // A symbol in a group has two names. Programs of one package share their resources.
        var drawings: [String: SymbolDrawing?] = [:]
        var symbols: [String: SymbolDrawing] = [:]
        for grant in extensions {
            let found = ExtensionSymbols(of: grant, in: file, installed: OwnProgram.extensionsFolder())
            let owner = "extension '\(grant.name)'"
            if found.isCut { warn(owner, "its asset catalogues have too many files; the others are left out") }
            if let first = found.emptySets.first {
                let others = found.emptySets.count - 1
                let more = others == 0 ? "" : ", and \(others) more of \(owner) have none"
                warn(first, "the symbol has no SVG file, so the page shows a neutral one; put a file there\(more)")
            }
            for entry in found.entries {
                if let place = places[entry.name] {
                    guard place != entry.path else { continue }
                    warn(entry.path, "\(place) also has this name, and is shown; rename one of the two symbols")
                    continue
                }
                places[entry.name] = entry.path
                if let drawing = drawings[entry.path] {
                    symbols[entry.name] = drawing
                    continue
                }
                guard drawingsLeft > 0, bytesLeft > 0 else {
                    warn(owner, "extensions have too many symbols; '\(entry.name)' and more are left out; remove some")
                    return symbols
                }
                drawingsLeft -= 1
                do {
                    let bytes = try ExtensionSymbols.read(entry, limit: SymbolDrawing.templateSizeLimit)
                    bytesLeft -= bytes.count
                    drawings[entry.path] = .some(try SymbolDrawing(bytes))
                } catch {
                    drawings[entry.path] = .some(nil)
                    warn(entry.path, "\(error)")
                }
                symbols[entry.name] = drawings[entry.path] ?? nil
            }
        }
        return symbols
    }

    /// Listens for the controls that live behind a broker. Without them the page is served all the same.
    @PanelActor
    private func listen(asExtensionOf panel: PanelDescription, beside socket: String, by server: Gateway) {
        // A gateway that no control needs does not even load the code for it.
        guard panel.allExtensions.contains(DelegatedAction.gateway) else { return }
        let folder = NewFile.folder(of: socket) + "/extensions"
        var place = ExtensionSocket.path("\(folder)/\(DelegatedAction.gateway.name)")
        if sd_listen_fds(1) == 1 { place = .descriptor(SD_LISTEN_FDS_START) } else { mkdir(folder, 0o755) }
        do throws(VarlinkServerError) {
            try server.listen(asExtension: place)
        } catch {
            Output.printError("holdfast-gateway: extension '\(DelegatedAction.gateway.name)': \(error)")
        }
    }

    private func serve() throws {
        let lastGood = Environment.firstPath("STATE_DIRECTORY").map { LastGoodFile(in: $0, of: file) }
        let opened = try PanelFile.open(path: file, orLastGood: lastGood)
        if let problem = opened.problem {
            Output.printError("\(problem.description)")
            Output.printError("holdfast-gateway: \(file) cannot be used; the gateway uses the last good one")
        }
        let panel = opened.panel
        let gateway = panel.gateway
        guard !board || panel.canServeBoard else { throw NoBoard(file: file) }
        let path = socket ?? Environment.value(PanelSocket.variable) ?? PanelSocket.standardPath
        let (listener, address) = try listen(at: gateway.listen)
        // A client that goes away while a response is written must not end the program.
        signal(SIGPIPE, SIG_IGN)
        // systemd sends SIGCONT behind SIGTERM (systemd.kill(5)). One descriptor gives the lower number first.
        let signals = try SignalDescriptor([.terminate, .interrupt, .continued])
        let settings = GatewaySettings(
            socket: path, version: holdfastVersion, origins: gateway.origins.map(\.description),
            isInsecure: gateway.isInsecure, servesBoard: board, symbols: readSymbols(of: panel.extensions))
        try EventLoop.panel.run(until: { (completion: Completion<Void>) in
            let server = Gateway(settings)
            try server.listen(listener)
            listen(asExtensionOf: panel, beside: path, by: server)
            let publishing = Publishing(of: file, keptAs: lastGood, by: server)
            publishing.publish(panel)
            var watch: DescriptorWatch?
            watch = try EventLoop.panel.watch(signals.descriptor) { _ in
                switch signals.read() {
                case .terminate, .interrupt:
                    sd_notify(0, "STOPPING=1")
                    watch?.cancel()
                    server.stop()
                    completion(.success(()))
                case .continued: server.continued()
                case .quit, .reload, .childEnded, .brokenPipe, .windowChanged, nil: break
                }
            }
            Output.print("the page is at http://\(address)/")
            if let key = settings.boardKey { Output.print("the virtual panel is at http://\(address)/#/board/\(key)") }
            sd_notify(0, "READY=1\nSTATUS=Serves \(path) at http://\(address)/")
            SystemCall.releaseCode()
        })
    }
}
