import EventLoop

/// What a light is made of.
@PanelActor
public protocol LightSink: AnyObject {
    /// Lights it or makes it dark, as `look` has it at this moment.
    func show(_ look: LightLook?, isLit: Bool) throws(LightError)

    /// Has it go through a look's rhythm by itself, from the beginning and for ever.
    ///
    /// - Parameter givenUp: is called where it turns out later that it does not.
    /// - Returns: whether it does; else it is to be shown step by step.
    func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) throws(LightError) -> Bool

    /// What is seen of a look's colour; `nil` where the light has one colour, whatever the look's, or any.
    func color(of look: LightLook) -> LampColor?
}

extension LightSink {
    public func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) throws(LightError) -> Bool { false }
}
