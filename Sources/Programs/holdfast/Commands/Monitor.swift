import ArgumentParser

/// `holdfast monitor`
struct Monitor: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Watch the running panel until Ctrl-C.",
        discussion: """
            Shows the lock and the faults, then controls, hints, activities and events. On a terminal, a picture changes \
            in place. Otherwise, each event is a line. Exits 1 if the panel ends first.
            """)

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    func perform() throws {
        try unlock.client(path: panel.socket.path).monitor(OutputForm(asJSON: json.json))
    }
}
