/// The long form of a reference to a control: `{kind: KIND}`.
enum ControlReferenceKeys {
    static let kind = Key<String>.required(
        "kind", .kind, "The control's kind: the panel's domain, a dot and the control's key.")

    static let mapping = MappingDescription(
        noun: "reference", example: "{kind: org.example.hallway.door}", documentation: "Names a control by its kind.",
        keys: [kind.description])
}
