import ControlModel
import EventLoop
import GPIO

/// The output of a light: GPIO lines, or an LED of the kernel.
@PanelActor
public protocol LightSink: AnyObject {
    /// The number of evenly spaced levels besides dark: 1 where the sink is only lit or dark.
    var levels: Int { get }

    /// The colours that the sink can show.
    var gamut: LightGamut { get }

    /// Shows `look` as it is at this moment.
    ///
    /// - Parameter level: the level from 0 (dark) to 1; one of the sink's `levels`.
    func show(_ look: LightLook?, level: Double) throws(LightError)

    /// Plays a look's rhythm without further calls, from the beginning and for ever.
    ///
    /// - Parameter givenUp: called if the sink later finds that it cannot play the look; never before this method
    ///   returns.
    /// - Returns: whether the sink plays the look. If not, the caller shows it step by step.
    func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) throws(LightError) -> Bool
}

extension LightSink {
    public func play(_ look: LightLook, givenUp: @escaping @PanelActor () -> Void) throws(LightError) -> Bool { false }
}

/// The output last sent to a light, visible until the next frame.
public struct LightFrame: Sendable, Hashable {
    /// The level, from 0 (dark) to 1.
    public var level: Double
    /// The colour that the light shows; `nil` where it is dark, or of one colour.
    public var color: Color?
    /// The rhythm that the sink plays by itself from now on; `nil` for a constant level.
    public var rhythm: LightPattern?

    public init(level: Double, color: Color? = nil, rhythm: LightPattern? = nil) {
        (self.level, self.color, self.rhythm) = (level, color, rhythm)
    }

    /// Whether the level is above 0.
    public var isLit: Bool { level > 0 }
}

/// Why a light does not show its state.
public enum LightError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One of the light's GPIO lines failed.
    case line(GPIOError)
    /// The LED of the kernel failed.
    case led(LEDError)

    /// The message of the underlying error.
    public var description: String {
        switch self {
        case .line(let error): error.description
        case .led(let error): error.description
        }
    }
}
