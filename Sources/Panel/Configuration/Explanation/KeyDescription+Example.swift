import MonotonicTime

extension KeyDescription {
    /// A line of YAML in which the key has a value,.
    var example: String {
        if case .table(let element) = form {
            return "\(name): {\(Self.names[element.noun] ?? element.noun): \(element.example)}"
        }
        return "\(name): \(exampleValue)"
    }

    private var exampleValue: String {
        if let text = Self.texts[name], case .text = form { return text }
        if name == KeypadKeys.device.name, case .device = form,
            documentation == KeypadKeys.device.description.documentation
        {
            return "/dev/input/by-id/usb-pad-event-kbd"
        }
        return form.example
    }

    /// Names of what is in tables, by its noun.
    private static let names = ["control": "flashlight", "button": "action", "light": "flashlight"]

    /// Texts for people, by key: any text would do, but one that fits says more.
    private static let texts = [
        "name": "Hallway", "title": "Front Door", "description": "Opens the door for three seconds.",
        "value_on": "Do Not Disturb", "value_off": "Available", "hint": "Unlock the Door",
        "hint_turn_on": "Start the Fan", "hint_turn_off": "Stop the Fan", "status": "Open for 3 s",
        "status_turn_on": "Fan Started", "status_turn_off": "Fan Stopped", "enter": "\"#\"", "clear": "\"*\"",
    ]
}

extension ValueForm {
    /// A value of this form, as a file writes it in one line.
    fileprivate var example: String {
        switch self {
        case .text, .argument: "Some text"
        case .boolean: "true"
        case .choice(let words): words.first ?? ""
        case .duration(let range): range.contains(.seconds(1)) ? "1s" : range.upperBound.text
        case .color: "yellow"
        case .symbol: "lightbulb.fill"
        case .line: "GPIO17"
        case .control, .controlName, .assignment, .shown, .tile: "flashlight"
        case .number(let range): "\(range.lowerBound)"
        case .triple(let range): "[\(range.triple)]"
        case .timeOfDay: "\"22:00\""
        case .percentage(let range): "\(range.upperBound / 5)%"
        case .led: "rgb:door"
        case .rhythm(_, let example): example
        case .unit: "backup.service"
        case .url: "http://localhost:9/ring"
        case .headers: "{Content-Type: application/json}"
        case .view: "history"
        case .scene: "{flashlight: true, porch: false}"
        case .kind: "org.example.hallway.flashlight"
        case .configuration: "{timer: work}"
        case .value: "work"
        case .device: "/dev/lcd"
        case .name: "focus"
        case .board: "auto"
        case .domain: "org.example.hallway"
        case .mapping(let mapping), .table(let mapping), .oneOrMore(let mapping), .mappingOrWord(let mapping, _):
            mapping.example
        case .list(_, let example, _): example
        }
    }
}
