import EventLoop
import Foundation
import MonotonicTime
import Testing

@testable import Authentication

/// Makes a PIN as a pad does. A character that is no digit becomes a value that is no digit.
@PanelActor
func pin(_ digits: String) -> PIN {
    let entry = PINEntry()
    for digit in digits { entry.append(digit.wholeNumberValue ?? -1) }
    return entry.take()
}

func secret(_ text: String) -> SecretBytes {
    Array(text.utf8).withUnsafeBytes { SecretBytes(copying: $0) }
}

extension BoottimeInstant {
    static func hours(_ hours: Double) -> BoottimeInstant { BoottimeInstant(nanoseconds: Int64(hours * 3.6e12)) }
    static func seconds(_ seconds: Double) -> BoottimeInstant { BoottimeInstant(nanoseconds: Int64(seconds * 1e9)) }
}

extension LocalMoment {
    /// A Friday, at noon.
    static let usual = at(2026, 5, 1, .friday, 12, 0)

    static func at(
        _ year: Int, _ month: Int, _ day: Int, _ weekday: Weekday, _ hour: Int, _ minute: Int,
        isSynchronized: Bool = true
    ) -> LocalMoment {
        let date = LocalDate(year: year, month: month, day: day)
        precondition(date != nil, "no such date")
        return date.map {
            LocalMoment(date: $0, weekday: weekday, minutes: hour * 60 + minute, isSynchronized: isSynchronized)
        } ?? usual
    }
}

/// A lock memory whose writes can fail or be held back.
@PanelActor
final class TestMemory: LockMemory {
    var contents = LockContents()
    var loadError: LockMemoryError?
    /// If set, all writes fail with this error and change nothing.
    var writeError: LockMemoryError?
    /// If set, only writes of people fail.
    var peopleError: LockMemoryError?
    /// The sources whose lockouts cannot be written, with the error of these writes.
    var lockoutErrors: [AttemptSource: LockMemoryError] = [:]
    /// If set, completions are held back; `true` means that the writes are made nevertheless.
    private var holding: Bool?
    private var held: [@PanelActor () -> Void] = []
    private(set) var lockoutSaves = 0
    private(set) var peopleSaves = 0

    nonisolated init() {}

    func load() throws(LockMemoryError) -> LockContents {
        if let loadError { throw loadError }
        return contents
    }

    func save(_ credentials: Credentials?, completion: @escaping SaveCompletion) {
        peopleSaves += 1
        save(failing: writeError ?? peopleError, { $0.credentials = credentials }, completion)
    }

    func save(_ lockout: Lockout.Stored, of source: AttemptSource, completion: @escaping SaveCompletion) {
        lockoutSaves += 1
        save(
            failing: writeError ?? lockoutErrors[source],
            { if source == .pad { $0.pad = lockout } else { $0.remote = lockout } }, completion)
    }

    private func save(
        failing error: LockMemoryError?, _ change: @escaping (inout LockContents) -> Void,
        _ completion: @escaping SaveCompletion
    ) {
        if holding == true && error == nil { change(&contents) }
        let write: @PanelActor () -> Void = { [self] in
            if error == nil { change(&contents) }
            completion(error)
        }
        if holding != nil { held.append(write) } else { Task { @PanelActor in write() } }
    }

    func hold(isWritten: Bool) {
        holding = isWritten
    }

    /// Completes the writes that were held back.
    func release() {
        let writes = held
        drop()
        for write in writes { write() }
    }

    /// Drops the writes that were held back; their completions are never called.
    func drop() {
        holding = nil
        held = []
    }
}

/// A gatekeeper on a `TestMemory`, and the events that it reports.
@PanelActor
final class TestPanel {
    static let worker = Worker()

    let memory: TestMemory
    let gatekeeper: Gatekeeper
    let trace = PrimitiveTrace()
    var now = BoottimeInstant.zero
    var localTime = LocalMoment.usual
    var events: [LockEvent] = []
    var duress: [String] = []

    init(
        _ memory: TestMemory = TestMemory(), key: Result<DeviceKey, DeviceKeyError> = .success(TestPanel.key),
        users: Set<String> = [], at now: BoottimeInstant = .zero
    ) {
        self.memory = memory
        self.now = now
        gatekeeper = Gatekeeper(
            memory: memory, key: key, worker: Self.worker, newCost: .fixed(.cheapest),
            authority: Authority(SessionLimits(autoLock: .seconds(60))), users: users, at: now)
        gatekeeper.primitives = Primitives(trace: trace)
        gatekeeper.happened = { [unowned self] in events.append($0) }
        gatekeeper.underDuress = { [unowned self] in duress.append($0.name) }
    }

    nonisolated static let key = DeviceKey.random()

    /// The number of PINs that have been hashed.
    var hashes: Int {
        trace.steps.count { if case .argon2id = $0 { true } else { false } }
    }

    @discardableResult
    func add(
        _ name: String, _ digits: String, role: Role = .member, validity: Validity = .always
    ) async -> Result<Person, EnrolmentError> {
        await withCheckedContinuation { continuation in
            gatekeeper.add(name: name, role: role, validity: validity, pin: pin(digits)) {
                continuation.resume(returning: $0)
            }
        }
    }

    @discardableResult
    func type(_ digits: String, on surface: Surface = .panel) async -> AttemptOutcome {
        await withCheckedContinuation { continuation in
            gatekeeper.attempt(pin(digits), on: surface, at: now, localTime: localTime) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// The same panel after a restart.
    func restarted() async -> TestPanel {
        await EventLoop.panel.settle()
        return TestPanel(memory, at: now)
    }

    func isUnlocked(_ surface: Surface = .panel) -> Bool {
        gatekeeper.authority.isUnlocked(surface, at: now, localTime: localTime)
    }
}

extension AttemptOutcome {
    var name: String? { if case .unlocked(let person) = self { person.name } else { nil } }
    var isWrong: Bool { if case .wrong = self { true } else { false } }
}

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "holdfast-authentication-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ bytes: [UInt8], to name: String, mode: Int = 0o600) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }
}
