/// Modifiers for symbols and changes of what is shown. They have no effect, because a panel draws no views.
extension View {
    /// Changes nothing.
    public func symbolEffect(
        _ effect: SymbolEffect, options: SymbolEffectOptions = .default, isActive: Bool = true
    ) -> some View { self }
    /// Changes nothing.
    public func symbolEffect(
        _ effect: SymbolEffect, options: SymbolEffectOptions = .default, value: some Equatable
    ) -> some View { self }
    /// Changes nothing.
    public func symbolEffectsRemoved(_ isEnabled: Bool = true) -> some View { self }
    /// Changes nothing.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
    /// Changes nothing.
    public func symbolVariant(_ variant: SymbolVariants) -> some View { self }
    /// Changes nothing.
    public func contentTransition(_ transition: ContentTransition) -> some View { self }
    /// Changes nothing: a control shows its title and its symbol.
    public func labelStyle(_ style: some LabelStyle) -> some View { self }
}

/// An animation of a symbol.
public struct SymbolEffect: Hashable, Sendable {
    /// The symbol appears.
    public static let appear = SymbolEffect()
    /// The symbol disappears.
    public static let disappear = SymbolEffect()
    /// The symbol jumps once.
    public static let bounce = SymbolEffect()
    /// The symbol breathes.
    public static let breathe = SymbolEffect()
    /// The symbol fades in and out.
    public static let pulse = SymbolEffect()
    /// The symbol turns.
    public static let rotate = SymbolEffect()
    /// The symbol becomes larger or smaller.
    public static let scale = SymbolEffect()
    /// The symbol's layers light up one after another.
    public static let variableColor = SymbolEffect()
    /// The symbol wiggles.
    public static let wiggle = SymbolEffect()
    /// The symbol changes to another one.
    public static let replace = SymbolEffect()
    /// The effect by layers.
    public var byLayer: SymbolEffect { self }
    /// The effect as a whole.
    public var wholeSymbol: SymbolEffect { self }
    /// The effect upwards.
    public var up: SymbolEffect { self }
    /// The effect downwards.
    public var down: SymbolEffect { self }
    /// One layer after another, adding up.
    public var cumulative: SymbolEffect { self }
    /// One layer after another.
    public var iterative: SymbolEffect { self }
    /// The effect forwards and backwards.
    public var reversing: SymbolEffect { self }
    /// The old symbol goes down, the new one comes up.
    public var downUp: SymbolEffect { self }
    /// The new symbol comes up.
    public var upUp: SymbolEffect { self }
    /// The old symbol goes off upwards.
    public var offUp: SymbolEffect { self }
}

/// How often and how fast a symbol's effect runs.
public struct SymbolEffectOptions: Hashable, Sendable {
    /// As usual.
    public static let `default` = SymbolEffectOptions()
    /// Again and again.
    public static let repeating = SymbolEffectOptions()
    /// Once.
    public static let nonRepeating = SymbolEffectOptions()
    /// A number of times.
    public static func `repeat`(_ count: Int?) -> SymbolEffectOptions { SymbolEffectOptions() }
    /// At another speed.
    public static func speed(_ speed: Double) -> SymbolEffectOptions { SymbolEffectOptions() }
    /// At another speed.
    public func speed(_ speed: Double) -> SymbolEffectOptions { self }
}

/// The colours of a symbol's layers.
public enum SymbolRenderingMode: Hashable, Sendable {
    /// One colour.
    case monochrome
    /// The symbol's own colours.
    case multicolor
    /// One colour in several degrees.
    case hierarchical
    /// Given colours.
    case palette
}

/// Another form of a symbol.
public struct SymbolVariants: Hashable, Sendable {
    /// The symbol as named.
    public static let none = SymbolVariants()
    /// In a circle.
    public static let circle = SymbolVariants()
    /// In a square.
    public static let square = SymbolVariants()
    /// In a rectangle.
    public static let rectangle = SymbolVariants()
    /// Filled.
    public static let fill = SymbolVariants()
    /// Crossed out.
    public static let slash = SymbolVariants()
    /// In a circle.
    public var circle: SymbolVariants { self }
    /// In a square.
    public var square: SymbolVariants { self }
    /// Filled.
    public var fill: SymbolVariants { self }
    /// Crossed out.
    public var slash: SymbolVariants { self }
}

/// The animation from one content to another.
public struct ContentTransition: Hashable, Sendable {
    /// None.
    public static let identity = ContentTransition()
    /// The contents change into each other.
    public static let interpolate = ContentTransition()
    /// One content fades into the other.
    public static let opacity = ContentTransition()
    /// As suits symbols.
    public static let symbolEffect = ContentTransition()
    /// As suits numbers.
    public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
    /// As suits numbers.
    public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
    /// As suits symbols.
    public static func symbolEffect(
        _ effect: SymbolEffect, options: SymbolEffectOptions = .default
    ) -> ContentTransition { ContentTransition() }
}

/// The parts of a label that are drawn.
public protocol LabelStyle: Sendable {}

/// A style of labels that the system has.
public struct SystemLabelStyle: LabelStyle, Hashable {}

extension LabelStyle where Self == SystemLabelStyle {
    /// As the place suggests.
    public static var automatic: SystemLabelStyle { SystemLabelStyle() }
    /// The symbol alone.
    public static var iconOnly: SystemLabelStyle { SystemLabelStyle() }
    /// The title alone.
    public static var titleOnly: SystemLabelStyle { SystemLabelStyle() }
    /// Both.
    public static var titleAndIcon: SystemLabelStyle { SystemLabelStyle() }
}
