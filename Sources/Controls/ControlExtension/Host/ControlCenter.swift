import Controls
import LocalAPI

/// Requests from an extension, or from another program of the same user, to the panel about the user's controls.
///
/// `HOLDFAST_SOCKET` names the panel's socket, by default `/run/holdfast/panel`. The requests use the socket `host` in
/// the same folder.
public final class ControlCenter: Sendable {
    /// The control centre of this process's panel.
    public static let shared = ControlCenter()

    private init() {}

    /// Reloads all placements of a kind, as the source or the panel names it, from their provider (C42).
    ///
    /// Returns at once. Without a panel the call has no effect, and writes one note to standard error.
    public func reloadControls(ofKind kind: String) {
        ExtensionContext.current.link.reload(kind: kind)
    }

    /// Reloads all placements of all kinds of the caller's user from their providers (C42). Returns at once.
    public func reloadAllControls() {
        ExtensionContext.current.link.reload(kind: nil)
    }

    /// The placements of the caller's controls, each with its configuration (C46). An extension gets its source's kinds; a
    /// program beside it gets those of the panel, with the domain.
    ///
    /// - Throws: `PanelConnectionError`.
    public func currentControls() async throws -> [ControlInfo] {
        let context = ExtensionContext.current
        var controls: [ControlInfo] = []
        for placement in try await context.link.currentControls() {
            controls.append(await context.bundle.resolved(placement))
        }
        return controls
    }
}
