import EventLoop

/// A control button without lines, such as a scene's or a view's; the engine implements its action.
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
