/// A symbol in a label.
public struct Image: Hashable, Sendable {
    let symbol: ControlSnapshot.Symbol

    /// A symbol by its SF Symbols name.
    public init(systemName: String) {
        symbol = .system(systemName)
    }

    /// A custom symbol: the name, without extension, of an SVG in the folder `symbols`.
    public init(_ name: String) {
        symbol = .custom(name)
    }
}

extension Image: View, LabelElement {
    /// The view itself.
    public var body: Image { self }

    func describe(in content: inout LabelContent) {
        content.symbol = content.symbol ?? symbol
    }
}
