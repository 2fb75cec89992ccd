/// The drawings that a page has besides its own.
public struct PageSymbols: Sendable {
    /// The panel's own symbols, by names of letters of ASCII, digits, `-`, `_` and `.`. They replace symbols of the page
    /// and of extensions.
    public var own: [String: SymbolDrawing]
    /// The symbols of extensions, by names as above, with `/` between a group and a name. Only a control that names one
    /// of its extension's own symbols shows them: they do not replace symbols of the system, such as the page's padlock.
    public var assets: [String: SymbolDrawing]

    /// Creates symbols; without arguments, none.
    public init(own: [String: SymbolDrawing] = [:], assets: [String: SymbolDrawing] = [:]) {
        (self.own, self.assets) = (own, assets)
    }
}
