import Configuration
import EventLoop
import Glibc
import LocalAPI
import Panel
import ProgramSupport

/// The panel's sockets. The panel answers other programs on two of them, and connects to each extension on the
/// extension's own socket.
@PanelActor
final class PanelAnswering {
    private let sockets: PanelSockets
    private let service = PanelService()
    private let panelServer: VarlinkServer
    private let hostServer: VarlinkServer
    /// The operator of the latest engine's board; `nil` if clients cannot operate that board.
    private var latest: (engine: ObjectIdentifier, boardOperator: any BoardOperator)?
    /// The operator that clients use now.
    private var attached: (any BoardOperator)?

    init(_ sockets: PanelSockets) {
        self.sockets = sockets
        let pace = MessagePace()
        panelServer = VarlinkServer(
            product: "Holdfast", version: holdfastVersion, interfaces: [service.panelInterface], pace: pace)
        hostServer = VarlinkServer(
            product: "Holdfast", version: holdfastVersion, interfaces: [service.hostInterface], pace: pace)
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
    /// - Parameter boardOperator: `nil` unless clients may operate the engine's board.
    func engineMade(_ engine: PanelEngine, _ boardOperator: (any BoardOperator)?) {
        latest = boardOperator.map { (ObjectIdentifier(engine), $0) }
    }

    /// Offers the interface with which clients operate a simulated board. Panels with another board do not have the
    /// interface.
    private func attachBoard() {
        if let engine, let latest, latest.engine == ObjectIdentifier(engine) {
            attached = latest.boardOperator
            panelServer.replaceInterfaces([service.panelInterface, latest.boardOperator.attach()])
        } else {
            attached?.detach()
            attached = nil
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
