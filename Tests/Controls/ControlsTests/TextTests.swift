import Foundation
import Testing

@testable import Controls

/// A panel shows only the words of texts that iOS draws with images and grammar.
struct TextTests {
    @MainActor
    private func shown(_ text: Text) -> LabelContent { LabelContent(of: text) }

    @Test("a Text with an image shows its words, and the image is the label's symbol")
    @MainActor
    func image() {
        let lock = Image(systemName: "lock")
        for (text, words) in [
            (Text("\(lock) Locked"), "Locked"), (Text("Locked \(lock)"), "Locked"),
            (Text("Door \(lock) locked"), "Door locked"), (Text("Door\(lock)"), "Door"),
            (Text("\(lock) \(lock) Two"), "Two"), (Text("\(Text("Locked")) now"), "Locked now"),
        ] {
            #expect(shown(text).text == words)
            #expect(shown(text).symbol == (words == "Locked now" ? nil : .system("lock")))
        }
        #expect(shown(Text("\(Text("\(lock) In")) a text")).symbol == .system("lock"))
    }

    @Test(
        "a second text in a button's label is shown beneath the first, except while the button runs with a text of its own"
    )
    @MainActor
    func subtitle() throws {
        let button = try evaluate {
            ControlWidgetButton(action: Ring()) {
                Image(systemName: "bell")
                Text("Bell")
                Text(verbatim: "Twice a day")
                Text(verbatim: "Not shown")
            } actionLabel: { isRunning in
                if isRunning { Text("Ringing") }
            }
        }
        #expect(button.snapshot().title == "Bell")
        #expect(button.snapshot().valueText == "Twice a day")
        #expect(button.snapshot(isRunning: true).valueText == "Ringing")
        #expect(!button.snapshot().privacy.valueLabel)
        let secret = try evaluate {
            ControlWidgetButton(action: Ring()) {
                VStack {
                    Text("Bell")
                    Text(verbatim: "Twice a day")
                }
                .privacySensitive()
            }
        }
        #expect(secret.snapshot().privacy.valueLabel)
    }

    @Test("a second text in a toggle's label does not take the place of its state")
    @MainActor
    func subtitleOfToggle() throws {
        let toggle = try evaluate {
            ControlWidgetToggle(isOn: true, action: SetLamp()) {
                Text("Lamp")
                Text("Hall")
            }
        }
        #expect(toggle.snapshot().valueText == "On")
    }

    @Test("a Text with only an image has no words, so that the control is shown by its name")
    @MainActor
    func onlyImage() {
        for text in [Text(Image(systemName: "lock")), Text("\(Image(systemName: "lock"))")] {
            #expect(shown(text).text == nil)
            #expect(shown(text).symbol == .system("lock"))
        }
        let label = Label {
            Text("\(Image(systemName: "lock")) Door")
        } icon: {
            Image(systemName: "door.left.hand.closed")
        }
        #expect(LabelContent(of: label).text == "Door")
    }

    @Test(
        "a Text with grammar agreement shows words without markup, the number's noun in the English plural",
        arguments: [
            ("^[3 visitor](inflect: true)", "3 visitors"), ("^[1 visitor](inflect: true)", "1 visitor"),
            ("^[0 visitor](inflect: true) today", "0 visitors today"), ("^[3 visitors](inflect: true)", "3 visitors"),
            ("^[2 entry](inflect: true), ^[2 key](inflect: true)", "2 entries, 2 keys"),
            ("^[2 box](inflect: true) on ^[2 bench](inflect: true)", "2 boxes on 2 benches"),
            ("^[2.5 hour](inflect: true)", "2.5 hours"), ("^[visitor](inflect: true)", "visitor"),
            ("^[2](inflect: true)", "2"), ("^[2 visitor](inflect: false)", "2 visitor"),
            ("^[her bag](agreeWithArgument: 1)", "her bag"), ("^[2 visitor](morphology: { x })", "2 visitor"),
            ("^[2 visitor](inflect: true", "^[2 visitor](inflect: true"), ("^[2 visitor]", "^[2 visitor]"),
            ("^[", "^["), ("^[](inflect: true)", ""), ("a ^ [b](c)", "a ^ [b](c)"),
        ])
    @MainActor
    func inflection(written: String, words: String) {
        #expect(shown(Text(LocalizedStringKey(written))).text == words)
        #expect(String(localized: LocalizedStringResource(stringLiteral: written)) == words)
        #expect(shown(Text(verbatim: written)).text == written, "what is known only at run time is no markup")
    }

    @Test("a Text with an interpolated number agrees with the number")
    @MainActor
    func interpolated() {
        for (count, words) in [(1, "1 visitor"), (4, "4 visitors")] {
            #expect(shown(Text("^[\(count) visitor](inflect: true)")).text == words)
        }
    }

    @Test("a thrown LocalizedError shows its errorDescription; without one, its description")
    func localizedError() {
        #expect(String(failure: MissingLamp(errorDescription: "The lamp is missing")) == "The lamp is missing")
        #expect(String(failure: MissingLamp(errorDescription: nil)) == "MissingLamp")
        #expect(String(failure: BothWays()) == "by its resource")
    }
}

/// Declared as in sources for iOS, with all of Foundation.
private struct MissingLamp: LocalizedError, CustomStringConvertible {
    var errorDescription: String?
    var description: String { "MissingLamp" }
}

private struct BothWays: LocalizedError, CustomLocalizedStringResourceConvertible {
    var errorDescription: String? { "by its description" }
    var localizedStringResource: LocalizedStringResource { "by its resource" }
}
