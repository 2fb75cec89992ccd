import EventLoop

/// What a light is made of.
@PanelActor
public protocol LightSink: AnyObject {
    /// How many levels it has besides dark, all of one distance: 1 where it is lit or dark.
    var levels: Int { get }

    /// What colours it has.
    var gamut: LightGamut { get }

    /// Shows `look` as it is at this moment.
    ///
    /// - Parameter level: How bright, from 0 (dark) to 1; one of its levels.
    func show(_ look: LightLook?, level: Double) throws(LightError)

    /// Has it go through a look's rhythm by itself, from the beginning and for ever.
    ///
    /// - Parameter givenUp: is called where it turns out later that it does not; never before this returns.
    /// - Returns: whether it does; else it is to be shown step by step.
    func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) throws(LightError) -> Bool
}

extension LightSink {
    public func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) throws(LightError) -> Bool { false }
}
