/// A condition on a property of entities. Its closure turns the user's value into what the query understands.
///
/// A panel ignores the comparators of a query, and never calls their closures. So comparators of one form are one class.
public class EntityQueryComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue, InputType: _IntentValue, ComparatorMappingType
> {
    init() {}
}

/// A condition on a property of entities, whatever the condition.
public struct AnyEntityQueryComparator<
    Entity: AppEntity, Subject: AppEntity, Property: EntityProperty<PropertyType>, PropertyType: _IntentValue,
    ComparatorMappingType
> {}

/// Combines the comparators of a property.
@resultBuilder
public enum EntityQueryComparatorsBuilder<
    Entity: AppEntity, Subject: AppEntity, Property: EntityProperty<PropertyType>, PropertyType: _IntentValue,
    ComparatorMappingType
> {
    public typealias Component = AnyEntityQueryComparator<
        Entity, Subject, Property, PropertyType, ComparatorMappingType
    >

    public static func buildExpression<InputType: _IntentValue>(
        _ expression: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType>
    ) -> Component {
        Component()
    }

    public static func buildBlock(_ comparators: Component...) -> [Component] { comparators }
}

public final class EqualToComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Equatable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType, ComparatorMappingType> {
    public convenience init(mappingTransform: @escaping (PropertyType) -> ComparatorMappingType) { self.init() }
}

/// The property differs from the value.
public typealias NotEqualToComparator = EqualToComparator

public final class LessThanComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType.ValueType, ComparatorMappingType>
where PropertyType.ValueType: Comparable {
    public convenience init(mappingTransform: @escaping (PropertyType.ValueType) -> ComparatorMappingType) {
        self.init()
    }
}

/// The property is at most the value.
public typealias LessThanOrEqualToComparator = LessThanComparator

public typealias GreaterThanComparator = LessThanComparator

/// The property is at least the value.
public typealias GreaterThanOrEqualToComparator = LessThanComparator

/// The property is between two values.
public final class IsBetweenComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue, InputType: _IntentValue, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {}

extension IsBetweenComparator where InputType == PropertyType.ValueType, InputType: Comparable {
    public convenience init(mappingTransform: @escaping (InputType, InputType) -> ComparatorMappingType) { self.init() }
}

/// The property, a text or a list, contains the value.
public final class ContainsComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue, InputType: _IntentValue, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {}

extension ContainsComparator where PropertyType == String, InputType == String {
    public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) { self.init() }
}

extension ContainsComparator where PropertyType == String?, InputType == String {
    /// A comparator for an optional text.
    public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) { self.init() }
}

extension ContainsComparator where PropertyType == [InputType], InputType: Equatable {
    public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) { self.init() }
}

extension ContainsComparator where PropertyType == [InputType]?, InputType: Equatable {
    /// A comparator for an optional list.
    public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) { self.init() }
}

/// The property, a text, begins with the value.
public final class HasPrefixComparator<
    Property: EntityProperty<PropertyType>, PropertyType: _IntentValue, InputType: _IntentValue, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {}

extension HasPrefixComparator where PropertyType == String, InputType == String {
    public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) { self.init() }
}

extension HasPrefixComparator where PropertyType == String?, InputType == String {
    /// A comparator for an optional text.
    public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) { self.init() }
}

/// The property, a text, ends with the value.
public typealias HasSuffixComparator = HasPrefixComparator
