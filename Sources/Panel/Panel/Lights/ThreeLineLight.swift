import EventLoop
import GPIO
import Indicators

/// A light on three lines, red, green and blue, each lit or dark.
@PanelActor
final class ThreeLineLight: PanelLightSink {
    /// The lines of red, green and blue, in this order.
    let outputs: [OutputChannel]

    init(outputs: [OutputChannel]) {
        self.outputs = outputs
    }

    let levels = 1
    let gamut = LightGamut.seven

    func show(_ look: LightLook?, level: Double) throws(LightError) {
        let color = level > 0 ? look.map { LampColor(nearest: $0.color) } ?? .white : nil
        let channels = color?.channels ?? [false, false, false]
        var failure: GPIOError?
        // If a line is lost, the other lines still show their part of the color.
        for (output, isLit) in zip(outputs, channels) where output.isHeld {
            do throws(GPIOError) { try output.set(isLit) } catch { failure = error }
        }
        if let failure { throw .line(failure) }
    }
}
