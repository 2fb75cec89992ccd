import EventLoop
import LocalAPI

/// A change of an extension, applied to the extension's controls in portions.
@PanelActor
final class ExtensionChange {
    let host: ExtensionHost
    /// Whether the extension itself has changed, and not only the places of its controls.
    let isNews: Bool
    private var slots: ArraySlice<ControlSlot>
    private var described: ArraySlice<DescribedControl>
    /// Fires when the next portion is due.
    var timer: PanelTimer?

    init(host: ExtensionHost, isNews: Bool, slots: [ControlSlot], described: [DescribedControl]) {
        self.host = host
        self.isNews = isNews
        self.slots = slots[...]
        self.described = described[...]
    }

    var isDone: Bool { slots.isEmpty && described.isEmpty }

    func takeSlots(_ count: Int) -> ArraySlice<ControlSlot> {
        defer { slots = slots.dropFirst(count) }
        return slots.prefix(count)
    }

    /// Returns the next described controls, once all existing controls have been updated.
    func takeDescribed(_ count: Int) -> ArraySlice<DescribedControl> {
        guard slots.isEmpty else { return [] }
        defer { described = described.dropFirst(count) }
        return described.prefix(count)
    }
}
