enum ExtensionKeys {
    static let name = Key<String>.required(
        "name", .name(ofA: "extension"),
        """
        The extension's name, unique in any letter case. The extension's socket in the panel's folder of extensions has \
        the same name.
        """)
    static let domain = Key<String>.required(
        "domain", .domain,
        """
        The beginning of the kinds of the extension's controls, in reverse-DNS form. A Swift extension adds the domain \
        to kinds without it. The domains of extensions and of the panel must not be inside one another, in any letter \
        case.
        """)
    static let program = Key<[String]>.optional(
        "program", .program("[.build/debug/Focus]"),
        "The program and its arguments, only for holdfast up. A relative path is relative to the panel's file.")

    static let mapping = MappingDescription(
        noun: "extension", example: "{name: focus, domain: org.example.focus}",
        documentation: "An extension: a separate process that has the controls of its domain.",
        keys: [name, domain, program])

    @Sendable static func grant(_ fields: Fields) throws(Incomplete) -> ExtensionGrant {
        if let name = fields[name], let position = fields.position(of: Self.name) {
            fields.reading.use(name, ofA: "extension", at: position)
            if ExtensionGrant.reservedNames.contains(name.lowercased()) {
                fields.report(.reservedName(name, noun: "extension"), at: Self.name)
            }
        }
        if let domain = fields[domain], let position = fields.position(of: Self.domain) {
            if Domain.containing(domain).contains("io.holdfast") {
                fields.report(.reservedDomain(key: Self.domain.name, domain), at: Self.domain)
            }
            fields.reading.use(domain: domain, in: fields.place, at: position)
        }
        return ExtensionGrant(
            name: try fields.value(name), domain: try fields.value(domain), program: try fields.given(program) ?? [],
            position: fields.position(of: name) ?? fields.position)
    }
}
