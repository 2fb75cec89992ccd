import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// The API of a running panel: `io.holdfast.Panel` for clients, `io.holdfast.Host` for extensions.
///
/// Each area of the interface has a service of its own. A `PanelService` outlives its engines: reloading the panel's
/// file replaces the engine.
@PanelActor
public final class PanelService {
    /// The engine that answers; `nil` while none runs.
    public var engine: PanelEngine? {
        get { panel.engine }
        set {
            guard newValue !== panel.engine else { return }
            panel.engine = newValue
            notices.engineChanged()
            display.engineChanged()
        }
    }

    /// The editor of the panel's layout; `nil` if the layout cannot be changed.
    public var editor: LayoutEditor? {
        get { panel.editor }
        set { panel.editor = newValue }
    }

    let panel = ServedPanel()
    private let notices: NoticeService
    private let display: DisplayService

    /// A service without an engine.
    public init() {
        notices = NoticeService(panel: panel)
        display = DisplayService(panel: panel)
    }

    /// The interface `io.holdfast.Host`.
    public var hostInterface: VarlinkInterface { HostInterface.interface(over: self) }

    /// The interface `io.holdfast.Panel`.
    public var panelInterface: VarlinkInterface {
        VarlinkInterface(
            name: PanelInterface.name, description: HoldfastInterfaces.panel,
            methods: [.method(PanelInterface.Status.self) { [panel] in Self.status(of: panel, $1) }]
                + ControlService(panel: panel, notices: notices).methods + notices.methods
                + LightService(panel: panel).methods + display.methods
                + LayoutService(panel: panel, notices: notices).methods + LockService(panel: panel).methods
                + LogService(panel: panel).methods + BackupService(panel: panel).methods)
    }

    /// The most faults in a reply whose full list is too long for a message.
    private static let fewFaults = 50

    private static func status(of panel: ServedPanel, _ call: VarlinkCall<PanelStatus>) {
        guard let engine = panel.engine else {
            return call.fail(PanelInterface.Refused(reason: ServedPanel.beingReadAgain))
        }
        let status = engine.panelStatus(
            as: panel.viewpoint(of: call)(), isAdministrator: panel.isAdministrator(call))
        // If the faults make the reply too long, the status lists only some of them.
        var short = status
        let more = status.faults.count - Self.fewFaults
        if more > 0 { short.faults = status.faults.prefix(Self.fewFaults) + ["and \(more) more"] }
        call.reply(status, shorter: short)
    }
}

extension PanelService: HostService {
    public func reload(kind: String?, for caller: HostCaller) -> Bool {
        engine?.roster.reload(kind: kind, for: caller) ?? false
    }

    public func currentControls(for caller: HostCaller) -> [PlacedControl] {
        engine?.roster.currentControls(for: caller) ?? []
    }

    public func confirm(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> any ExtensionCall {
        if let engine {
            return engine.roster.confirm(performance: performance, dialog: dialog, completion: completion)
        }
        completion(false)
        return NoCall()
    }

    public func show(_ activity: ActivityState, for caller: HostCaller) -> Bool {
        engine?.roster.show(activity, for: caller) ?? false
    }

    public func endActivity(id: String, for caller: HostCaller) {
        engine?.roster.endActivity(id: id, for: caller)
    }
}
