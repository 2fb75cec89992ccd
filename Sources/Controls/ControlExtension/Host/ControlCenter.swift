import Controls
import LocalAPI

/// What an extension, or a program of the same user beside it, tells the panel of its controls, and asks of it.
///
/// The panel is that of `HOLDFAST_SOCKET`, else `/run/holdfast/panel`; its socket `host` lies beside.
public final class ControlCenter: Sendable {
    /// The panel's.
    public static let shared = ControlCenter()

    private init() {}

    /// Has all placements of a kind ask their provider again.
    ///
    /// Returns at once. Where no panel is there nothing needs reloading; that is noted on standard error, once.
    public func reloadControls(ofKind kind: String) {
        ExtensionContext.current.link.reload(kind: kind)
    }

    /// Has all placements of all kinds of the caller's user ask their providers again. Returns at once.
    public func reloadAllControls() {
        ExtensionContext.current.link.reload(kind: nil)
    }

    /// The caller's controls where they are placed, each with its configuration.
    ///
    /// - Throws: `PanelConnectionError`.
    public func currentControls() async throws -> [ControlInfo] {
        let context = ExtensionContext.current
        var controls: [ControlInfo] = []
        for placement in try await context.link.currentControls() {
            controls.append(await context.bundle.resolved(ControlInfo(placement)))
        }
        return controls
    }
}
