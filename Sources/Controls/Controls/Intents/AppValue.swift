/// A value of a program's own that a parameter can have, such as an `AppEnum`.
public protocol AppValue: _IntentValue, PersistentlyIdentifiable, TypeDisplayRepresentable,
    InstanceDisplayRepresentable
{}
