import LocalAPI
import Testing

/// An invalid answer of an extension, and the resulting failure.
struct Nonsense: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var said: String?
    var failure: ExtensionFailure

    static let cases: [Nonsense] = [
        Nonsense(testDescription: "hangs up", said: nil, failure: .lost),
        Nonsense(testDescription: "says half", said: #"{"parameters":"#, failure: .lost),
        Nonsense(testDescription: "no JSON", said: "what?\0", failure: .invalid(problem: "it is not a JSON object")),
        Nonsense(testDescription: "an array", said: "[]\0", failure: .invalid(problem: "it is not a JSON object")),
        Nonsense(testDescription: "NUL", said: "\0", failure: .invalid(problem: "it is not a JSON object")),
        Nonsense(
            testDescription: "nothing of it", said: "{}\0",
            failure: .invalid(problem: "evaluation is missing")),
        Nonsense(
            testDescription: "a part is missing", said: #"{"parameters":{"evaluation":{"control":{}}}}"# + "\0",
            failure: .invalid(problem: "parameters.evaluation.control.kind is missing")),
        Nonsense(
            testDescription: "one of several",
            said: #"{"continues":true,"parameters":{"evaluation":{"control":{"kind":"a"}}}}"# + "\0",
            failure: .invalid(problem: "it is one of several, which were not asked for")),
        Nonsense(
            testDescription: "too long", said: String(repeating: "x", count: 65_537) + "\0",
            failure: .invalid(problem: "it is longer than 65536 bytes")),
        Nonsense(
            testDescription: "too deep", said: #"{"parameters":"# + String(repeating: "[", count: 30),
            failure: .lost),
        Nonsense(
            testDescription: "deep", said: String(repeating: "[", count: 3_000) + "\0",
            failure: .invalid(problem: "it is nested more than 24 deep")),
        Nonsense(
            testDescription: "too much", said: "[" + String(repeating: "1,", count: 9_000) + "1]\0",
            failure: .invalid(problem: "it has more than 8192 values")),
        Nonsense(
            testDescription: "an error with a reason",
            said: #"{"error":"io.holdfast.Extension.ValueFailed","parameters":{"reason":"no network"}}"# + "\0",
            failure: .refused(reason: "no network")),
        Nonsense(
            testDescription: "an error of its own",
            said: #"{"error":"a.b.Odd","parameters":{"x":1,"y":[1],"z":true,"n":null}}"# + "\0",
            failure: .refused(reason: "a.b.Odd (x: 1, z: true)")),
        Nonsense(
            testDescription: "an error of the protocol",
            said: #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"a.b.C"}}"# + "\0",
            failure: .refused(
                reason: "speaks another version of io.holdfast.Extension than this panel: there is no method a.b.C")),
    ]
}
