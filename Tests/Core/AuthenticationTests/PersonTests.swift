import Testing

@testable import Authentication

@Suite("People")
struct PersonTests {
    @Test(
        "an invalid name of a person is refused",
        arguments: [
            ("", .emptyName), (String(repeating: "a", count: 65), .longName),
            (String(repeating: "é", count: 33), .longName),
            (String(repeating: "x", count: 1 << 20), .longName), (".", .pathName), ("..", .pathName),
            ("a/b", .pathName), ("/etc/passwd", .pathName), (" Ada", .spacedName), ("Ada ", .spacedName),
            ("\u{A0}Ada", .spacedName), ("Ada\t", .spacedName), ("A\nda", .controlInName), ("A\u{0}da", .controlInName),
            ("A\u{7F}da", .controlInName), ("A\u{202E}da", .controlInName), ("A\u{200B}da", .controlInName),
            ("A\u{2028}da", .controlInName), ("A\u{1B}[31mda", .controlInName),
        ] as [(String, PersonRefusal)])
    func refused(name: String, refusal: PersonRefusal) {
        #expect(Person.refusal(ofName: name) == refusal)
        #expect(throws: refusal) { try Person(id: 1, name: name, role: .member) }
    }

    @Test(
        "an ordinary name of a person is accepted",
        arguments: [
            "Ada", "Ada Lovelace", "…", ".ada", "Zoë", "李", "O'Neil-Smith, Jr.", String(repeating: "é", count: 32),
        ])
    func taken(name: String) throws {
        #expect(try Person(id: 1, name: name, role: .owner).name == name)
    }

    @Test("only guests can have a validity", arguments: Role.allCases)
    func guests(role: Role) throws {
        var validity = Validity()
        validity.usesLeft = 1
        if role == .guest {
            #expect(try Person(id: 1, name: "G", role: role, validity: validity).validity == validity)
        } else {
            #expect(throws: PersonRefusal.validityOfNonGuest) {
                try Person(id: 1, name: "G", role: role, validity: validity)
            }
        }
    }

    @Test("the stored people are validated: salt, numbers, names, tags and count")
    func credentials() throws {
        func person(_ id: Int64, _ name: String, _ tag: SecretTag = .random()) throws -> EnrolledPerson {
            EnrolledPerson(person: try Person(id: id, name: name, role: .member), tag: tag)
        }
        func flaw(_ people: [EnrolledPerson], salt: Int = 16) -> CredentialsFlaw? {
            do throws(CredentialsFlaw) {
                let salt = [UInt8](repeating: 1, count: salt)
                _ = try Credentials(people: people, salt: salt, cost: .cheapest, recovery: nil, keyCheck: nil)
                return nil
            } catch { return error }
        }
        let tag = SecretTag.random()
        #expect(flaw([]) == nil)
        #expect(flaw([], salt: 15) == .salt && flaw([], salt: 17) == .salt)
        #expect(try flaw([person(0, "a")]) == .identity && flaw([person(-5, "a")]) == .identity)

        #expect(try flaw([person(1, "a"), person(1, "b")]) == .identity)
        #expect(try flaw([person(1, "a"), person(2, "a")]) == .name("a"))
        // Canonically equivalent: one name as far as people are concerned.
        #expect(try flaw([person(1, "Zo\u{EB}"), person(2, "Zoe\u{308}")]) == .name("Zoe\u{308}"))
        #expect(try flaw([person(1, "a", tag), person(2, "b", tag)]) == .sameTag)

        #expect(try flaw((1...64).map { try person($0, "p\($0)") }) == nil)
        #expect(try flaw((1...65).map { try person($0, "p\($0)") }) == .tooManyPeople)
    }
}
