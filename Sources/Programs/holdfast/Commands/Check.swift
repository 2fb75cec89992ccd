import ArgumentParser
import Configuration

/// `holdfast check FILE…`
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report all errors of panel files, without touching hardware.",
        discussion: "Exits 0 where all files are in order, 1 where one is not. Advice changes nothing in that.")

    @Argument(help: "Panel files.", completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    @Flag(help: "Also note what could be better for people about controls.")
    var advice = false

    func run() throws {
        var isInOrder = true
        for file in files {
            do throws(ConfigurationError) {
                let panel = try PanelFile.read(path: file)
                if let remark = PanelFile.trustRemark(path: file) { Output.printError(remark.description) }
                panel.remarks.forEach { Output.printError($0.description) }
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

extension PanelDescription {
    /// What the panel has, for people.
    var summary: String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let others = Set(placements.map(\.reference)).count { reference in
            !controls.contains { $0.kind == reference.kind }
        }
        let own = count(controls.count, "control") + (others > 0 ? " and \(others) of extensions" : "")
        return [own, count(buttons.count, "button"), count(lights.count, "light")]
            .joined(separator: ", ")
    }
}
