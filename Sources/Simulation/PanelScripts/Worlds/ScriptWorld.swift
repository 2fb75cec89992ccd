import Configuration
import EventLoop
import GPIO
import Keypads

/// The surroundings of a script's panel: the simulated board in virtual time, or the kernel's gpio-sim in real time.
@PanelActor
public protocol ScriptWorld: AnyObject {
    /// The panel's board.
    var board: any Board { get }

    /// The panel's clock and timers.
    var scheduler: any Scheduler { get }

    /// The time since the script's start.
    var elapsed: Duration { get }

    /// Lets time pass until `elapsed` is `time`, and all timers that are due fire.
    func advance(to time: Duration) async

    /// Waits until all work that has been started has ended.
    func settle() async

    /// In a world whose time is real, lets time pass until `isSo` holds or the world's patience ends.
    func wait(until isSo: @PanelActor () -> Bool) async

    /// Closes or opens a button's contact, with the chatter of the world or without any.
    func moveContact(_ button: ButtonDescription, isClosed: Bool, chatters: Bool) throws(GPIOError)

    /// Sets the level of an input line.
    func sense(_ line: String, isActive: Bool) throws(GPIOError)

    /// Whether a line is active, as measured from outside the panel.
    func isActive(_ line: LineDescription) throws(GPIOError) -> Bool

    /// The number of times that the panel's timers have fired.
    var firings: Int { get }
}

extension ScriptWorld {
    /// The simulated world, which alone supports `step`.
    func simulation(for step: String) throws(SimulatedStep) -> SimulatedWorld {
        guard let world = self as? SimulatedWorld else { throw SimulatedStep(name: step) }
        return world
    }
}

/// The error of a step that only the simulated world supports.
struct SimulatedStep: Error, CustomStringConvertible {
    let name: String

    var description: String { "'\(name)' is not possible on gpio-sim; run the script on the simulated board" }
}
