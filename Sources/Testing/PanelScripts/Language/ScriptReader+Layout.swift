import ControlModel
import Panel

/// The steps that change the layout.
extension ScriptReader {
    static func layoutWish(_ step: String, _ tokens: inout ScriptTokens) throws(ScriptError) -> LayoutWish {
        switch step {
        case "place":
            let control = try tokens.word("the control")
            try tokens.expect("at")
            let place = try tokens.word("the place")
            let size = try tokens.peek.map { $0.contains("=") } == false ? size(&tokens) : nil
            let values = try assignments(&tokens)
            return .place(control: control, at: place, configuration: values.isEmpty ? nil : values, size: size)
        case "move":
            let place = try tokens.word("the place")
            try tokens.expect("to")
            return .move(place, to: try tokens.word("the other place"))
        case "resize": return .resize(try tokens.word("the place"), try size(&tokens))
        case "remove": return .remove(try tokens.word("the place"))
        default:
            let place = try tokens.word("the place")
            let values = try assignments(&tokens)
            if values.isEmpty { throw ScriptError("NAME=VALUE is missing", at: tokens.place) }
            return .configure(place, values, defaults: [])
        }
    }

    private static func size(_ tokens: inout ScriptTokens) throws(ScriptError) -> TileSize {
        try tokens.choice("the size", "size", ["small": .small, "medium": .medium, "large": .large])
    }

    /// All that is left of the line: names, each with `true`, `false`, a whole number or else a text.
    private static func assignments(_ tokens: inout ScriptTokens) throws(ScriptError) -> [String: IntentValue] {
        var values: [String: IntentValue] = [:]
        while !tokens.isEmpty {
            let word = try tokens.word("NAME=VALUE")
            guard let sign = word.firstIndex(of: "="), sign != word.startIndex else {
                throw ScriptError("expected NAME=VALUE, found '\(word)'", at: tokens.place)
            }
            let text = String(word[word.index(after: sign)...])
            let value = Bool(text).map { IntentValue.bool($0) } ?? Int(text).map { .int($0) } ?? .string(text)
            guard values.updateValue(value, forKey: String(word[..<sign])) == nil else {
                throw ScriptError("'\(word[..<sign])' is given twice", at: tokens.place)
            }
        }
        return values
    }
}
