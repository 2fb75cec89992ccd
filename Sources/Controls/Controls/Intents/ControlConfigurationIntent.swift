/// What people configure of a control, as parameters of an intent. It is not performed, and needs no `perform()`.
public protocol ControlConfigurationIntent: SystemIntent {}

extension ControlConfigurationIntent {
    /// Does nothing: a configuration is only read.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}
