import Configuration
import EventLoop
import Panel
import Store

/// The machine that a script's panel runs on. Its clocks, memories, people and layout survive the panel's restarts and
/// power cuts.
@PanelActor
final class ScriptMachine {
    let clocks: ScriptClocks
    let memory: PanelMemory
    /// Holds people's changes of the layout.
    let editor: LayoutEditor
    let lock: ScriptLock

    init(for panel: PanelDescription, in world: any ScriptWorld) {
        let store = PanelStore.inMemory()
        let clocks = ScriptClocks { world.elapsed }
        self.clocks = clocks
        memory = PanelMemory(store, scheduler: world.scheduler) { clocks.now }
        editor = LayoutEditor(store)
        lock = ScriptLock(panel, store: store, scheduler: world.scheduler, clocks: clocks)
    }

    func change(_ change: ScriptAction.ClockChange) {
        clocks.change(change)
        memory.clockChanged()
        clocks.changed?()
    }
}
