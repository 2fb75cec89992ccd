import ArgumentParser
import Configuration
import Glibc

/// `holdfast schema`
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the JSON schema of panel files, for editors.",
        discussion: """
            A first line '# yaml-language-server: $schema=panel.schema.json' in a panel's file has editors complete \
            and explain its keys, and mark what is wrong, by the schema in that file.
            """)

    func run() {
        Output.write(PanelSchema.text, to: STDOUT_FILENO)
    }
}
