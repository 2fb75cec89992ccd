import Authentication
import Configuration
import ControlModel
import EventLoop
import Layout
import MonotonicTime
import Panel
import Store

/// Checks the rules that hold for a store with any files in its folder.
@PanelActor
struct StoreJudge {
    let folder: FuzzFolder

    /// The panel's description, read once.
    private static let panel = Result { () throws(ConfigurationError) in
        try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
    }

    private static let yaml = """
        name: Hallway
        domain: org.example.hallway
        board: simulated
        controls:
          flashlight: {title: Flashlight, toggle: {line: GPIO18}}
          fan: {title: Fan, toggle: {line: GPIO12, restore: last, max_time: 2h}}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}}
          focus: {title: Timer, toggle: {timer: 25m}}
        buttons:
          action: {line: GPIO17, hold: flashlight}
          timer: {line: GPIO22, hold: {kind: org.example.focus.timer, configuration: {timer: work}}}
        lock_screen: [flashlight]
        extensions: [{name: focus, domain: org.example.focus}]
        """

    private static let now = StoredMoment(
        wall: StoredTime(milliseconds: 1_704_067_201_000, isSynchronized: true), bootID: "boot", boottime: 1_000_000_007
    )

    func judge() async throws {
        let before = folder.read(StoreTarget.name)
        let store: PanelStore
        do throws(StoreError) {
            store = try PanelStore.open(path: "\(folder.path)/\(StoreTarget.name)")
        } catch {
            return try judge(error, before: before)
        }
        try judgeOpening(of: store, before: before)
        try judgeContents(of: store)
        try await judgeAudit(of: store)
        try write(to: store)
        let written = Contents(store)
        try close(store)
        try judgeReopened(written)
    }

    /// Checks that opening fails only for the file's declared identity, not for its other contents.
    private func judge(_ error: StoreError, before: [UInt8]?) throws(FuzzFinding) {
        switch error {
        case .newerVersion, .foreignDatabase: break
        default: throw FuzzFinding("refused: \(error)")
        }
        try require(folder.read(StoreTarget.name) == before, "refused, and not as it was: \(error)")
    }

    private func judgeOpening(of store: PanelStore, before: [UInt8]?) throws(FuzzFinding) {
        for notice in store.notices {
            try require(!"\(notice)".contains(where: \.isNewline), "no line of words: \(notice)")
            switch notice {
            case .keptAside(_, let kept, _), .rolledBack(_, let kept, _):
                let name = String(kept.split(separator: "/").last ?? "")
                try require(folder.read(name) == before, "not kept as it was: \(notice)")
            case .gone: break
            }
            try require(Contents(store).isEmpty, "begun anew with something in it: \(notice)")
            try require(store.lockState.isFault, "\(store.lockState), though \(notice)")
        }
    }

    /// Passes the contents to the panel's parts, each of which must accept or refuse them.
    private func judgeContents(of store: PanelStore) throws {
        for deadline in store.deadlines.values {
            let left = deadline.remaining(at: Self.now).duration
            try require(left >= .zero && left <= max(deadline.remaining, .zero), "\(left) is left of \(deadline)")
        }
        for (key, lockout) in store.lockouts {
            try require((0...1_000_000).contains(lockout.row) && (0...1_000_000).contains(lockout.used), "\(key)")
        }
        for (name, person) in store.people {
            try require(person.id > 0 && !name.isEmpty, "a person who cannot be: '\(name)' \(person)")
        }
        if case .failure(let error) = Result(catching: { () throws(LockMemoryError) in
            try StoredLockMemory(store).load()
        }) {
            try require(!error.reason.contains(where: \.isNewline), "no line of words: \(error)")
        }
        let panel = try Self.panel.get()
        let editor = LayoutEditor(store)
        let layout = editor.read(panel)
        for finding in layout.findings {
            try require(!"\(finding)".contains(where: \.isNewline), "no line of words: \(finding)")
        }
        let clock = VirtualScheduler()
        let memory = PanelMemory(store, scheduler: clock) { Self.now }
        for control in panel.controls {
            _ = memory.isOn(control.kind)
            for purpose in memory.timers(of: control.kind) + [.maxTime] {
                if let kept = memory.remaining(of: control.kind, for: purpose) {
                    try require(kept.duration >= .zero, "\(kept) is left to \(control.kind)")
                }
            }
        }
        memory.stop()
    }

    private func judgeAudit(of store: PanelStore) async throws {
        var result: Result<[AuditRecord], StoreError>?
        store.readAudit(after: 0, limit: 1_000) { result = $0 }
        await EventLoop.panel.settle()
        switch result {
        case .success(let records):
            let numbers = records.map(\.number)
            try require(numbers == numbers.sorted() && numbers.allSatisfy { $0 > 0 }, "the trail's numbers: \(numbers)")
        case .failure(.damaged): break
        case .failure(let error): throw FuzzFinding("the trail: \(error)")
        case nil: throw FuzzFinding("the trail is never read")
        }
    }

    /// Writes one value of each kind, and removes all people.
    private func write(to store: PanelStore) throws {
        store.setOutput(OutputState(isOn: true, since: Self.now.wall), of: "org.example.hallway.fan")
        store.setSetting("2", for: "fuzz")
        for name in store.people.keys { try store.setPerson(nil, of: name) }
        try store.setPerson(StoredPerson(id: 7, role: "owner", mac: [7]), of: "eve")
        store.appendAudit(AuditEntry(moment: Self.now, who: "fuzz", what: "write", outcome: "performed"))
        do throws(StoreError) { try store.flush() } catch { throw FuzzFinding("cannot be written: \(error)") }
    }

    private func close(_ store: PanelStore) throws(FuzzFinding) {
        do throws(StoreError) { try store.close() } catch { throw FuzzFinding("cannot be closed: \(error)") }
    }

    private func judgeReopened(_ written: Contents) throws(FuzzFinding) {
        let store: PanelStore
        do throws(StoreError) {
            store = try PanelStore.open(path: "\(folder.path)/\(StoreTarget.name)")
        } catch {
            throw FuzzFinding("what was written cannot be opened: \(error)")
        }
        try require(store.notices.isEmpty, "what was written is not taken: \(store.notices)")
        try require(Contents(store) == written, "written: \(written), read: \(Contents(store))")
        try close(store)
    }

    /// All readable contents of a store.
    private struct Contents: Equatable {
        var outputs: [String: OutputState]
        var deadlines: [String: StoredDeadline]
        var settings: [String: String]
        var people: [String: StoredPerson]
        var lockouts: [String: StoredLockout]
        var secrets: [String: [UInt8]]
        var lastAuditNumber: Int64
        var lockState: LockState

        @PanelActor
        init(_ store: PanelStore) {
            (outputs, deadlines, settings) = (store.outputs, store.deadlines, store.settings)
            (people, lockouts, secrets) = (store.people, store.lockouts, store.secrets)
            (lastAuditNumber, lockState) = (store.lastAuditNumber, store.lockState)
        }

        var isEmpty: Bool {
            outputs.isEmpty && deadlines.isEmpty && settings.isEmpty && people.isEmpty && lockouts.isEmpty
                && secrets.isEmpty && lastAuditNumber == 0
        }
    }
}

extension LockState {
    fileprivate var isFault: Bool {
        switch self {
        case .new, .sound: false
        case .lost, .rolledBack: true
        }
    }
}
