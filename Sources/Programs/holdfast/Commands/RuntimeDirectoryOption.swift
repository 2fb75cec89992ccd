import ArgumentParser
import Glibc

/// Where the record of driven lines is.
struct RuntimeDirectoryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the record of driven lines, which 'holdfast safe' reads.",
            discussion:
                "Default: $RUNTIME_DIRECTORY, which systemd sets; else $XDG_RUNTIME_DIR/holdfast, if there is one."
        ), completion: .directory)
    var runtimeDirectory: String?

    /// The folder; `nil` where nothing says which.
    var path: String? {
        if let runtimeDirectory { return runtimeDirectory }
        if let directories = Environment.value("RUNTIME_DIRECTORY") {
            // systemd.exec(5): several directories are separated by colons.
            return directories.split(separator: ":").first.map(String.init)
        }
        return Environment.value("XDG_RUNTIME_DIR").map { $0 + "/holdfast" }
    }

    /// The folder, made if it is missing; `nil` where nothing says which.
    func directory() throws -> String? {
        guard let path, mkdir(path, 0o755) != 0, errno != EEXIST else { return path }
        throw FileProblem(path: path, call: "mkdir", code: errno)
    }
}
