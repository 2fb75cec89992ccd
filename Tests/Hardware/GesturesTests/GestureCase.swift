import MonotonicTime
import Testing

@testable import Gestures

/// A rule, its script, and the expected transcript.
struct GestureCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let input: String
    let expected: String
    let bound: GestureSet
    let timings: GestureTimings
    let startsActive: Bool
    /// The transcript for a late reader: after lost edges only a timely level shows the difference.
    let late: String

    init(
        _ rule: String, _ input: String, _ expected: String, late: String? = nil, bound: GestureSet = [],
        timings: GestureTimings = GestureTimings(), startsActive: Bool = false
    ) {
        self.rule = rule
        self.input = input
        self.expected = expected
        self.bound = bound
        self.timings = timings
        self.startsActive = startsActive
        self.late = late ?? expected
    }

    var testDescription: String { rule }

    func recognizer() -> ButtonRecognizer {
        ButtonRecognizer(bound: bound, timings: timings, isActive: startsActive, at: .zero)
    }

    func transcript(_ handling: GestureScript.Handling) -> String {
        var recognizer = recognizer()
        return GestureScript(input).outputs(of: &recognizer, level: startsActive, handling: handling).transcript
    }

    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(transcript(.prompt) == expected, "\(rule), read promptly", sourceLocation: sourceLocation)
        #expect(transcript(.late) == late, "\(rule), read late", sourceLocation: sourceLocation)
    }
}
