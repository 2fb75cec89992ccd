import ArgumentParser

/// `holdfast pin add|list|remove|reset|recovery`
struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say who may unlock the panel.",
        discussion: """
            For root, and the user that the panel runs as. PINs are typed, or read from standard input; they are never an \
            argument, which others could see.
            """,
        subcommands: [PinAdd.self, PinList.self, PinRemove.self, PinReset.self, PinRecovery.self, PinKey.self])
}
