import Commands
import Glibc

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
    /// - Parameter value: Returns a variable of the extension's own environment.
    static func variables(of value: (String) -> String?) -> [String: String] {
        var variables = ["PATH": CommandRunner.defaultPath]
        for name in names {
            if let value = value(name), !value.isEmpty { variables[name] = value }
        }
        return variables
    }

    /// The variables of this process's commands.
    static var process: [String: String] {
        variables { name in getenv(name).map { String(cString: $0) } }
    }
}
