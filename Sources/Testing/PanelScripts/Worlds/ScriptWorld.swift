import Configuration
import EventLoop
import GPIO
import Keypads

/// Where a script takes place: the simulated board in virtual time, or the kernel's gpio-sim in real time.
@PanelActor
public protocol ScriptWorld: AnyObject {
    /// The panel's board.
    var board: any Board { get }

    /// The panel's time.
    var scheduler: any Scheduler { get }

    /// The time since the script's start.
    var elapsed: Duration { get }

    /// Lets time pass until `elapsed` is `time`, and everything happen that falls due.
    func advance(to time: Duration) async

    /// Lets everything come to rest that has been set off.
    func settle() async

    /// Time must not pass while any of `work` is outstanding, in a world whose time is virtual.
    func wait(for work: [any OutstandingWork])

    /// Lets time pass, in a world whose time is real, until `isSo` holds or the world's patience ends.
    func wait(until isSo: @PanelActor () -> Bool) async

    /// Closes or opens a button's contact, with the chatter that the world gives it or without any.
    func moveContact(_ button: ButtonDescription, isClosed: Bool, chatters: Bool) throws(WorldError)

    /// Presses keys of a pad, or lets them up; several at once go down together.
    func moveKeys(_ keys: String, of keypad: KeypadDescription, isDown: Bool) throws(WorldError)

    /// The keypad that stands for an input device; `nil`: the device itself.
    func keypad(at path: String) -> (any Keypad)?

    /// Gives an input line a level.
    func sense(_ line: String, isActive: Bool) throws(WorldError)

    /// Drives an output line in the panel's stead.
    func force(_ line: LineDescription, isActive: Bool) throws(WorldError)

    /// The kernel loses the next edges of a line.
    func dropEvents(_ count: Int, on line: String) throws(WorldError)

    /// Takes a chip away, or all.
    func unplug(_ chip: String?) throws(WorldError)

    /// Brings a chip back, or all.
    func replug(_ chip: String?) throws(WorldError)

    /// Cuts the power of the board, or brings it back; the panel's process has no part in it.
    func setPower(_ isOn: Bool) throws(WorldError)

    /// Whether a line is active, seen from outside.
    func isActive(_ line: LineDescription) throws(WorldError) -> Bool

    /// Begins the generator of chatter anew.
    func seed(_ seed: UInt64)

    /// How often timers of the panel have fired.
    var firings: Int { get }
}

/// Something that a world cannot do.
public enum WorldError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The board refuses.
    case board(GPIOError)
    /// This world has no such thing.
    case impossible(String)
    /// A file of the world cannot be used.
    case file(String, call: String, code: Int32)

    public var description: String {
        switch self {
        case .board(let error): error.description
        case .impossible(let what): "\(what) is not possible on gpio-sim; run the script on the simulated board"
        case .file(let path, let call, let code): "\(path): \(call): \(SystemCall.message(code))"
        }
    }
}
