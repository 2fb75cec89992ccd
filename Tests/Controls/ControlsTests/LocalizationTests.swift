import Testing

@testable import Controls

struct LocalizationTests {
    @Test("C11 a literal is its own key, and is shown if no table has it")
    func literal() {
        let resource: LocalizedStringResource = "100% Front Door"
        #expect(resource.key == "100% Front Door")
        #expect(String(localized: resource) == "100% Front Door")
    }

    @Test("C11 an interpolated literal is a format, as in a table of translations")
    func interpolation() {
        let door = "Front"
        let resource: LocalizedStringResource = "\(3) visits, \(door) door: \(0.5) of 100%"
        #expect(resource.key == "%lld visits, %@ door: %lf of 100%%")
        #expect(String(localized: resource) == "3 visits, Front door: 0.5 of 100%")
        #expect(String(localized: "In: \(resource)") == "In: 3 visits, Front door: 0.5 of 100%")
    }

    @Test("C11 a key with a default value is shown as the value")
    func defaultValue() {
        let resource = LocalizedStringResource("door.title", defaultValue: "Door \(2)", table: "Doors")
        #expect(resource.key == "door.title")
        #expect(resource.table == "Doors")
        #expect(String(localized: resource) == "Door 2")
    }

    @Test(
        "C11 translations may reorder the values, and a translator's mistake is reported and harmless",
        arguments: [
            ("%2$@ %1$@", "b a"), ("%@ %@ %@", "a b %@"), ("%3$@", "%3$@"), ("%0$@", "%0$@"), ("%", "%"), ("%%", "%"),
            ("%5", "%5"), ("%.2lf|%-5d", "a|b"), ("%$@", "%$@"), ("100%% %@", "100% a"), ("", ""),
            ("%99999999999999999999$@", "%99999999999999999999$@"),
            ("%-9223372036854775808$@", "%-9223372036854775808$@"),
        ])
    func fill(format: String, text: String) {
        #expect(TextFormat.fill(format, with: ["a", "b"]) == text)
    }

    @Test("C6 a literal is a key to look up, and a string from run time is shown unchanged")
    func literalsAreKeys() {
        let name = "Ann"
        #expect(Text("Hello \(name)").text.key == "Hello %@")
        #expect(Text("Hello \(name)" as String).text.key == "Hello Ann")
        #expect(Text(verbatim: "50%").text.resolved() == "50%")
        #expect(Label("Hello \(name)", systemImage: "hand.wave").title.text.key == "Hello %@")
    }

    @Test("C11 an intent's description accepts the usual literals")
    func intentDescription() {
        let description: IntentDescription = "Opens door \(2)"
        #expect(String(localized: description.descriptionText) == "Opens door 2")
        #expect(IntentDescription("A", categoryName: "B", searchKeywords: ["c"]).categoryName == "B")
    }

    @Test("C11 a number is formatted by its specifier, and a wrong specifier changes nothing")
    func specifiers() {
        let resource: LocalizedStringResource = "\(21.456, specifier: "%.1f") degrees, room \(7, specifier: "%03ld")"
        #expect(resource.key == "%.1f degrees, room %03ld")
        #expect(String(localized: resource) == "21.5 degrees, room 007")
        #expect(NumberFormat("%5.2f")?.text(of: 2.0) == " 2.00")
        #expect(NumberFormat("%x")?.text(of: Int64(255)) == "ff")
        for specifier in ["", "%", "f", "%s", "%n", "%*d", "%d%d", "%1$d", "%999999999f", "%ll", "%@", "d%"] {
            #expect(NumberFormat(specifier) == nil, "\(specifier)")
        }
        #expect(NumberFormat("%d")?.text(of: 1.5) == nil)
        #expect(NumberFormat("%f")?.text(of: Int64(1)) == nil)
        #expect(NumberFormat("%99.99f")?.text(of: 1e300)?.utf8.count == 401)
    }
}
