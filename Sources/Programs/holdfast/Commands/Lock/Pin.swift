import ArgumentParser

/// `holdfast pin add|list|remove|reset|recovery|key`
struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say who may unlock the panel.",
        discussion: """
            For root, and the user that the panel runs as. PINs are typed, or read from standard input; they are never an \
            argument, which others could see. Whoever has the recovery code may end a lockout ('pin reset --code').
            """,
        subcommands: [PinAdd.self, PinList.self, PinRemove.self, PinReset.self, PinRecovery.self, PinKey.self])
}
