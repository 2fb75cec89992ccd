public import Controls
public import Foundation

// The resources of a program are one set, in which each name is found. Therefore no bundle has an effect.

extension Color {
    /// A colour set of the program's asset catalogues. `bundle` has no effect.
    public init(_ name: String, bundle: Bundle?) {
        self.init(name)
    }
}

extension Image {
    /// A custom symbol. `bundle` has no effect.
    public init(_ name: String, bundle: Bundle?) {
        self.init(name)
    }

    /// A custom symbol. `bundle` and `label`, a text for screen readers, have no effect.
    public init(_ name: String, bundle: Bundle? = nil, label: Text) {
        self.init(name)
    }

    /// A custom symbol. `variableValue`, which draws a part of the symbol, and `bundle` have no effect.
    public init(_ name: String, variableValue: Double?, bundle: Bundle? = nil) {
        self.init(name)
    }

    /// A symbol of the system. `variableValue`, which draws a part of the symbol, has no effect.
    public init(systemName: String, variableValue: Double?) {
        self.init(systemName: systemName)
    }

    /// A custom symbol. `bundle` has no effect.
    public init(decorative name: String, bundle: Bundle? = nil) {
        self.init(name)
    }
}

extension Text {
    /// A text by its key, usually a literal. `bundle` has no effect.
    public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle?, comment: StaticString? = nil) {
        self.init(key, tableName: tableName, comment: comment)
    }
}
