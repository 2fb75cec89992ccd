import EventLoop
import Store

/// A layout memory in a store on the disk.
@PanelActor
public final class StoredLayoutMemory: LayoutMemory {
    private let store: PanelStore

    /// Uses the layouts in `store`.
    public init(_ store: PanelStore) {
        self.store = store
    }

    public func text(of key: String) -> String? { store.settings[key] }

    public func setText(_ text: String?, of key: String) {
        store.setSetting(text, for: key)
    }

    public func whenKept(_ completion: @escaping @PanelActor () -> Void) {
        store.whenWritten { _ in completion() }
    }
}
