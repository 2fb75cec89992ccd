import EventLoop
import TestSupport
import Testing

@testable import Authentication

@Suite("Backup", .timeLimit(.minutes(5)))
@PanelActor
struct PeopleBackupTests {
    private let passphrase = secret("correct horse battery")

    private func panel(_ count: Int = 2) async throws -> TestPanel {
        let panel = TestPanel()
        for number in 0..<count {
            let isGuest = number == 1
            await panel.add(
                "p\(number)", "5000\(10 + number)", role: isGuest ? .guest : .owner,
                validity: isGuest ? try #require(Validity(text: "days=fri uses=7")) : .always)
        }
        return panel
    }

    private func file(_ panel: TestPanel) async throws -> [UInt8] {
        let result = await withCheckedContinuation { continuation in
            panel.gatekeeper.backUp(passphrase: passphrase, panelFile: Array("name: P".utf8), cost: .cheapest) {
                continuation.resume(returning: $0)
            }
        }
        return try result.get()
    }

    private func error(_ file: [UInt8], _ passphrase: SecretBytes? = nil) -> BackupError? {
        do throws(BackupError) {
            _ = try PeopleBackup(opening: file, passphrase: passphrase ?? self.passphrase)
            return nil
        } catch { return error }
    }

    @Test("a backup moves people and the device key to another board", arguments: [1, 2, 64])
    func moving(count: Int) async throws {
        let old = try await panel(count)
        let file = try await file(old)
        let backup = try PeopleBackup(opening: file, passphrase: passphrase)
        var expected = try #require(old.gatekeeper.credentials)
        // The restored people have no tag of the key: the backup's word for its own key is not trusted.
        expected.keyCheck = nil
        #expect(backup.credentials == expected)
        #expect(backup.panelFile == Array("name: P".utf8))
        let new = TestPanel(key: .success(backup.key))
        await new.add("Somebody", "271828")
        await new.type("271828")
        let restored = await withCheckedContinuation { continuation in
            new.gatekeeper.replace(by: backup.credentials) { continuation.resume(returning: $0) }
        }
        #expect(try restored.get() == count)
        #expect(!new.isUnlocked(), "all is locked")
        #expect(await new.type("271828").isWrong)
        #expect(await new.type("500010").name == "p0")

        #expect(new.memory.contents.credentials?.people.count == count)
        #expect(new.memory.contents.credentials?.keyCheck == old.gatekeeper.credentials?.keyCheck, "a PIN was right")
        print("backup of \(count) people: \(file.count) bytes")
    }

    @Test("restored people end all sessions, even of people who stay; a backup that cannot be stored ends none")
    func sessions() async throws {
        let panel = try await panel(1)
        let people = try #require(panel.gatekeeper.credentials)
        await panel.type("500010")
        for (error, isUnlocked) in [(LockMemoryError(reason: "/store: the disk is full"), true), (nil, false)] {
            panel.memory.peopleError = error
            let result = await withCheckedContinuation { continuation in
                panel.gatekeeper.replace(by: people) { continuation.resume(returning: $0) }
            }
            #expect(((try? result.get()) != nil) == !isUnlocked)
            #expect(panel.isUnlocked() == isUnlocked)
        }
    }

    @Test("a backup shows its version and hides everything else")
    func secrecy() async throws {
        let panel = try await panel()
        let first = try await file(panel)
        let second = try await file(panel)
        #expect(first.starts(with: Array("HOLDFAST-BACKUP-1\n".utf8)))
        #expect(first[30...] != second[30...])
        let text = String(decoding: first, as: UTF8.self)
        #expect(!text.contains("owner") && !text.contains("guest") && !text.contains("days=fri"))
    }

    @Test("a backup's passphrase has at least 12 bytes, and a different one does not open it")
    func passphrases() async throws {
        let panel = try await panel()
        let credentials = try #require(panel.gatekeeper.credentials)
        let backup = PeopleBackup(credentials: credentials, key: TestPanel.key, panelFile: [])
        #expect(throws: BackupError.shortPassphrase(minimum: 12)) {
            try backup.sealed(passphrase: secret("elevenbytes"), cost: .cheapest)
        }
        let file = try backup.sealed(passphrase: secret("twelve bytes"), cost: .cheapest)
        #expect(error(file, secret("twelve bytes")) == nil)
        for other in ["twelve byteS", "twelve bytes ", "", "twelve byte"] {
            #expect(error(file, secret(other)) == .wrongPassphrase)
        }
        let large = [UInt8](repeating: 0x20, count: PeopleBackup.largestPanelFile)
        for (panelFile, isTaken) in [(large, true), (large + [0x20], false)] {
            let backup = PeopleBackup(credentials: credentials, key: TestPanel.key, panelFile: panelFile)
            #expect(((try? backup.sealed(passphrase: passphrase, cost: .cheapest)) != nil) == isTaken)
        }
        let stranger = TestPanel()
        var isRefused = false
        stranger.gatekeeper.backUp(passphrase: passphrase, panelFile: []) { isRefused = $0 == .failure(.nothingToKeep) }
        #expect(isRefused)
    }

    @Test("a backup that is cut off, changed or extended at any byte is refused with the reason")
    func damaged() async throws {
        let file = try await file(try await panel())
        for length in 0..<file.count {
            let expected: BackupError = length < 16 ? .notABackup : length < 86 ? .truncated : .wrongPassphrase
            #expect(error(Array(file.prefix(length))) == expected, "of \(length) bytes")
        }
        for index in file.indices {
            var changed = file
            changed[index] ^= 0x40
            let expected: [BackupError] =
                switch index {
                case ..<16: [.notABackup]
                case ..<18: [.otherVersion]
                case ..<30: [.unusableCost]
                default: [.wrongPassphrase]
                }
            #expect(error(changed).map(expected.contains) == true, "byte \(index)")
        }
        // 128 MiB for the hash, of which the panel's unit has too little beside its own.
        #expect(error(file[..<22] + [0, 0, 0, 8, 0, 0, 0, 0] + file[30...]) == .unusableCost)
        #expect(error(file + [0]) == .wrongPassphrase)
        #expect(error([UInt8](repeating: 0, count: 10 << 20)) == .tooLarge(limit: 327_680))
        #expect(error(file + [UInt8](repeating: 0, count: 10 << 20)) == .tooLarge(limit: 327_680))
        #expect(error(Array("HOLDFAST-BACKUP-2\n".utf8) + file.dropFirst(18)) == .otherVersion)
        #expect(error(Array("HOLDFAST-BACKUP-10".utf8) + file.dropFirst(18)) == .otherVersion)
    }

    @Test("arbitrary bytes are refused as a backup")
    func arbitrary() async throws {
        let file = try await file(try await panel())
        var random = SplitMix64(seed: 9)
        for _ in 0..<2_000 {
            let count = Int(random.number(in: 0...300))
            var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            // Half of the samples begin like a backup.
            if random.once(in: 2) { bytes = Array(file.prefix(Int(random.number(in: 0...70)))) + bytes }
            #expect(error(bytes) != nil)
        }
    }

    @Test("an authentic backup with impossible contents is refused")
    func malformed() throws {
        let key = SecretBytes.random(count: 32)
        func read(_ bytes: [UInt8]) -> BackupError? {
            do throws(BackupError) {
                _ = try BackupBody.read(bytes.withUnsafeBytes { SecretBytes(copying: $0) })
                return nil
            } catch { return error }
        }
        let person = try Person(id: 5, name: "Ada", role: .owner)
        let people = [EnrolledPerson(person: person, tag: .random())]
        let salt = [UInt8](repeating: 3, count: 16)
        let credentials = try Credentials(
            people: people, salt: salt, cost: .least, recovery: .random(), keyCheck: nil)
        let written = BackupBody.written(
            PeopleBackup(credentials: credentials, key: DeviceKey(bytes: key), panelFile: [1, 2, 3]))
        let body = written.bytes.withBytes { Array($0.prefix(written.count)) }
        #expect(read(body) == nil)
        for length in 0..<body.count { #expect(read(Array(body.prefix(length))) == .malformed) }
        #expect(read(body + [0]) == .malformed)
        var random = SplitMix64(seed: 13)
        for _ in 0..<5_000 {
            var changed = body
            for _ in 0...random.number(in: 0...3) {
                changed[Int(random.number(in: 0...Int64(body.count - 1)))] = UInt8(truncatingIfNeeded: random.next())
            }
            // The contents are either possible or refused; the reader never traps.
            _ = read(changed)
        }
        // The number of people, a role.
        for (index, value) in [(64, 2), (97, 2), (97, 65), (107, 0x78)] as [(Int, UInt8)] {
            var changed = body
            changed[index] = value
            #expect(read(changed) == .malformed, "byte \(index)")
        }
        // The hash of PINs: 1 pass, 33 passes, 1 GiB, 16 EiB.
        for (index, value) in [(48, 1), (48, 33), (59, 0x40), (63, 0xFF)] as [(Int, UInt8)] {
            var changed = body
            changed[index] = value
            #expect(read(changed) == .unusableCost, "byte \(index)")
        }
    }
}
