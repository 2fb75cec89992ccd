import Configuration

/// The terminal's keys for a played panel. Each gesture of a button and each sensor has a key of its own: a terminal
/// reports neither the release of a key nor how long a key is held.
struct PlayKeys {
    /// The effect of a key.
    enum Action: Hashable {
        /// A gesture on a button, by the button's index in the file.
        case gesture(PlayedGesture, button: Int)
        /// A change of a sensor's level, by the sensor's index among the panel's sensors.
        case sensor(Int)
    }

    /// A key and its effect. `key` is `nil` once all keys are in use.
    struct Entry: Hashable {
        var key: Character?
        var action: Action
    }

    /// In the order of the legend: each button's gestures, then the sensors.
    let entries: [Entry]

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    private static let spares =
        alphabet + alphabet.map { Character($0.uppercased()) } + Array("-=[];',./!@$%^&()_+{}:<>?|~")

    /// A tap has the first free letter of the button's name, and a hold has that letter as a capital. A sensor has
    /// the first free letter of its control's key. The other gestures have the keys that are left.
    init(_ panel: PanelDescription) {
        var free = Self.spares
        var keys: [Action: Character] = [:]
        func take(_ key: Character?, for action: Action) {
            guard let key, let index = free.firstIndex(of: key) else { return }
            free.remove(at: index)
            keys[action] = key
        }
        func letter(of name: String) -> Character? {
            name.lowercased().first { Self.alphabet.contains($0) && free.contains($0) } ?? free.first
        }
        for (index, button) in panel.buttons.enumerated() {
            let tap = letter(of: button.name)
            take(tap, for: .gesture(.tap, button: index))
            let hold = tap.map { Character($0.uppercased()) }
            take(hold.flatMap { free.contains($0) ? $0 : nil } ?? free.last, for: .gesture(.hold, button: index))
        }
        let sensors = panel.controls.filter { $0.sensor != nil }
        for (index, control) in sensors.enumerated() { take(letter(of: control.key), for: .sensor(index)) }
        var actions: [Action] = []
        for (index, button) in panel.buttons.enumerated() {
            for gesture in PlayedGesture.allCases where gesture == .tap || gesture.control(of: button) != nil {
                let action = Action.gesture(gesture, button: index)
                actions.append(action)
                if keys[action] == nil { take(letter(of: button.name), for: action) }
            }
        }
        actions += sensors.indices.map { .sensor($0) }
        entries = actions.map { Entry(key: keys[$0], action: $0) }
    }

    /// The effect of a key; `nil` if the key has none.
    func action(of key: Character) -> Action? {
        entries.first { $0.key == key }?.action
    }
}

/// A gesture that a key makes.
enum PlayedGesture: String, CaseIterable {
    case tap
    case hold
    case doubleTap = "double tap"
    case tripleTap = "triple tap"
    case longHold = "long hold"

    /// The control that the gesture performs; a tap shows a hint instead.
    func control(of button: ButtonDescription) -> ControlReference? {
        switch self {
        case .tap: nil
        case .hold: button.hold
        case .doubleTap: button.doubleTap
        case .tripleTap: button.tripleTap
        case .longHold: button.longHold
        }
    }

    /// The durations of the contact's states: closed and open by turns, beginning with closed. The last duration
    /// keeps gestures apart.
    ///
    /// ```
    ///   double tap   ▁▁▁▁▔▔▔▔▁▁▁▁▔▔      hold   ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔
    ///                 tap  gap tap                hold_time, and a little
    /// ```
    func moves(on button: ButtonDescription) -> [Duration] {
        let usual = Duration.milliseconds(80)
        // Debouncing shortens both, and neither may become another gesture.
        let tap = min(max(usual, button.debounce * 2), button.holdTime * 3 / 4)
        let gap = min(max(usual, button.debounce * 2), button.doubleTapTime * 3 / 4)
        let rest = max(.milliseconds(30), button.debounce * 2)
        let margin = Duration.milliseconds(200)
        return switch self {
        case .tap: [tap, rest]
        case .doubleTap: [tap, gap, tap, rest]
        case .tripleTap: [tap, gap, tap, gap, tap, rest]
        case .hold:
            [
                button.longHold == nil
                    ? button.holdTime + margin
                    : button.holdTime + min(margin, (button.longHoldTime - button.holdTime) / 2), rest,
            ]
        case .longHold: [button.longHoldTime + margin, rest]
        }
    }
}
