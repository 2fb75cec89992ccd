import Gestures
import MonotonicTime

/// Records the keys that are down, and checks a keypad's reports against them.
struct KeypadLedger {
    /// The keys that are down.
    private(set) var down: Set<Character> = []
    /// The keys whose last report is a press.
    private(set) var pressed: Set<Character> = []
    private var quarantined: Set<Character> = []
    private var upSince: [Character: MonotonicInstant] = [:]
    /// Whether no key counts until all keys are up.
    private var isSpoiled = false
    private var latest = MonotonicInstant(nanoseconds: .min)
    /// The time for which a contact may still be seen closed after its key's release.
    private let afterglow: Duration

    init(afterglow: Duration) {
        self.afterglow = afterglow
    }

    mutating func press(_ key: Character) { down.insert(key) }

    mutating func release(_ key: Character, at time: MonotonicInstant) {
        if down.remove(key) != nil { upSince[key] = time }
        if down.isEmpty { isSpoiled = false }
    }

    /// Forgets all reports, because the lines are gone.
    mutating func forget() { (pressed, quarantined, isSpoiled) = ([], [], false) }

    mutating func note(_ output: KeypadOutput, at now: MonotonicInstant) throws(FuzzFinding) {
        try require(output.time >= latest && output.time <= now, "\(output) at \(now), after \(latest)")
        latest = output.time
        switch output {
        case .pressed(let key, _):
            let isReal = down.contains(key) || upSince[key].map { $0.duration(to: now) <= afterglow } == true
            try require(isReal, "\(output): the key is not down; \(down.sorted()) are")
            try require(pressed.insert(key).inserted, "\(output): it is pressed already")
            try require(!quarantined.contains(key), "\(output): it is faulty")
            try require(!isSpoiled || !quarantined.isEmpty, "\(output): keys are down that count for nothing")
        case .released(let key, _):
            try require(pressed.remove(key) != nil, "\(output): it was not pressed")
        case .quarantined(let key, _, _):
            pressed.remove(key)
            try require(key == " " || quarantined.insert(key).inserted, "\(output): it is faulty already")
        case .cured(let key, _):
            try require(key == " " || quarantined.remove(key) != nil, "\(output): it was not faulty")
        case .chord, .ghosts:
            isSpoiled = !down.isEmpty
        case .missed:
            throw FuzzFinding("a matrix loses no keys")
        }
    }
}
