/// How long things may take.
enum TimeLimits {
    /// Of an action, unless its configuration says otherwise, in ms: within the 30 s that a panel gives an intent, with
    /// time left to ask for the state that it led to.
    static let action = 25_000
    /// The most that a configuration can say, in ms.
    static let longest = 3_600_000
    /// Of reading a state or a value: within the 5 s that a panel gives a provider.
    static let value = Duration.milliseconds(4_500)
}
