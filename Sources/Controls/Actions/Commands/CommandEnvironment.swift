import Commands
import Glibc

/// The environment of commands: a fixed set of names, none of which tells where the panel is or who the extension is.
enum CommandEnvironment {
    /// The variables that are handed on. Sockets, credentials and the service manager's own are not among them.
    static let names = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC",
        "LC_TIME", "TZ", "TMPDIR", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "DISPLAY", "PULSE_SERVER",
    ]

    /// The variables of commands.
    ///
    /// - Parameter value: The extension's own environment.
    static func variables(of value: (String) -> String?) -> [String: String] {
        var variables = ["PATH": CommandRunner.defaultPath]
        for name in names {
            if let value = value(name), !value.isEmpty { variables[name] = value }
        }
        return variables
    }

    /// The variables of commands of this process.
    static var process: [String: String] {
        variables { name in getenv(name).map { String(cString: $0) } }
    }
}
