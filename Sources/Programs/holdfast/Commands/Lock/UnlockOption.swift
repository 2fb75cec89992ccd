import ArgumentParser

/// `--unlock`
struct UnlockOption: ParsableArguments {
    @Flag(
        help:
            "Ask for a PIN first, for what needs one and for what is private. Without a terminal it is a line of standard input."
    )
    var unlock = false

    /// The panel at `path`, asked with the PIN where one is wanted.
    func client(path: String) throws -> PanelClient {
        PanelClient(path: path, pin: try pin())
    }

    /// The PIN, where one is wanted.
    func pin() throws -> String? { unlock ? try SecretInput.read("PIN") : nil }
}
