import EventLoop
import Glibc
import Synchronization

/// The original states of the LEDs that a panel has taken, in a file in its runtime directory.
///
/// However the panel ends, the service manager can run a program that restores the LEDs from the record. The loop's
/// thread and the worker's thread use the record.
///
/// The runtime directory is in memory (`/run`): after a power cut the LEDs start in their drivers' states. If the
/// record cannot be written, LEDs still work, but they keep the state in which a killed panel leaves them.
public final class LEDRecord: Sendable {
    private struct Contents {
        var states: [String: LEDState]
        /// The LEDs that an earlier panel has not restored.
        var left: Set<String>
    }

    private let path: String
    private let contents: Mutex<Contents>

    /// The most bytes that are read; more than the LEDs of any machine need.
    private static let sizeLimit = 1 << 18

    /// Opens the record at `path`; a missing file counts as an empty record.
    public init(path: String) {
        self.path = path
        let bytes = try? RecordFile.read(path, limit: Self.sizeLimit)
        let states = bytes.flatMap { String(validating: $0, as: UTF8.self) }.map(LEDRecordText.states) ?? [:]
        contents = Mutex(Contents(states: states, left: Set(states.keys)))
    }

    /// Restores all LEDs of the record and empties it. May block for seconds.
    ///
    /// - Parameters:
    ///   - folder: A folder like `/sys/class/leds`.
    ///   - stamp: The file that udev's rule touches (`KernelLEDs`).
    /// - Returns: the number of LEDs on record.
    public func giveBack(
        in folder: String = KernelLEDs.defaultPath, stamp: String = KernelLEDs.defaultStamp
    ) -> Int {
        let states = contents.withLock(\.states)
        for (name, state) in states {
            LEDRestoring.restore(state, to: LEDFolder(name: name, path: "\(folder)/\(name)"), stamp: stamp)
        }
        change { $0 = [:] }
        return states.count
    }

    /// The original state of an LED that an earlier panel has not restored; `nil` at the second call.
    func takeOver(_ name: String) -> LEDState? {
        contents.withLock { contents in contents.left.remove(name).flatMap { contents.states[$0] } }
    }

    /// Records the original state of an LED.
    func set(_ state: LEDState, of name: String) {
        change { $0[name] = state }
    }

    /// Removes an LED that is not taken any more.
    func remove(_ name: String) {
        change { $0[name] = nil }
    }

    private func change(_ body: (inout [String: LEDState]) -> Void) {
        contents.withLock { contents in
            let before = contents.states
            body(&contents.states)
            guard contents.states != before else { return }
            if contents.states.isEmpty {
                unlink(path)
            } else {
                try? RecordFile.replace(path, with: LEDRecordText.text(of: contents.states))
            }
        }
    }
}

/// The text format of the record: one line for each LED, with its name and its attributes with values, separated by
/// tabs.
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

    /// The states in a record. Invalid lines and fields are ignored.
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

    /// A name or attribute must not lead to another folder.
    private static func isFileName(_ name: Substring) -> Bool {
        !name.isEmpty && name.first != "." && !name.utf8.contains(UInt8(ascii: "/"))
    }
}
