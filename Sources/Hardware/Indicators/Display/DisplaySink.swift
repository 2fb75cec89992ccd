import EventLoop

/// Where frames are brought to: a device, or what stands in for one.
@PanelActor
public protocol DisplaySink: AnyObject {
    /// The characters that it has, as far as that is known by now.
    var characters: DisplayCharacters { get }

    /// Whether it shows what it is given; while it does not, nobody need be woken for what moves on it.
    var isHeld: Bool { get }

    /// What is on it, as far as that is known.
    var shown: DisplayFrame? { get }

    /// Whether it is not, or not any more, in use: nothing is under way any more.
    var isReleased: Bool { get }

    /// Called when it has come: all is to be shown to it, in its characters.
    var attached: (@PanelActor () -> Void)? { get set }

    /// Called with why it does not show what it should.
    var failed: (@PanelActor (DisplayError) -> Void)? { get set }

    /// Called when it does so again.
    var recovered: (@PanelActor () -> Void)? { get set }

    /// Called when it is released, after `stop`.
    var released: (@PanelActor () -> Void)? { get set }

    /// Takes the display, now or when it comes.
    func start()

    /// Shows a frame; of several that come while it is at work, the last.
    func show(_ frame: DisplayFrame)

    /// Clears the display and gives it back, if not at once then soon.
    func stop()
}
