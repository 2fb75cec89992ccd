import ControlModel

extension Errand {
    /// What stands for a capture's file in the arguments of its program.
    static let captureFile = "{file}"

    /// A program that is run once.
    static func command(_ words: [String]) -> Errand {
        Errand(kind: .command, values: ["arguments": .words(words)])
    }

    /// A program that writes a file, of which the newest are kept.
    static func capture(_ words: [String], keeping count: Int) -> Errand {
        Errand(kind: .capture, values: ["arguments": .words(words), "keep": .int(count)])
    }
}

extension IntentValue {
    /// A list of texts.
    static func words(_ words: [String]) -> IntentValue { .array(words.map { .string($0) }) }

    /// A duration as parameters have it: whole milliseconds.
    static func milliseconds(_ duration: Duration) -> IntentValue {
        .int(Int(duration / .milliseconds(1)))
    }
}
