/// How an output drives its line.
public enum OutputDrive: Sendable, Hashable {
    /// To either level.
    case pushPull

    /// To the low level alone; otherwise the line floats, held by the chip's resistor. Several such outputs may be
    /// connected to each other.
    ///
    /// A chip that cannot do that is made an input meanwhile (`gpio_set_open_drain_value_commit` in
    /// `drivers/gpio/gpiolib.c`); a bias that its driver cannot set stays as it is.
    case openDrain(Bias)
}
