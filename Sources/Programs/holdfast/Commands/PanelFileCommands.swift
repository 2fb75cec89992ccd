import ArgumentParser
import Configuration
import Glibc
import ProgramSupport

/// `holdfast check FILE…`
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check panel files and report all errors.",
        discussion: """
            Uses no hardware. Exits 0 if all files are in order, 1 if a file has errors. Advice does not change the exit \
            code.
            """)

    @Argument(help: "Panel files.", completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    @Flag(help: "Also suggest improvements of controls, and name outputs that are active before the panel starts.")
    var advice = false

    func run() throws {
        var isInOrder = true
        for file in files {
            do throws(ConfigurationError) {
                let panel = try PanelFile.read(path: file)
                if let remark = PanelFile.trustRemark(path: file) { Output.printError(remark.description) }
                let remarks = panel.remarks(drawings: SymbolFolder(beside: file).usableNames)
                remarks.forEach { Output.printError($0.description) }
                if advice { panel.advice.forEach { Output.printError($0.description) } }
                Output.print("\(file): in order: \(panel.summary)")
            } catch {
                isInOrder = false
                Output.printError(error.description)
            }
        }
        if !isInOrder { throw Output.failure }
    }
}

/// `holdfast explain [KEY]`
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain a key of panel files.",
        discussion: """
            Shows the meaning, the values, the default and an example of the key. Without a key, lists all keys.
            """)

    @Argument(
        help: "A key, such as hold_time, or its path, such as buttons.hold_time.",
        completion: .list(KeyExplanation.all.map(\.path)))
    var key: String?

    func run() throws {
        guard let key else {
            let rows = KeyExplanation.all.map { [$0.path, $0.presence, $0.value] }
            for line in Table.lines([["KEY", "PRESENCE", "VALUE"]] + rows) { Output.print(line) }
            return
        }
        let found = KeyExplanation.find(key)
        guard !found.isEmpty else {
            let meant =
                (KeyExplanation.remedy(forForeign: key)
                ?? KeyExplanation.nearest(to: key).map { "did you mean '\($0)'?" }).map { "; \($0)" }
                ?? " (holdfast explain)"
            Output.printError("holdfast: no key '\(key.onOneLine)' in panel files\(meant)")
            throw Output.failure
        }
        Output.print(found.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n"))
    }
}

extension KeyExplanation {
    /// The path, the documentation, and a row each for value, presence, rules, keys and example.
    fileprivate var lines: [String] {
        var rows = [["value", value], ["presence", presence]]
        rows += rules.map { ["rule", $0] }
        if !keys.isEmpty { rows.append(["keys", keys.joined(separator: ", ")]) }
        rows.append(["example", example])
        return [path] + documentation.wrapped(at: 76).map { "  " + $0 } + Table.lines(rows).map { "  " + $0 }
    }
}

extension String {
    /// The text in lines of at most `width` characters, broken between words.
    fileprivate func wrapped(at width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

/// `holdfast schema`
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the JSON schema of panel files, for editors.",
        discussion: """
            Save the schema as panel.schema.json beside the panel's file, and begin the panel's file with '# \
            yaml-language-server: $schema=panel.schema.json'. Editors then complete and explain keys, and mark errors.
            """)

    func run() {
        Output.write(PanelSchema.text, to: STDOUT_FILENO)
    }
}
