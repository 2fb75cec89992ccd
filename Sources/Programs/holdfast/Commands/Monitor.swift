import ArgumentParser

/// `holdfast monitor`
struct Monitor: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Watch the running panel until Ctrl-C: its controls, hints, activities, and what happens.",
        discussion: """
            First comes whether the panel is locked, and what is broken. On a terminal a picture that changes in place; else a \
            line for each happening. Exits 1 where the panel ends first.
            """)

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    func perform() throws {
        try unlock.client(path: panel.socket.path).monitor(OutputForm(asJSON: json.json))
    }
}
