import EventLoop
import Panel

/// A layout memory that records the order of its calls.
@PanelActor
final class WitnessedLayoutMemory: LayoutMemory {
    private let memory: any LayoutMemory
    private(set) var trace: [String] = []

    init(_ memory: any LayoutMemory) {
        self.memory = memory
    }

    func text(of key: String) -> String? { memory.text(of: key) }

    func setText(_ text: String?, of key: String) {
        trace.append("set")
        memory.setText(text, of: key)
    }

    func whenKept(_ completion: @escaping @PanelActor () -> Void) {
        memory.whenKept { [weak self] in
            self?.trace.append("kept")
            completion()
        }
    }
}
