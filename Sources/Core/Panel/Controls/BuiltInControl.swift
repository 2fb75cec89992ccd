import EventLoop
import GPIO

/// The lines and the state of a control that the core performs itself, synchronously on the loop.
@PanelActor
protocol BuiltInControl: AnyObject {
    /// The lines that the control drives.
    var outputs: [OutputChannel] { get }

    /// The state of the hardware; `nil` for a control button.
    var isOn: Bool? { get }

    /// Whether the control's last action, such as a pulse, is still in progress.
    var isRunning: Bool { get }

    /// Called when `isOn` or `isRunning` has changed without `perform`.
    var changed: (@PanelActor () -> Void)? { get set }

    /// Takes the control's lines. `isOn` is the state in which the previous engine left a toggle.
    func attach(resuming isOn: Bool?) throws(GPIOError)

    /// Sets a toggle to the state `isOn`, or to the opposite of its state; a control button ignores `isOn`.
    func perform(_ isOn: Bool?) throws(GPIOError)

    /// Reloads the state from the hardware.
    func reload() throws(GPIOError)

    /// Continues with the stored times, which are now known more exactly.
    func timesChanged()

    /// Stops the control and brings its lines into their safe state: inactive, or active with `fail: open`.
    ///
    /// The lines stay requested, and the state for the next engine stays stored.
    ///
    /// - Throws: an error if a line may still be active.
    func makeSafe() throws(GPIOError)
}

/// Defaults for a control without lines, state and times.
extension BuiltInControl {
    var outputs: [OutputChannel] { [] }
    var isOn: Bool? { nil }
    var isRunning: Bool { false }
    /// Does nothing: the control stores no times.
    func timesChanged() {}
}
