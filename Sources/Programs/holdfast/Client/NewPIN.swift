import Authentication
import EventLoop

/// The check of a PIN before a panel gets it.
enum NewPIN {
    /// Why the panel would refuse the PIN; `nil` if it would not.
    ///
    /// - Parameter minimum: The panel's minimum number of digits; `nil` if unknown.
    @PanelActor
    static func refusal(of pin: String, minimum: Int?) -> PINRefusal? {
        let entry = PINEntry()
        entry.append(pin)
        return PINRule(minimum: minimum ?? PINRule.shortestMinimum).refusal(of: entry.take())
    }
}
