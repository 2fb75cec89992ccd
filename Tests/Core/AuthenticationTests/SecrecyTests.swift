import EventLoop
import Foundation
import Testing

@testable import Authentication

@Suite("Secrets")
@PanelActor
struct SecrecyTests {
    /// Collects the text from describing, reflecting and dumping `value` and all its parts.
    private func said(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped, maxDepth: 20)
        var parts = [String(describing: value), String(reflecting: value), "\(value)", dumped]
        func add(_ mirror: Mirror, _ depth: Int) {
            for child in mirror.children where depth < 12 {
                parts.append(String(reflecting: child.value))
                add(Mirror(reflecting: child.value), depth + 1)
            }
        }
        add(Mirror(reflecting: value), 0)
        return parts.joined(separator: "\n")
    }

    @Test("no type with a PIN, code, key or tag reveals it, or the length of a PIN, in its text")
    func descriptions() async throws {
        let digits = "9274618350"
        let entry = PINEntry()
        for digit in digits { entry.append(digit.wholeNumberValue ?? -1) }
        let typed = pin(digits)
        let panel = TestPanel()
        await panel.add("Ada", digits)
        let code = RecoveryCode.random()
        let key = DeviceKey.random()
        let recent = RecentWrong()
        let credentials = try #require(panel.gatekeeper.credentials)
        let tag = credentials.people[0].tag
        let check = PINCheck(
            pin: typed, key: key, salt: credentials.salt, cost: .cheapest, slots: SlotTable(credentials.people),
            recent: recent)
        let finding = try #require(check.run())
        let outcome = await panel.type(digits)
        let wrong = await panel.type("9274618351")
        let values: [Any] = [
            entry, typed, typed.bytes, code, key, recent, credentials.people[0], tag, check, finding,
            outcome, wrong, PeopleBackup(credentials: credentials, key: key, panelFile: []), panel.gatekeeper,
            panel.gatekeeper.pad,
            secret(digits), panel.memory.contents, panel.gatekeeper.authority,
        ]
        var hidden = [digits, Array(digits.utf8).description, code.text, "9274618351"]
        for bytes in [tag.bytes, key.bytes.withBytes { Array($0) }, code.bytes.withBytes { Array($0) }] {
            let word = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
            // Every notation of an array of bytes or of a word.
            hidden += [bytes.description, bytes.prefix(4).map { "\($0)" }.joined(separator: ", ")]
            hidden += [String(word), String(word, radix: 16)]
        }
        for value in values {
            let text = said(value)
            for one in hidden { #expect(!text.contains(one), "\(type(of: value)) tells") }
        }
        #expect(said(typed) == said(pin("1")), "of any length alike")
        #expect(String(describing: typed.bytes) == "SecretBytes" && String(reflecting: tag) == "SecretTag")
        #expect(Mirror(reflecting: typed.bytes).children.isEmpty && Mirror(reflecting: tag).children.isEmpty)
    }

    @Test("secret bytes start as zeros, keep what is written, and are wiped on request")
    func bytes() {
        let bytes = SecretBytes(count: 37)
        #expect(bytes.withBytes { $0.allSatisfy { $0 == 0 } })
        bytes[36] = 9
        #expect(bytes[36] == 9 && bytes.count == 37)
        bytes.wipe()
        #expect(bytes[36] == 0)
        #expect(SecretBytes(count: 0).count == 0)
        #expect(
            SecretBytes.random(count: 32).withBytes { Array($0) }
                != SecretBytes.random(count: 32).withBytes { Array($0) })
    }

    @Test("the memory of secret bytes is locked and excluded from core dumps")
    func locked() throws {
        let bytes = SecretBytes(count: 32)
        let address = bytes.withBytes { UInt(bitPattern: $0.baseAddress) }
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        var isIn = false
        var flags: [Substring] = []
        for line in maps.split(separator: "\n") {
            let range = line.prefix { $0 != " " }.split(separator: "-")
            if range.count == 2, let start = UInt(range[0], radix: 16), let end = UInt(range[1], radix: 16) {
                isIn = (start..<end).contains(address)
            } else if isIn, line.hasPrefix("VmFlags:") {
                flags = line.dropFirst(8).split(separator: " ")
            }
        }
        #expect(flags.contains("dd"), "MADV_DONTDUMP: \(flags)")
        #expect(flags.contains("lo"), "mlock: \(flags)")
        withExtendedLifetime(bytes) {}
    }

    @Test("a failure to lock memory is reported once, and the secret bytes still work")
    func unlockable() {
        let failures = LockFailures()
        #expect(failures.take() == nil)
        for code in [ENOMEM, EPERM] {
            let bytes = SecretBytes(count: 8, failures: failures) { _, _ in
                errno = code
                return -1
            }
            bytes[0] = 1
            #expect(bytes[0] == 1)
        }
        let notice = failures.take()
        #expect(notice == .memoryNotLocked(code: ENOMEM))
        #expect(notice.map { "\($0)".contains("LimitMEMLOCK") } == true)
        #expect(failures.take() == nil)
        _ = SecretBytes(count: 8, failures: failures) { _, _ in -1 }
        #expect(failures.take() == nil)
    }
}
