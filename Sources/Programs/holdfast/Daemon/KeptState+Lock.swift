import Authentication
import CEventLoop
import Configuration
import EventLoop
import Glibc
import Logging
import Panel
import ProgramSupport
import Store

/// The panel's lock: its memory, the device's key and the audit trail.
extension KeptState {
    /// The name of the service manager's credential that contains the device's key (`LoadCredential=` in the unit).
    private static let keyName = "holdfast-key"
    /// The beginning of the text that the unit sets in place of a missing key (`SetCredential=`). The path where the
    /// key should be follows. systemd does not start a unit whose credential is missing, and accepts no empty
    /// credential in its place (systemd 252).
    private static let absence = "there is no device key; it should be "

    /// The lock, which stays locked if the store, the key or the stored PINs cannot be read. Without a state
    /// directory, as during development, PINs and the audit trail end with the process. So does the key, unless
    /// `keyFile` names one.
    func makeLock(for panel: PanelDescription, keyFile: String?) -> PanelLock {
        let store = isKept ? store : memory.store
        let memory: any LockMemory = store.map { StoredLockMemory($0) } ?? MissingLockMemory()
        let gatekeeper = Gatekeeper(
            memory: memory, key: isKept || keyFile != nil ? Self.key(keyFile) : .success(.random()),
            worker: Self.lockWorker,
            rule: PINRule(minimum: panel.authentication.minimumDigits),
            authority: Authority(panel.authentication.sessionLimits), users: Self.administrators, at: clock.boottime)
        for notice in gatekeeper.notices { logger.warning("lock: \(notice)") }
        let audit = store.map { AuditLog($0, now: { SystemClock.moment }) }
        audit?.trustedTime = { [clock] in clock.timeToKeep }
        let lock = PanelLock(gatekeeper, audit: audit, clock: clock, scheduler: EventLoop.panel)
        self.lock = lock
        return lock
    }

    /// The names of the users who administer the panel.
    private static var administrators: Set<String> {
        Set([0, geteuid()].compactMap { getpwuid($0).map { String(cString: $0.pointee.pw_name) } })
    }

    /// Checks PINs. The lock has a worker of its own, since a check takes as long as hundreds of writes.
    private static let lockWorker = Worker()

    private static func key(_ file: String?) -> Result<DeviceKey, DeviceKeyError> {
        let path = file ?? Environment.value("CREDENTIALS_DIRECTORY").map { "\($0)/\(keyName)" }
        guard let path else { return .failure(.missing(path: keyName)) }
        do throws(DeviceKeyError) {
            return .success(try DeviceKey.read(path: path))
        } catch .wrongSize {
            return .failure(placeOfMissingKey(path).map { .missing(path: $0) } ?? .wrongSize(path: path))
        } catch {
            return .failure(error)
        }
    }

    private static func placeOfMissingKey(_ credential: String) -> String? {
        guard let bytes = try? FileContents.read(credential, limit: 4_096) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix(absence) ? String(text.dropFirst(absence.count)).onOneLine : nil
    }
}

extension SystemClock: LockClock {
    var boottime: BoottimeInstant { BoottimeInstant(nanoseconds: holdfast_boottime_now()) }

    var local: LocalMoment? {
        let time = now
        let seconds = time.milliseconds / 1_000
        return LocalMoment(localSeconds: seconds + Int64(offset(at: seconds)), isSynchronized: time.isSynchronized)
    }
}

/// The lock's memory if the store cannot be opened. It is empty, and every call reports the reason.
@PanelActor
private final class MissingLockMemory: LockMemory {
    private let error = LockMemoryError(reason: "what the panel keeps cannot be opened, and people's PINs with it")

    func load() throws(LockMemoryError) -> LockContents { throw error }

    func save(_ credentials: Credentials?, completion: @escaping SaveCompletion) {
        Task { @PanelActor [error] in completion(error) }
    }

    func save(
        _ lockout: Lockout.Stored, of source: AttemptSource, completion: @escaping SaveCompletion
    ) {
        Task { @PanelActor [error] in completion(error) }
    }
}
