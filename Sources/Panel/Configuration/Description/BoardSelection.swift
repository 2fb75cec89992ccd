/// Which GPIO chip a panel's lines are on.
public enum BoardSelection: Sendable, Hashable {
    /// The chip of a Raspberry Pi's header, found by its label.
    case automatic
    /// A board in memory, without hardware.
    case simulated
    /// A chip by label (`pinctrl-bcm2711`), name (`gpiochip0`) or path (`/dev/gpiochip0`).
    case chip(String)
}
