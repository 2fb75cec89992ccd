/// Donations of intents, from which Apple's systems learn what a user may want to do next. A panel does not learn: the
/// methods have no effect.
extension AppIntent {
    /// Does nothing.
    @discardableResult
    public func donate() -> IntentDonationIdentifier { IntentDonationIdentifier() }

    /// Does nothing.
    @discardableResult
    public func donate() async throws -> IntentDonationIdentifier { IntentDonationIdentifier() }

    /// Does nothing.
    @discardableResult
    public func donate(result: some IntentResult) -> IntentDonationIdentifier { IntentDonationIdentifier() }

    /// Does nothing.
    @discardableResult
    public func donate(result: some IntentResult) async throws -> IntentDonationIdentifier {
        IntentDonationIdentifier()
    }
}

/// The identity of a donation. A panel keeps no donations, so that all identities are equal.
public struct IntentDonationIdentifier: Hashable, Sendable {}

/// Receives donations of intents. A panel keeps none.
public struct IntentDonationManager: Sendable {
    /// The program's manager.
    public static let shared = IntentDonationManager()

    private init() {}

    /// Does nothing.
    @discardableResult
    public func donate(intent: some AppIntent) -> IntentDonationIdentifier { IntentDonationIdentifier() }

    /// Does nothing.
    @discardableResult
    public func donate(intent: some AppIntent) async throws -> IntentDonationIdentifier { IntentDonationIdentifier() }

    /// Does nothing.
    @discardableResult
    public func donate(intent: some AppIntent, result: some IntentResult) -> IntentDonationIdentifier {
        IntentDonationIdentifier()
    }

    /// Does nothing.
    @discardableResult
    public func donate(intent: some AppIntent, result: some IntentResult) async throws -> IntentDonationIdentifier {
        IntentDonationIdentifier()
    }

    /// Deletes nothing.
    ///
    /// - Returns: No donations.
    @discardableResult
    public func deleteDonations(
        matching predicate: IntentDonationMatchingPredicate
    ) async throws -> [IntentDonationIdentifier] {
        []
    }
}

/// Some of the donations. A panel keeps none.
public struct IntentDonationMatchingPredicate: Sendable {
    /// The donations with these identities.
    public static func donationIdentifiers(
        _ identifiers: [IntentDonationIdentifier]
    ) -> IntentDonationMatchingPredicate {
        IntentDonationMatchingPredicate()
    }

    public static func intentType(_ intentType: any AppIntent.Type) -> IntentDonationMatchingPredicate {
        IntentDonationMatchingPredicate()
    }
}
