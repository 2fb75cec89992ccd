import EventLoop
import GPIO
import Indicators

/// Red, green and blue behind one lens, each lit or dark.
@PanelActor
final class ThreeLineLight: PanelLightSink {
    /// Red, green, blue.
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
        // Those of a lost line show what they can.
        for (output, isLit) in zip(outputs, channels) where output.isHeld {
            do throws(GPIOError) { try output.set(isLit) } catch { failure = error }
        }
        if let failure { throw .line(failure) }
    }
}
