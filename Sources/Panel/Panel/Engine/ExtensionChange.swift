import EventLoop
import LocalAPI

/// An extension's coming or going, as far as its controls have not been brought up to date with it.
@PanelActor
final class ExtensionChange {
    let host: ExtensionHost
    /// Whether the extension itself has changed, and not only where its controls are.
    let isNews: Bool
    private var slots: ArraySlice<ControlSlot>
    private var described: ArraySlice<DescribedControl>
    /// When the next portion is due.
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

    /// What the extension has, once all of its controls that were there have been brought up to date.
    func takeDescribed(_ count: Int) -> ArraySlice<DescribedControl> {
        guard slots.isEmpty else { return [] }
        defer { described = described.dropFirst(count) }
        return described.prefix(count)
    }
}
