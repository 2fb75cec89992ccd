/// Gives the values that a parameter can have, where they are known only at run time.
public protocol DynamicOptionsProvider: Sendable {
    /// The values to choose from.
    associatedtype Result: ResultsCollection

    /// The values to choose from.
    func results() async throws -> Result

    /// The value that is taken where nobody has chosen; `nil`, as by default, where there is none.
    func defaultResult() async -> Result.Item?
}

extension DynamicOptionsProvider {
    /// None.
    public func defaultResult() async -> Result.Item? { nil }

    func choices() async throws -> [IntentChoice] {
        try await results()._items.map(IntentChoice.init(of:))
    }

    func defaultData() async -> IntentValue? {
        await defaultResult()?._data
    }
}

/// Values to choose from, most often an array.
public protocol ResultsCollection: Sendable {
    /// The type of a value.
    associatedtype Item: _IntentValue

    /// The values, in the order in which they are offered.
    var _items: [Item] { get }
}

extension Array: ResultsCollection where Element: _IntentValue {
    /// The elements.
    public var _items: [Element] { self }
}
