// No `public import`: to Swift 6.2, which builds for arm64, a conformance that is unavailable is no public use.
import FoundationEssentials

// Types of parameters and entities that a panel does not have. Each message says what to write instead.

/// A type that no parameter can have. All its conformances are unavailable.
public protocol _UnsupportedValue: _IntentValue {}

extension _UnsupportedValue {
    /// Never asked: no parameter has the type.
    public static var _type: IntentValueType { .text }

    /// Never asked: no parameter has the type.
    public var _data: IntentValue { .null }

    /// Always `nil`: no parameter has the type.
    public init?(_data data: IntentValue) { return nil }
}

/// Not on a panel, which passes no files.
@available(*, unavailable, message: "a panel passes no files: take the path as a 'String'")
public struct IntentFile: _UnsupportedValue {}

/// Not on a panel, which has no contacts.
@available(*, unavailable, message: "a panel has no contacts: take a 'String', or an 'AppEntity' of people")
public struct IntentPerson: _UnsupportedValue {}

/// Not on a panel, which has no amounts of money.
@available(*, unavailable, message: "a panel has no amounts of money: take a 'Double'")
public struct IntentCurrencyAmount: _UnsupportedValue {}

/// Not on a panel, which has no wallet.
@available(*, unavailable, message: "a panel has no wallet: declare an 'AppEnum' of the ways to pay")
public struct IntentPaymentMethod: _UnsupportedValue {}

@available(*, unavailable, message: "a panel's texts have no styles: take a 'String'")
extension AttributedString: _UnsupportedValue {}

@available(*, unavailable, message: "a panel passes whole dates: take a 'Date'")
extension DateComponents: _UnsupportedValue {}

@available(*, unavailable, message: "a panel's numbers are binary: take a 'Double'")
extension Decimal: _UnsupportedValue {}

/// Not on a panel, whose entities all have a query.
@available(*, unavailable, message: "a panel's entities have a query: declare an 'AppEntity', or return a value")
public protocol TransientAppEntity: _UnsupportedValue {}

/// Not on a panel, which passes no files.
@available(*, unavailable, message: "a panel passes no files: declare an 'AppEntity' with the path as its 'id'")
public protocol FileEntity: _UnsupportedValue {}

/// Not on a panel, which loads each entity that an intent has.
@available(*, unavailable, message: "a panel loads each entity: take an array of the 'AppEntity'")
public struct EntityCollection<Entity: AppEntity>: _UnsupportedValue {}

/// Not on a panel, which searches entities by text.
@available(*, unavailable, message: "a panel searches by text: declare an 'EntityStringQuery'")
public protocol IntentValueQuery {}
