/// A title with a symbol.
public struct Label<Title: View, Icon: View> {
    let title: Title
    let icon: Icon

    /// A label of two views.
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }
}

extension Label where Title == Text, Icon == Image {
    /// A title by its key, and a symbol by its SF Symbols name.
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init(title: Text(titleKey), icon: Image(systemName: name))
    }

    /// A localised title, with a symbol by its SF Symbols name.
    @_disfavoredOverload
    public init(_ titleResource: LocalizedStringResource, systemImage name: String) {
        self.init(title: Text(titleResource), icon: Image(systemName: name))
    }

    /// A title known only at run time, with a symbol by its SF Symbols name.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage name: String) {
        self.init(title: Text(title), icon: Image(systemName: name))
    }

    /// A title by its key, with a custom symbol.
    public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init(title: Text(titleKey), icon: Image(name))
    }

    /// A localised title, with a custom symbol.
    @_disfavoredOverload
    public init(_ titleResource: LocalizedStringResource, image name: String) {
        self.init(title: Text(titleResource), icon: Image(name))
    }

    /// A title known only at run time, with a custom symbol.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, image name: String) {
        self.init(title: Text(title), icon: Image(name))
    }

    private init(title: Text, icon: Image) {
        self.title = title
        self.icon = icon
    }
}

extension Label: View {
    /// The title and the symbol.
    public var body: some View {
        title
        icon
    }
}

/// A symbol in a label.
public struct Image: Hashable, Sendable {
    let symbol: ControlSnapshot.Symbol

    /// A symbol by its SF Symbols name.
    public init(systemName: String) {
        symbol = .system(systemName)
    }

    /// A custom symbol: the name of a `.symbolset`, or of an `.imageset` with an SVG, in the program's asset catalogues;
    /// or of a file `NAME.svg` in the panel's folder `symbols`.
    public init(_ name: String) {
        symbol = .custom(name)
    }
}

extension Image: View, LabelElement {
    public var body: Image { self }

    func describe(in content: inout LabelContent) {
        content.symbol = content.symbol ?? symbol
    }
}
