import Controls

extension Errand {
    /// A program that is run once.
    static func command(_ words: [String]) -> Errand {
        Errand(kind: .command, values: ["arguments": .words(words)])
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
