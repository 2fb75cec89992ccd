import EventLoop
import TestSupport
import Testing

@testable import Store

@Suite("Random changes of the store", .timeLimit(.minutes(5)))
@PanelActor
struct StorePropertyTests {
    private struct Player {
        var random: SplitMix64
        var model = StoredContents()
        var store: PanelStore

        private mutating func text() -> String {
            let pieces = ["a", "é", "e\u{301}", "", "\0", "'", "\"", "🔥", "x;--", "日本"]
            return (0..<random.next() % 3).reduce(into: "") { text, _ in
                text += pieces[Int(random.next() % UInt64(pieces.count))]
            }
        }

        private mutating func bytes() -> [UInt8] {
            (0..<random.next() % 40).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }

        private mutating func time() -> StoredTime? {
            random.once(in: 3)
                ? nil : StoredTime(milliseconds: Int64(bitPattern: random.next()), isSynchronized: random.once(in: 2))
        }

        private mutating func moment() -> StoredMoment {
            StoredMoment(
                wall: time() ?? StoredTime(milliseconds: 0, isSynchronized: false), bootID: text(),
                boottime: Int64(bitPattern: random.next()))
        }

        @PanelActor
        mutating func change() {
            switch random.next() % 8 {
            case 0, 1:
                let kind = text()
                let state = random.once(in: 4) ? nil : OutputState(isOn: random.once(in: 2), since: time())
                model.outputs[kind] = state
                store.setOutput(state, of: kind)
            case 2:
                let deadline = StoredDeadline(
                    kind: text(), purpose: text(), duration: .nanoseconds(Int64(bitPattern: random.next())),
                    remaining: .nanoseconds(Int64(bitPattern: random.next())), at: moment())
                model.deadlines[deadline.name] = deadline
                store.setDeadline(deadline)
            case 3:
                let (kind, purpose) = (text(), text())
                model.deadlines[StoredDeadline.name(kind: kind, purpose: purpose)] = nil
                store.removeDeadline(of: kind, purpose: purpose)
            case 4:
                let name = "n" + text()
                let id = Int64(random.next() % 5) + 1
                let person =
                    random.once(in: 4)
                    ? nil
                    : StoredPerson(
                        id: id, ordinal: Int(random.next() % 9), role: text(), mac: bytes(), limits: text())
                if person != nil { model.people = model.people.filter { $0.value.id != id } }
                model.people[name] = person
                try? store.setPerson(person, of: name)
            case 5:
                let source = "s" + text()
                let lockout = StoredLockout(
                    row: Int(truncatingIfNeeded: random.next()), used: Int(random.next() % 9),
                    isWaiting: random.once(in: 2))
                model.lockouts[source] = lockout
                try? store.setLockout(lockout, of: source)
            case 6:
                let key = "k" + text()
                let value = random.once(in: 4) ? nil : bytes()
                model.secrets[key] = value
                try? store.setSecret(value, for: key)
            default:
                let key = text()
                let value = random.once(in: 4) ? nil : text()
                model.settings[key] = value
                store.setSetting(value, for: key)
            }
        }
    }

    @Test("the store has the values that were set, also after it is reopened", arguments: 1...6 as ClosedRange<UInt64>)
    func model(seed: UInt64) async throws {
        let folder = try StoreFolder()
        let copy = try StoreFolder()
        var player = Player(random: SplitMix64(seed: seed), store: try PanelStore.open(path: folder.file))
        for _ in 0..<600 {
            switch player.random.next() % 40 {
            case 0:
                try player.store.close()
                player.store = try PanelStore.open(path: folder.file)
                #expect(player.store.notices.isEmpty)
            case 1: await EventLoop.panel.settle()
            case 2: try player.store.flush()
            case 3:
                // A flush puts all changes on the disk, also if the store is never closed.
                try player.store.flush()
                try copy.replaceFiles(by: folder.files)
                #expect(try copy.contents() == player.model)
            default: player.change()
            }
            #expect(player.store.contentsForTests == player.model)
        }
        try player.store.close()
        #expect(try folder.contents() == player.model)
    }
}
