import EventLoop

/// A memory of layouts that lasts as long as the process.
@PanelActor
public final class VolatileLayoutMemory: LayoutMemory {
    private var texts: [String: String]

    /// A memory in which `texts` are kept, by their keys.
    public nonisolated init(_ texts: [String: String] = [:]) {
        self.texts = texts
    }

    public func text(of key: String) -> String? { texts[key] }

    public func setText(_ text: String?, of key: String) {
        texts[key] = text
    }

    /// Calls it at once: nothing of it outlasts a power cut.
    public func whenKept(_ completion: @escaping @PanelActor () -> Void) {
        completion()
    }
}
