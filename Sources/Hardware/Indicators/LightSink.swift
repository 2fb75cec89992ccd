import ControlModel
import EventLoop
import GPIO

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

/// What was brought to a light: this is what is seen of it until the next frame.
public struct LightFrame: Sendable, Hashable {
    /// How bright, from 0 (dark) to 1.
    public var level: Double
    /// Its colour, as the light has it; `nil` where it is dark, or of one colour.
    public var color: Color?
    /// What it goes through by itself from now on, if anything.
    public var rhythm: LightPattern?

    /// A frame of its parts.
    public init(level: Double, color: Color? = nil, rhythm: LightPattern? = nil) {
        (self.level, self.color, self.rhythm) = (level, color, rhythm)
    }

    /// Whether it is lit.
    public var isLit: Bool { level > 0 }
}

/// Why a light does not show what it should.
public enum LightError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One of its lines.
    case line(GPIOError)
    /// The LED of the kernel.
    case led(LEDError)

    /// In words.
    public var description: String {
        switch self {
        case .line(let error): error.description
        case .led(let error): error.description
        }
    }
}
