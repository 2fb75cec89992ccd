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
    public var hostInterface: VarlinkInterface {
        let panel = panel
        return HostInterface.interface(over: panel.engine?.roster)
    }

    /// The interface `io.holdfast.Panel`.
    public var panelInterface: VarlinkInterface {
        VarlinkInterface(
            name: PanelInterface.name, description: HoldfastInterfaces.panel,
            methods: StatusService(panel: panel).methods
                + ControlService(panel: panel, notices: notices).methods + notices.methods
                + LightService(panel: panel).methods + display.methods
                + LayoutService(panel: panel, notices: notices).methods + LockService(panel: panel).methods
                + LogService(panel: panel).methods + BackupService(panel: panel).methods)
    }
}
