import Configuration
import ControlModel
import EventLoop
import Layout
import Store

/// Stores the layout of a panel, and changes it on request.
///
/// A `LayoutEditor` outlives its engines: reloading the panel's file replaces the engine.
@PanelActor
public final class LayoutEditor {
    /// The layout of the running panel; `nil` before the first start.
    public private(set) var layout: PanelLayout?

    /// Called after each change by a user.
    public var changed: (@PanelActor () -> Void)?

    /// Called with each stored layout that no longer applies.
    public var found: (@PanelActor (LayoutFinding) -> Void)?

    private let store: PanelStore

    /// Creates an editor without a layout. The settings of `store` hold a text under `layout:SURFACE` for each changed
    /// surface.
    public init(_ store: PanelStore) {
        self.store = store
    }

    /// Combines the file's layout with the stored one, without storing anything: the panel may fail to start.
    public func read(_ file: PanelDescription) -> PanelLayout {
        PanelLayout(of: file) { store.settings[$0] }
    }

    /// Adopts the layout of the panel that has started: stores it, and forgets parts that no longer apply.
    public func take(_ layout: PanelLayout) {
        for finding in layout.findings { found?(finding) }
        self.layout = layout
        self.layout?.forgetFindings()
        // While the file fixes the layout, the stored changes are kept: they apply again afterwards.
        guard !layout.isFixed else { return }
        for surface in layout.surfaces {
            let (key, text) = (LayoutText.key(of: surface), layout.text(of: surface))
            if store.settings[key] != text { store.setSetting(text, for: key) }
        }
    }

    /// Changes the layout and rearranges the running panel.
    ///
    /// - Parameters:
    ///   - engine: the running panel, which knows its controls.
    ///   - objection: why the client may change neither a guarded control's places nor a trusted button's control;
    ///     `nil` for a client with these rights.
    /// - Returns: the control's new place; `nil` for a change without a place.
    /// - Throws: the reason for a refusal; the layout is unchanged then.
    @discardableResult
    public func grant(
        _ request: RequestedChange, on engine: PanelEngine, objection: TrustObjection? = nil
    ) throws(LayoutRefusal) -> LayoutPlace? {
        guard let old = layout else { throw .refused(reason: "the panel is being read again") }
        // Checked first, so that the user does not correct other errors of a request that is refused in any case.
        if old.isFixed { throw .layout(.fixed) }
        let change = try engine.lists.layout.change(request, of: old)
        var new = old
        let place: LayoutPlace?
        do throws(LayoutError) { place = try new.apply(change) } catch { throw .layout(error) }
        guard new != old else { return place }
        if let objection {
            if let button = new.trustedButton(changedFrom: old) { throw .trustedButton(button, objection) }
            if let (place, reference) = new.change(from: old, where: engine.lists.layout.isGuarded) {
                throw .guardedControl(engine.lists.layout.name(of: reference.kind), at: place, objection)
            }
        }
        let panel = new.panel
        // A tile's size does not concern the engine.
        if panel.placements != old.panel.placements { engine.rearrange(as: panel) }
        take(new)
        changed?()
        return place
    }

    /// Calls `completion` once the changes survive a power cut, or writing them has failed. The panel shows such a
    /// failure as a fault.
    public func whenKept(_ completion: @escaping @PanelActor () -> Void) {
        store.whenWritten { _ in completion() }
    }
}

/// A requested change of the layout, with unchecked names of controls and places.
public enum RequestedChange: Sendable, Hashable {
    /// Places a control at a place, or at the end of a list. With `nil`, the user has given no configuration.
    case place(control: String, at: String, configuration: [String: IntentValue]?, size: TileSize?)
    /// Moves the control of a place to another place.
    case move(String, to: String)
    /// Resizes the control of a place.
    case resize(String, TileSize)
    /// Removes the control of a place.
    case remove(String)
    /// Sets parameters of the control of a place, and clears those in `defaults`; all other parameters keep their
    /// values.
    case configure(String, [String: IntentValue], defaults: [String])
    /// Restores the layout of the panel's file, for a place's surface or for all surfaces.
    case reset(String?)
}
