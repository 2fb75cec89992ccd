import EventLoop
import Gestures

/// Something that a person enters digits with.
///
/// It may go and come: what was wrong with it is told by `failed`, and that it works again by `recovered`.
@PanelActor
public protocol Keypad: AnyObject {
    /// Called for each output, on the loop.
    var happened: (@PanelActor (KeypadOutput) -> Void)? { get set }

    /// Called when the keypad cannot be used any more, or not yet again for another reason than before. Whatever it has told
    /// of keys and contacts before is void: none is down.
    var failed: (@PanelActor (KeypadError) -> Void)? { get set }

    /// Called when a keypad that had failed, or that `attach` has not found, can be used.
    var recovered: (@PanelActor () -> Void)? { get set }

    /// Takes the keypad.
    ///
    /// - Throws: why that cannot be; it is then taken as soon as it can be, and `recovered` called.
    func attach() throws(KeypadError)

    /// Looks whether it is there, after `Board.chipsChanged`.
    func checkPresence()

    /// Gives it back, and tells nothing any more.
    func release()
}
