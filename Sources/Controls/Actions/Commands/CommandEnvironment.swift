import Commands

/// The environment of commands: a fixed set of variables. None of them gives the panel's address or the extension's
/// identity.
enum CommandEnvironment {
    /// The variables that commands inherit. Variables for sockets, credentials and the service manager are not among
    /// them.
    static let names = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC",
        "LC_TIME", "TZ", "TMPDIR", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "DISPLAY", "PULSE_SERVER",
    ]

    /// The environment variables of commands.
    ///
    /// - Parameter own: The extension's own variables. Empty ones are left out.
    static func variables(of own: [String: String]) -> [String: String] {
        let inherited = own.filter { names.contains($0.key) && !$0.value.isEmpty }
        return ["PATH": CommandRunner.defaultPath].merging(inherited) { _, own in own }
    }
}
