import GPIO

/// The answers so far. The dialogue's next question follows from the answers that are missing, so that a session that
/// was left goes on where it ended.
struct SetupDraft: Codable, Sendable, Hashable {
    /// An input that a person has pressed twice.
    struct Input: Codable, Sendable, Hashable {
        /// The line as the panel's file names it.
        var line: String
        /// Whether the contact connects the line to ground.
        var isActiveLow: Bool
        /// Whether the resistor inside the chip pulls the line up; otherwise down.
        var isPulledUp: Bool
        /// The name of the button, or the title of the contact's control.
        var name: String?
        /// Whether it is a contact of a door or a window, and no button.
        var isSensor: Bool?
        /// Whether the door or window of a contact was shut before a person moved it.
        var wasShut: Bool?
        /// The key of the control that a hold performs, or whose state the contact reports; empty for none.
        var control: String?
    }

    /// The part that an output moves.
    enum Part: String, Codable, Sendable, Hashable, CaseIterable {
        case relay, lock, motor, light
    }

    /// An output that a person has named.
    struct Output: Codable, Sendable, Hashable {
        /// The line as the panel's file names it.
        var line: String
        /// The part on the line.
        var part: Part?
        /// Whether the part is on while the line is low.
        var isActiveLow: Bool?
        /// Whether the output does not come into the panel.
        var isLeftOut = false
        /// The title of the control, or the name of the light.
        var name: String?
        /// The seconds that a pulse lasts; 0 for an output that stays on until it is switched off.
        var seconds: Int?
        /// Whether a person must give a PIN.
        var needsPIN: Bool?
        /// Whether that PIN must be given at the panel's own pad; `nil` for no.
        var asksAtPad: Bool?
        /// The key of the control that the light shows; `status` for the panel.
        var shows: String?
    }

    /// A keypad whose keys have all been pressed.
    struct Keypad: Codable, Sendable, Hashable {
        var rows: [String]
        var columns: [String]
        /// The keys of each row, from left to right.
        var keys: [String]
    }

    /// The chip; `nil` until it is known.
    var chip: String?
    /// Whether a new file takes the place of the existing one; `nil` until it is known.
    var startsAnew: Bool?
    /// The outputs, in the order in which they were named; `nil` until the question is answered.
    var outputs: [Output]?
    var inputs: [Input] = []
    var keypad: Keypad?
    /// Lines of inputs that chatter, are stuck, or were left out by a person.
    var leftOut: [String] = []
    /// The lines that have shown an edge. None of them is driven.
    var moved: Set<String> = []
    /// Whether all inputs are learned.
    var hasAllInputs = false
    var name: String?
    /// The host name of the page on the network; empty for no such page.
    var host: String?

    init() {}

    /// The index of the first light whose control is not known.
    var openLight: Int? {
        outputs?.firstIndex { !$0.isLeftOut && $0.part == .light && $0.name != nil && $0.shows == nil }
    }

    /// Whether the dialogue may drive the line for a moment: a person has named it as an output, and it has never moved
    /// by itself.
    func mayTry(_ line: String) -> Bool {
        !moved.contains(line) && outputs?.contains { $0.line == line && !$0.isLeftOut } == true
    }
}
