import EventLoop
import Glibc

/// The socket on which a panel answers, and the folders around the socket.
package enum PanelSocket {
    /// The socket of the installed panel.
    package static let standardPath = "/run/holdfast/panel"

    /// The environment variable that names another socket.
    package static let variable = "HOLDFAST_SOCKET"

    /// Creates the folder of the panel's socket, and the folder of the extensions' sockets in it, if they are
    /// missing.
    ///
    /// - Throws: `FileProblem`.
    package static func makeFolders(for path: String, mode: mode_t) throws {
        let folder = NewFile.folder(of: path)
        for path in [folder, folder + "/extensions"] where mkdir(path, mode) == 0 {
            // The mode must not depend on the umask, since extensions must find their folder. systemd's umask is
            // 0022, the unit's 0077.
            chmod(path, mode)
        }
        var status = stat()
        for path in [folder, folder + "/extensions"] {
            guard stat(path, &status) == 0 else { throw FileProblem(path: path, call: "mkdir") }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw FileProblem(path: path, call: "mkdir", code: ENOTDIR)
            }
        }
    }
}

/// The names of the files in a panel's runtime directory.
package enum RuntimeFile {
    /// The record of driven lines, which `holdfast safe` reads.
    package static let drivenLines = "driven-lines"
    /// The record of taken LEDs.
    package static let takenLEDs = "taken-leds"
}

/// The names of the files in a panel's state directory.
package enum StateFile {
    /// The store of states, people, the layout and the log.
    package static let store = "panel.sqlite"
}

/// The places of the installed panel, as the package has them.
package enum InstalledPlaces {
    package static let file = "/etc/holdfast/panel.yaml"
    package static let deviceKey = "/etc/holdfast/device-key"
    /// The state directory of the unit.
    package static let stateDirectory = "/var/lib/holdfast"
    /// The user who runs the panel (`deploy/holdfast.sysusers`).
    package static let user = "holdfast"
}
