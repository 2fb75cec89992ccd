/// The JSON schema of a panel's file, for editors, made of the declarations that the reader reads by.
public enum PanelSchema {
    /// Draft 7, which every version of the language server for YAML that most editors use understands
    /// (`redhat-developer/yaml-language-server`: later drafts since 1.20 only). Nothing newer is needed.
    static let dialect = "http://json-schema.org/draft-07/schema#"

    /// The schema as JSON of several lines, always the same, with a line break at the end.
    public static let text = schema.text + "\n"

    static let schema = JSON.object(
        [
            .init("$schema", .string(dialect)),
            .init("title", .string("Panel of Holdfast")),
            .init("description", .string(PanelKeys.mapping.documentation)),
            .init(
                "$comment",
                .string(
                    """
                    Not in here, and checked by 'holdfast check': ranges of durations and percentages, references to controls, names, \
                    lines and domains that may be used once.
                    """)),
        ] + PanelKeys.mapping.schema)
}
