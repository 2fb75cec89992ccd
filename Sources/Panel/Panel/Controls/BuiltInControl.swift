import EventLoop
import GPIO

/// A control that the core performs itself, at once, on the loop.
@PanelActor
protocol BuiltInControl: AnyObject {
    /// The lines it drives.
    var outputs: [OutputChannel] { get }

    /// On or off, as it really is; `nil` for a control button.
    var isOn: Bool? { get }

    /// Whether what it set off still goes on.
    var isRunning: Bool { get }

    /// Called when `isOn` or `isRunning` has changed without `perform`.
    var changed: (@PanelActor () -> Void)? { get set }

    /// Takes its lines; `resuming` is the state in which a toggle was left by the panel before this one.
    func attach(resuming isOn: Bool?) throws(GPIOError)

    /// Goes to the state `wish`, a toggle's; a control button has none.
    func perform(wish: Bool?) throws(GPIOError)

    /// Looks what is so.
    func reload() throws(GPIOError)

    /// What was kept of its times is known better: goes by that.
    func timesChanged()

    /// Ends what goes on in this panel, and leaves its lines as a stop shall: inactive, or active with `fail: open`. Gives
    /// no lines back, and forgets nothing that the panel after this one goes on with.
    ///
    /// - Throws: why a line may still be active.
    func makeSafe() throws(GPIOError)
}

extension BuiltInControl {
    /// It keeps no times.
    func timesChanged() {}
}
