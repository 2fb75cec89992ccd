extension Color {
    private static let accentName = "AccentColor"

    /// The colour set `AccentColor` of the program's asset catalogues; without a colour there, system blue.
    ///
    /// This is the tint of a control without a tint of its own.
    public static var accentColor: Color {
        AssetCatalogs.current.color(named: accentName, isRequired: false) ?? .blue
    }

    /// A colour set of the program's asset catalogues, in its light appearance.
    ///
    /// A colour set in a group is found by its name, and by `GROUP/NAME`. If no catalogue has the colour, the colour is
    /// `accentColor`, and the extension's notes have the reason.
    public init(_ name: String) {
        self = AssetCatalogs.current.color(named: name, isRequired: name != Self.accentName) ?? .accentColor
    }
}
