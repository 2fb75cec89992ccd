import EventLoop
import TestSupport

@testable import Store

extension StoreFolder {
    /// Opens the store in this folder, returns its contents, and closes the store.
    func contents() throws -> StoredContents {
        try OpenedDatabase.open(path: file).contents
    }
}

extension PanelStore {
    /// All readable contents of the store.
    var contentsForTests: StoredContents {
        StoredContents(
            outputs: outputs, deadlines: deadlines, settings: settings, people: people, lockouts: lockouts,
            secrets: secrets)
    }
}

extension StoredContents: Equatable {
    public static func == (one: StoredContents, other: StoredContents) -> Bool {
        one.outputs == other.outputs && one.deadlines == other.deadlines && one.settings == other.settings
            && one.people == other.people && one.lockouts == other.lockouts && one.secrets == other.secrets
    }
}

extension StoredMoment {
    /// The moment `seconds` after Monday 2024-01-01 00:00 UTC and a day of boot.
    static func at(_ seconds: Int64, boot: String = "boot 1", isSynchronized: Bool = true) -> StoredMoment {
        StoredMoment(
            wall: StoredTime(
                milliseconds: 1_704_067_200_000 + seconds * 1_000, isSynchronized: isSynchronized),
            bootID: boot, boottime: (86_400 + seconds) * 1_000_000_000)
    }
}
