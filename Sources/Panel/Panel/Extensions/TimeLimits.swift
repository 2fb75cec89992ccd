/// How long extensions may take. While a panel is developed there are no limits: a breakpoint is no hang (C43).
struct TimeLimits: Sendable {
    /// For performing an intent (C26).
    let perform: Duration?
    /// For a provider's value, and for an extension's description (C44).
    let value: Duration?
    /// For people to confirm (C24).
    let confirmation = Duration.seconds(10)
    /// Whether storms of reloads are thinned out (C43).
    let joinsReloads: Bool

    init(developerMode: Bool) {
        perform = developerMode ? nil : .seconds(30)
        value = developerMode ? nil : .seconds(5)
        joinsReloads = !developerMode
    }
}
