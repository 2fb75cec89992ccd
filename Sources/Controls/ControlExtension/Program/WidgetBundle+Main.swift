import Controls

extension WidgetBundle {
    /// Runs the bundle as an extension: `@main struct MyControls: WidgetBundle` is a whole program.
    ///
    /// It answers the panel over a socket: the one that systemd gives it, else `extensions/NAME` beside the panel's own.
    /// `--help` says what it can be told; SIGTERM and SIGINT end it. Bodies and providers run on the main actor, and
    /// where they say otherwise.
    @MainActor
    public static func main() async {
        await ExtensionProgram.run(Self.self)
    }
}
