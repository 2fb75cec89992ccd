import Authentication
import EventLoop
import Indicators
import LocalAPI
import Panel
import Store
import TestSupport

/// A panel with a lock.
extension TestPanel {
    /// The PIN of Alice.
    static let digits = "271905"

    /// A panel with a lock in memory, and with Alice, who has a PIN.
    static func locked(
        _ yaml: String, leds: (any LEDClass)? = nil, display: (any DisplaySink)? = nil,
        extensions: [String: any ExtensionService] = [:], fake: FakeExtension = FakeExtension(kinds: []),
        isEnrolled: Bool = true
    ) async throws -> TestPanel {
        let clock = VirtualScheduler()
        let lock = try TestLock(clock, .volatile, autoLock: .seconds(30))
        let panel = try TestPanel(
            yaml, leds: leds, extensions: extensions, display: display, clock: clock, lock: lock, fake: fake)
        if isEnrolled { try await panel.enrol("alice", digits) }
        return panel
    }

    /// A running panel with its lock in a store on the disk, which programs reach over a socket.
    ///
    /// - Parameter auditLimit: The greatest number of entries in the trail.
    static func stored(_ yaml: String = SamplePanel.guarded, auditLimit: Int = 10_000) throws -> TestPanel {
        let clock = VirtualScheduler()
        let fake = FakeExtension(kinds: ["org.example.fake.bell"])
        let lock = try TestLock(clock, .disk, autoLock: .seconds(60), auditLimit: auditLimit)
        let panel = try TestPanel(
            yaml, extensions: ["fake": fake], clock: clock, lock: lock, socket: TestSocket(), fake: fake)
        try panel.begin()
        return panel
    }

    var lock: PanelLock { locking.lock }
    var gatekeeper: Gatekeeper { lock.gatekeeper }
    var store: PanelStore { locking.store }
    var disk: StallingWorker { locking.disk }
    var counter: FailingCounter { locking.counter }
    /// The description of the lock's fault.
    var lockFault: String? { engine.faults.first { $0.part == .lock }?.description }

    func enrol(_ name: String, _ digits: String, _ role: Role = .owner) async throws {
        try await locking.enrol(name, digits, role)
    }

    /// The trail, an entry a line: who, what, subject, outcome and detail.
    func trail() async throws -> [String] { try await locking.trail() }

    /// Types a PIN at the pad, and returns whether the panel is unlocked afterwards.
    @discardableResult
    func unlock(_ digits: String = digits) async -> Bool {
        lock.enter(digits)
        await settle()
        return engine.isUnlocked
    }

    /// Enrols a person over the socket, as `holdfast pin add` does.
    @discardableResult
    func add(_ name: String, _ digits: String, _ role: String = "member", limits: String? = nil) async -> String? {
        await call(
            PanelInterface.AddPerson.method,
            PanelInterface.AddPerson.Parameters(
                person: ListedPerson(name: name, role: role, limits: limits), pin: digits))
    }
}
