import EventLoop

/// A control button that drives nothing itself: what it does is the engine's, as with scenes and views.
@PanelActor
final class PlainButton: BuiltInControl {
    let outputs: [OutputChannel] = []
    let isOn: Bool? = nil
    let isRunning = false
    var changed: (@PanelActor () -> Void)?

    func attach(resuming isOn: Bool?) {}
    func perform(wish: Bool?) {}
    func reload() {}
    func makeSafe() {}
}
