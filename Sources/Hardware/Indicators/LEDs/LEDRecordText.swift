/// The text of a record of LEDs: a line for each, of its name and of attributes with their values, with tabs between.
///
/// ```
/// ACT⇥brightness=0⇥trigger=timer⇥delay_off=900⇥delay_on=100
/// ```
enum LEDRecordText {
    static func text(of states: [String: LEDState]) -> String {
        states.sorted { $0.key < $1.key }.map { name, state in
            let own: [(String, String?)] = [
                ("brightness", state.brightness), ("multi_intensity", state.intensities), ("trigger", state.trigger),
            ]
            let fields =
                own.compactMap { name, text in text.map { "\(name)=\($0)" } }
                + state.attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return ([name] + fields).joined(separator: "\t") + "\n"
        }.joined()
    }

    /// What a record says; what is no record's is left out.
    static func states(of text: String) -> [String: LEDState] {
        var states: [String: LEDState] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard let name = fields.first, isFileName(name) else { continue }
            var state = LEDState()
            for field in fields.dropFirst() {
                guard let sign = field.firstIndex(of: "=") else { continue }
                let (attribute, text) = (field[..<sign], String(field[field.index(after: sign)...]))
                switch attribute {
                case "brightness": state.brightness = text
                case "multi_intensity": state.intensities = text
                case "trigger": state.trigger = text
                default: if isFileName(attribute) { state.attributes[String(attribute)] = text }
                }
            }
            states[String(name)] = state
        }
        return states
    }

    /// Neither a name nor an attribute is a way to another folder.
    private static func isFileName(_ name: Substring) -> Bool {
        !name.isEmpty && name.first != "." && !name.utf8.contains(UInt8(ascii: "/"))
    }
}
