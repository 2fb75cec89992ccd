import Configuration
import EventLoop
import Layout

/// Keeps the layout of a panel, and changes it as people wish.
///
/// It outlives the engines that follow one another when the panel's file is read again.
@PanelActor
public final class LayoutEditor {
    /// The layout of the panel that runs; `nil` before one does.
    public private(set) var layout: PanelLayout?

    /// Called when people have changed it.
    public var changed: (@PanelActor () -> Void)?

    /// Is told what was kept and counts no more.
    public var found: (@PanelActor (LayoutFinding) -> Void)?

    private let memory: any LayoutMemory

    /// An editor without a layout yet.
    public init(memory: any LayoutMemory) {
        self.memory = memory
    }

    /// The layout that the file and the memory make together. Nothing is changed yet: the panel may not be able to
    /// start.
    public func read(_ file: PanelDescription) -> PanelLayout {
        PanelLayout(of: file) { memory.text(of: $0) }
    }

    /// The panel runs with this layout: keeps it, and forgets what counts no more.
    public func take(_ layout: PanelLayout) {
        for finding in layout.findings { found?(finding) }
        self.layout = layout
        self.layout?.forgetFindings()
        // What was changed by hand before the file fixed the layout counts again when it does so no more.
        guard !layout.isFixed else { return }
        for surface in layout.surfaces {
            let (key, text) = (LayoutText.key(of: surface), layout.text(of: surface))
            if memory.text(of: key) != text { memory.setText(text, of: key) }
        }
    }

    /// Changes the layout as people wish, and rearranges the panel that runs.
    ///
    /// - Parameters:
    ///   - wish: what they wish for.
    ///   - engine: the panel that runs, which knows what its controls are.
    ///   - objection: why they may change neither a guarded control's places nor what a trusted button performs; `nil` where
    ///     they may.
    /// - Returns: where the control is now; `nil` where the wish concerns none.
    /// - Throws: why not; nothing has changed then.
    @discardableResult
    public func grant(
        _ wish: LayoutWish, on engine: PanelEngine, objection: TrustObjection? = nil
    ) throws(LayoutRefusal) -> LayoutPlace? {
        guard let old = layout else { throw .refused(reason: "the panel is being read again") }
        // Said first: nobody should mend a wish that cannot be granted.
        if old.isFixed { throw .layout(.fixed) }
        let change = try engine.change(wish, of: old)
        var new = old
        let place: LayoutPlace?
        do throws(LayoutError) { place = try new.apply(change) } catch { throw .layout(error) }
        guard new != old else { return place }
        if let objection {
            if let button = new.trustedButton(changedFrom: old) { throw .trustedButton(button, objection) }
            if let (place, reference) = new.change(from: old, where: engine.isGuarded) {
                throw .guardedControl(engine.layoutName(of: reference.kind), at: place, objection)
            }
        }
        let panel = new.panel
        // Not for a tile's size.
        if panel.placements != old.panel.placements { engine.rearrange(as: panel) }
        take(new)
        changed?()
        return place
    }

    /// Calls `completion` once a power cut does not undo any more what was changed, or could not be written: that is a
    /// fault of the panel's, which it shows.
    public func whenKept(_ completion: @escaping @PanelActor () -> Void) {
        memory.whenKept(completion)
    }
}
