import EventLoop

/// A display without hardware: it stores the frame that it shows.
@PanelActor
public final class SimulatedDisplay: DisplaySink {
    public let characters: DisplayCharacters
    public private(set) var isHeld = false
    public private(set) var shown: DisplayFrame?
    public var isReleased: Bool { !isHeld }
    public var attached: (@PanelActor () -> Void)?
    public var failed: (@PanelActor (DisplayError) -> Void)?
    public var recovered: (@PanelActor () -> Void)?
    public var released: (@PanelActor () -> Void)?

    public init(characters: DisplayCharacters) {
        self.characters = characters
    }

    public func start() {
        isHeld = true
        attached?()
    }

    public func show(_ frame: DisplayFrame) {
        if isHeld { shown = frame }
    }

    public func stop() {
        (isHeld, shown) = (false, nil)
        released?()
    }
}
