import EventLoop
import Glibc
import Synchronization

/// The record of how LEDs were found that a panel has taken, in its runtime directory: whatever ends the panel, the service
/// manager can run a program that gives them back. Used by the loop's thread and the worker's.
///
/// The runtime directory is in memory (`/run`): after a power cut the LEDs are as their drivers begin. Where the record cannot
/// be written, LEDs work all the same, and stay as a panel leaves them that is killed.
public final class LEDRecord: Sendable {
    private struct Contents {
        var states: [String: LEDState]
        /// The LEDs that a panel before this one has left taken.
        var left: Set<String>
    }

    private let path: String
    private let contents: Mutex<Contents>

    /// More than any machine's LEDs need; a record is not read beyond.
    private static let sizeLimit = 1 << 18

    /// Opens the record at `path`; none there is the same as an empty one.
    public init(path: String) {
        self.path = path
        let states = Self.read(path).map(LEDRecordText.states) ?? [:]
        contents = Mutex(Contents(states: states, left: Set(states.keys)))
    }

    /// Gives back all LEDs of the record, which is empty then. May block for seconds.
    ///
    /// - Parameters:
    ///   - folder: A folder like `/sys/class/leds`.
    ///   - stamp: The file that udev's rule touches (`KernelLEDs`).
    /// - Returns: how many there were.
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

    /// How the LED was found by a panel that has left it taken; once.
    func takeOver(_ name: String) -> LEDState? {
        contents.withLock { contents in contents.left.remove(name).flatMap { contents.states[$0] } }
    }

    /// Notes how the LED was found.
    func set(_ state: LEDState, of name: String) {
        change { $0[name] = state }
    }

    /// The LED is not taken any more.
    func remove(_ name: String) {
        change { $0[name] = nil }
    }

    private func change(_ body: (inout [String: LEDState]) -> Void) {
        contents.withLock { contents in
            let before = contents.states
            body(&contents.states)
            guard contents.states != before else { return }
            if contents.states.isEmpty { unlink(path) } else { write(LEDRecordText.text(of: contents.states)) }
        }
    }

    // MARK: The file

    private static func read(_ path: String) -> String? {
        // O_NONBLOCK: a FIFO in the file's place must not stop the program that gives LEDs back.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: sizeLimit)
        var length = 0
        while length < sizeLimit {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + length }, sizeLimit - length)
            }
            if count == 0 { break }
            if count > 0 { length += count } else if SystemCall.lastError != EINTR { return nil }
        }
        return String(validating: bytes.prefix(length), as: UTF8.self)
    }

    /// Writes a second file and puts it in the place of the first, so that a reader finds the one or the other whole.
    private func write(_ text: String) {
        let draft = path + ".new"
        // Left where a panel was killed while it wrote.
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        // Of a short write nothing comes, as of one that fails: the file in memory has room, or it has not.
        let isWritten = Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count
        close(descriptor)
        if !isWritten || rename(draft, path) != 0 { unlink(draft) }
    }
}

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
