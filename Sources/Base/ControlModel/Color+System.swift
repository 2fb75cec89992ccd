/// The system colours in the light appearance, as Apple's Human Interface Guidelines gave them for iOS 13 to 18.
extension Color {
    /// #FF3B30
    public static let red = Color(0xFF3B30)
    /// #FF9500
    public static let orange = Color(0xFF9500)
    /// #FFCC00
    public static let yellow = Color(0xFFCC00)
    /// #34C759
    public static let green = Color(0x34C759)
    /// #00C7BE
    public static let mint = Color(0x00C7BE)
    /// #30B0C7
    public static let teal = Color(0x30B0C7)
    /// #32ADE6
    public static let cyan = Color(0x32ADE6)
    /// #007AFF, the tint of a control without its own.
    public static let blue = Color(0x007AFF)
    /// #5856D6
    public static let indigo = Color(0x5856D6)
    /// #AF52DE
    public static let purple = Color(0xAF52DE)
    /// #FF2D55
    public static let pink = Color(0xFF2D55)
    /// #A2845E
    public static let brown = Color(0xA2845E)
    /// #8E8E93
    public static let gray = Color(0x8E8E93)
    /// #FFFFFF
    public static let white = Color(0xFFFFFF)
    /// #000000
    public static let black = Color(0x000000)

    /// The default tint, system blue.
    public static let accentColor = blue

    /// The names that `named(_:)` knows, in the order of the colour wheel.
    public static let names: [String] = system.map(\.name)

    /// The system colour of this name, such as `purple`; `nil` where there is none.
    public static func named(_ name: String) -> Color? {
        system.first { $0.name == name }?.color
    }

    private static let system: [(name: String, color: Color)] = [
        ("red", red), ("orange", orange), ("yellow", yellow), ("green", green), ("mint", mint), ("teal", teal),
        ("cyan", cyan), ("blue", blue), ("indigo", indigo), ("purple", purple), ("pink", pink), ("brown", brown),
        ("gray", gray), ("white", white), ("black", black),
    ]
}
