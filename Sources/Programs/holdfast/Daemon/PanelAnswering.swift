import Configuration
import EventLoop
import GPIO
import Glibc
import LocalAPI
import Panel
import PanelScripts
import SimulatedGPIO

/// The panel's sockets: it answers other programs on two of them, and dials its extensions on theirs.
@PanelActor
final class PanelAnswering {
    private let sockets: PanelSockets
    private let service = PanelService()
    private let panelServer: VarlinkServer
    private let hostServer: VarlinkServer
    private let boardService = BoardService(scheduler: EventLoop.panel)
    /// The board under the engine that has been made last, where that is in memory.
    private var simulated: (engine: ObjectIdentifier, board: SimulatedBoard, pads: SimulatedPads)?

    init(_ sockets: PanelSockets) {
        self.sockets = sockets
        let version = Holdfast.version
        let pace = MessagePace()
        panelServer = VarlinkServer(
            product: "Holdfast", version: version, interfaces: [service.panelInterface], pace: pace)
        hostServer = VarlinkServer(
            product: "Holdfast", version: version, interfaces: [service.hostInterface], pace: pace)
    }

    /// The panel that answers.
    var engine: PanelEngine? {
        get { service.engine }
        set {
            service.engine = newValue
            attachBoard()
        }
    }

    /// An engine has been made that may become the panel that answers.
    ///
    /// - Parameter pads: `nil` unless its board is in memory.
    func engineMade(_ engine: PanelEngine, _ board: any Board, _ pads: SimulatedPads?) {
        simulated = nil
        guard let board = board as? SimulatedBoard, let pads else { return }
        simulated = (ObjectIdentifier(engine), board, pads)
        boardService.prepare(board, for: engine.description)
    }

    /// A board in memory is worked by hand (`io.holdfast.Board`); no other panel has that interface.
    private func attachBoard() {
        if let engine, let simulated, simulated.engine == ObjectIdentifier(engine) {
            boardService.attach(engine.description, simulated.board, simulated.pads)
            panelServer.replaceInterfaces([service.panelInterface, boardService.interface])
        } else {
            boardService.detach()
            panelServer.replaceInterfaces([service.panelInterface])
        }
    }

    /// Changes the panel's layout.
    var editor: LayoutEditor? {
        get { service.editor }
        set { service.editor = newValue }
    }

    /// Begins to listen.
    ///
    /// - Throws: `VarlinkServerError`; then nothing listens.
    func listen() throws {
        do {
            try listen(panelServer, sockets.panel)
            try listen(hostServer, sockets.host)
        } catch {
            stop()
            throw error
        }
    }

    private func listen(_ server: VarlinkServer, _ listener: PanelSockets.Listener?) throws(VarlinkServerError) {
        switch listener {
        case nil: break
        case .descriptor(let descriptor): try server.listen(descriptor: descriptor)
        case .path(let path, let mode): try server.listen(path: path, mode: mode)
        }
    }

    /// Ends all conversations.
    func stop() {
        panelServer.stop()
        hostServer.stop()
    }

    /// The extensions of a panel, by their names, each at its socket.
    func extensions(of panel: PanelDescription) -> [String: any ExtensionService] {
        Dictionary(uniqueKeysWithValues: panel.allExtensions.map { ($0.name, RemoteExtension(path: path(of: $0))) })
    }

    /// The names of the extensions whose sockets belong to a user: its processes speak for them. Root may for all.
    func extensions(of panel: PanelDescription, ownedBy user: UInt32) -> [String] {
        panel.allExtensions.filter { grant in
            var status = stat()
            return user == 0 || lstat(path(of: grant), &status) == 0 && status.st_uid == user
        }.map(\.name)
    }

    private func path(of grant: ExtensionGrant) -> String {
        sockets.extensionsFolder + "/" + grant.name
    }
}
