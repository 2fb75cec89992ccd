/// What a performance can ask of the surface that it was asked for on. Whoever performs an intent sets it.
public struct _PerformanceContext: Sendable {
    /// The context of the performance that runs; `nil` where there is nobody to ask.
    @TaskLocal public static var current: _PerformanceContext?

    /// The performance's name.
    public let performance: String
    /// Asks people to confirm what is about to be done. Gives `false` where they declined, or did not answer in time.
    public let confirm: @Sendable (_ dialog: String?) async throws -> Bool

    /// A context of its parts.
    public init(performance: String, confirm: @escaping @Sendable (_ dialog: String?) async throws -> Bool) {
        self.performance = performance
        self.confirm = confirm
    }

    static func isConfirmed(_ dialog: String?) async throws -> Bool {
        guard let current else { throw AppIntentError.UserActionRequired.confirmation }
        return try await current.confirm(dialog)
    }
}
