import Configuration
import EventLoop
import GPIO
import Glibc
import LocalAPI
import Panel
import PanelScripts
import SimulatedGPIO

/// The panel's sockets. The panel answers other programs on two of them, and connects to each extension on the
/// extension's own socket.
@PanelActor
final class PanelAnswering {
    private let sockets: PanelSockets
    private let service = PanelService()
    private let panelServer: VarlinkServer
    private let hostServer: VarlinkServer
    private let boardService = BoardService(scheduler: EventLoop.panel)
    /// The simulated board of the latest engine, with its pads; `nil` if that engine has another board.
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

    /// The engine that answers calls.
    var engine: PanelEngine? {
        get { service.engine }
        set {
            service.engine = newValue
            attachBoard()
        }
    }

    /// Prepares for a new engine that may be assigned to `engine`.
    ///
    /// - Parameter pads: `nil` unless the engine's board is simulated.
    func engineMade(_ engine: PanelEngine, _ board: any Board, _ pads: SimulatedPads?) {
        simulated = nil
        guard let board = board as? SimulatedBoard, let pads else { return }
        simulated = (ObjectIdentifier(engine), board, pads)
        boardService.prepare(board, for: engine.description)
    }

    /// Offers `io.holdfast.Board`, with which clients operate a simulated board. Panels with another board do not
    /// have the interface.
    private func attachBoard() {
        if let engine, let simulated, simulated.engine == ObjectIdentifier(engine) {
            boardService.attach(engine.description, simulated.board, simulated.pads)
            panelServer.replaceInterfaces([service.panelInterface, boardService.interface])
        } else {
            boardService.detach()
            panelServer.replaceInterfaces([service.panelInterface])
        }
    }

    /// The editor that changes the panel's layout for clients.
    var editor: LayoutEditor? {
        get { service.editor }
        set { service.editor = newValue }
    }

    /// Begins to listen on both sockets.
    ///
    /// - Throws: `VarlinkServerError`; then neither socket listens.
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

    /// Closes all connections and both sockets.
    func stop() {
        panelServer.stop()
        hostServer.stop()
    }

    /// The panel's extensions by name, each at its socket.
    func extensions(of panel: PanelDescription) -> [String: any ExtensionService] {
        Dictionary(uniqueKeysWithValues: panel.allExtensions.map { ($0.name, RemoteExtension(path: path(of: $0))) })
    }

    /// The names of the extensions whose sockets belong to a user. The user's processes may speak for these
    /// extensions, and root may speak for all.
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
