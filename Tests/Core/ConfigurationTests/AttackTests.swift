import Configuration
import Foundation
import Testing

/// A megabyte that is made to cost a YAML reader time, memory or stack.
struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// The text of the first error; `nil` if several are possible.
    let message: String?

    var testDescription: String { name }

    init(_ name: String, _ unit: String, after head: String = "", expecting message: String? = nil) {
        self.name = name
        self.message = message
        let count = (Self.size - head.utf8.count) / unit.utf8.count
        bytes = Array((head + String(repeating: unit, count: count)).utf8)
    }

    /// - Parameter line: Returns the line of a number from 1, or `nil` from the line on that only empty comments
    ///   follow.
    init(_ name: String, numbered line: (Int) -> String?, after head: String = "") {
        self.name = name
        message = nil
        var text = head
        for number in 1... {
            guard let next = line(number) else {
                text += String(repeating: "#\n", count: (Self.size - text.utf8.count) / 2)
                break
            }
            if text.utf8.count + next.utf8.count > Self.size { break }
            text += next
        }
        bytes = Array(text.utf8)
    }

    private static let size = 1_000_000
    private static let head = "name: N\ndomain: org.n\n"
    private static let deep = "mappings and lists are nested more than 16 deep; a panel needs a third of that"
    private static let many = "the file has more than 20000 keys and values, which no panel needs; shorten it"
    private static let anchors = """
        a: &a [x, x, x, x, x, x, x, x, x]
        b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
        c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
        d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
        e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]
        f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e]
        g: [*f, *f, *f, *f, *f, *f, *f, *f, *f]

        """

    static let all: [Attack] = [
        Attack("lists in lists", "[", expecting: deep),
        Attack("mappings in mappings", "{a: ", expecting: deep),
        Attack("keys in keys", "? ", expecting: deep),
        Attack("items in items", "- ", expecting: deep),
        Attack("lists as keys", "[{", expecting: deep),
        Attack("a bomb of anchors", "#", after: anchors),
        Attack("aliases of nothing", "*a, ", after: "a: [", expecting: many),
        Attack("anchors", "&a x, ", after: "a: [", expecting: many),
        Attack("tags", "!a x, ", after: "a: [", expecting: many),
        Attack("values", "a,", after: "a: [", expecting: many),
        Attack("empty mappings", "{},", after: "a: [", expecting: many),
        Attack("pairs", "a: b, ", after: "a: {", expecting: many),
        Attack("documents", "---\n"),
        Attack("directives", "%TAG ! a\n"),
        Attack("different tag directives", numbered: { "%TAG !\($0)! x\n" }),
        Attack("tag directives after a document", numbered: { "%TAG !\($0)! x\n" }, after: "a: b\n...\n"),
        Attack("a comment", "#"),
        Attack("comments", "#\n"),
        Attack("spaces", " "),
        Attack("tabs", "\t"),
        Attack("line ends", "\n"),
        Attack("a text without end", "\\x41", after: "name: \""),
        Attack("a text of many lines", "x\n ", after: "name: "),
        Attack("a block text", " x\n", after: "name: |\n"),
        Attack("one word", "x"),
        Attack("quotes", "'"),
        Attack("colons", ":"),
        Attack("commas", ","),
        Attack("question marks", "?\n"),
        Attack("NUL bytes", "\0"),
        Attack("unknown keys", numbered: { "key\($0): x\n" }, after: head),
        Attack("one key again and again", "name: N\n"),
        Attack("keys of one long word", numbered: { "\(String(repeating: "k", count: 500))\($0): x\n" }),
        Attack("names", numbered: { "  a\($0): {}\n" }, after: head + "controls:\n"),
        Attack(
            "one line again and again", numbered: { "  a\($0): {toggle: {line: X}}\n" }, after: head + "controls:\n"),
        Attack(
            "references that lead nowhere",
            numbered: { $0 <= 3000 ? "  a\($0): {}\n" : "\($0 == 3001 ? "lights:\n" : "")  a\($0): {shows: b\($0)}\n" },
            after: head + "controls:\n"),
        Attack(
            "as many wrong references as a file may have",
            numbered: {
                if $0 <= 2500 { return "  a\($0): {}\n" }
                if $0 <= 5000 { return "\($0 == 2501 ? "lights:\n" : "")  a\($0): {shows: org.n.b\($0)}\n" }
                return nil
            }, after: head + "controls:\n"),
        Attack("a kind of many parts", "a.", after: head + "lights: {a: {shows: "),
        Attack(
            "as many extensions and foreign kinds as a file may have",
            numbered: {
                if $0 <= 1800 { return "  - {name: e\($0), domain: org.e\($0).x}\n" }
                if $0 <= 3600 { return "\($0 == 1801 ? "lights:\n" : "")  a\($0): {shows: org.f\($0).x.y}\n" }
                return nil
            }, after: head + "extensions:\n"),
        Attack(
            "domains inside one another",
            numbered: {
                let domain = String(repeating: "a.", count: 90 - $0 % 80) + "a"
                return $0 <= 3900 ? "  - {name: e\($0), domain: \(domain)}\n" : nil
            }, after: head + "extensions:\n"),
    ]
}

/// The tests run in series, so that each time is measured alone.
@Suite("YAML attacks", .serialized)
struct AttackTests {
    @Test("YAML attack: refused with its position, under 1 s and 64 MB", arguments: Attack.all)
    func refused(_ attack: Attack) throws {
        try resetPeakMemory()
        let before = try peakMemory()
        let start = processorTime()
        let caught: ConfigurationError?
        do throws(ConfigurationError) {
            _ = try PanelFile.parse(attack.bytes, file: "panel.yaml")
            caught = nil
        } catch {
            caught = error
        }
        let time = processorTime() - start
        let error = try #require(caught)
        #expect(error.diagnostics.count <= 51)
        let last = try #require(error.diagnostics.last { $0.severity == .error })
        #expect(last.position.line >= 1 && last.position.column >= 1)
        #expect(error.diagnostics.allSatisfy { $0.description.utf8.count < 1_000 && !$0.message.contains("\n") })
        if let message = attack.message, error.diagnostics.count <= 50 { #expect(last.message == message) }
        // A sanitizer makes the reader several times slower.
        #expect(time < .seconds(ProcessInfo.processInfo.environment["HOLDFAST_SANITIZED"] == nil ? 1 : 8))
        let memory = try peakMemory() - before
        #expect(memory < 64_000_000)
    }

    /// The processor time of this thread. The reader never waits, and the time of other programs does not count.
    private func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Resets the process's peak memory to its present memory: `clear_refs` in proc(5).
    private func resetPeakMemory() throws {
        let file = try FileHandle(forWritingTo: URL(filePath: "/proc/self/clear_refs"))
        try file.write(contentsOf: Data("5".utf8))
        try file.close()
    }

    /// The process's peak memory since the reset, in bytes: `VmHWM` in proc(5).
    private func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.split(separator: " ").dropLast().last ?? "")) * 1024
    }
}
