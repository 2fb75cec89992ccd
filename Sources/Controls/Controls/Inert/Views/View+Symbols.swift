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

public struct SymbolEffect: Hashable, Sendable {
    public static let appear = SymbolEffect()
    public static let disappear = SymbolEffect()
    /// The symbol jumps once.
    public static let bounce = SymbolEffect()
    public static let breathe = SymbolEffect()
    /// The symbol fades in and out.
    public static let pulse = SymbolEffect()
    public static let rotate = SymbolEffect()
    /// The symbol becomes larger or smaller.
    public static let scale = SymbolEffect()
    /// The symbol's layers light up one after another.
    public static let variableColor = SymbolEffect()
    public static let wiggle = SymbolEffect()
    /// The symbol changes to another one.
    public static let replace = SymbolEffect()
    public var byLayer: SymbolEffect { self }
    public var wholeSymbol: SymbolEffect { self }
    public var up: SymbolEffect { self }
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
    public static let `default` = SymbolEffectOptions()
    /// Again and again.
    public static let repeating = SymbolEffectOptions()
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
    case monochrome
    /// The symbol's own colours.
    case multicolor
    /// One colour in several degrees.
    case hierarchical
    case palette
}

/// Another form of a symbol.
public struct SymbolVariants: Hashable, Sendable {
    public static let none = SymbolVariants()
    public static let circle = SymbolVariants()
    public static let square = SymbolVariants()
    public static let rectangle = SymbolVariants()
    public static let fill = SymbolVariants()
    /// Crossed out.
    public static let slash = SymbolVariants()
    public var circle: SymbolVariants { self }
    public var square: SymbolVariants { self }
    public var fill: SymbolVariants { self }
    /// Crossed out.
    public var slash: SymbolVariants { self }
}

/// The animation from one content to another.
public struct ContentTransition: Hashable, Sendable {
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

public struct SystemLabelStyle: LabelStyle, Hashable {}

extension LabelStyle where Self == SystemLabelStyle {
    /// As the place suggests.
    public static var automatic: SystemLabelStyle { SystemLabelStyle() }
    public static var iconOnly: SystemLabelStyle { SystemLabelStyle() }
    public static var titleOnly: SystemLabelStyle { SystemLabelStyle() }
    public static var titleAndIcon: SystemLabelStyle { SystemLabelStyle() }
}
