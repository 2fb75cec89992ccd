import EventLoop

/// A layout memory that lasts as long as the process.
@PanelActor
public final class VolatileLayoutMemory: LayoutMemory {
    private var texts: [String: String]

    /// Creates a memory with these texts by key.
    public nonisolated init(_ texts: [String: String] = [:]) {
        self.texts = texts
    }

    public func text(of key: String) -> String? { texts[key] }

    public func setText(_ text: String?, of key: String) {
        texts[key] = text
    }

    /// Completes at once: this memory never survives a power cut.
    public func whenKept(_ completion: @escaping @PanelActor () -> Void) {
        completion()
    }
}
