import ArgumentParser
import Glibc

/// Where the panel keeps what must outlast it.
struct StateDirectoryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of what outlasts a restart: states, timers, the layout, people and their PINs, the log.",
            discussion: "Default: $STATE_DIRECTORY, which systemd sets. Without one, they end with the process."),
        completion: .directory)
    var stateDirectory: String?

    /// The name of the store in that folder.
    static let storeName = "panel.sqlite"

    /// The folder, made if it is missing; `nil` where nothing says which.
    func directory() throws -> String? {
        // systemd.exec(5): several directories are separated by colons.
        let path =
            stateDirectory ?? Environment.value("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
        guard let path, mkdir(path, 0o700) != 0, errno != EEXIST else { return path }
        throw FileProblem(path: path, call: "mkdir", code: errno)
    }
}
