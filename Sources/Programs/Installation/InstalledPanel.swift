import Authentication
import EventLoop
import Glibc
import ProgramSupport

/// The panel's file and the device's key of this machine, as a package or `make install` has them.
package struct InstalledPanel: Sendable {
    private let folder: String
    private let tools = SystemdTools()

    /// - Parameter folder: The folder of both files.
    package init(folder: String = "/etc/holdfast") {
        self.folder = folder
    }

    /// Puts a backup's panel file and key in place, and restarts the panel.
    ///
    /// - Returns: A line about each file that was there before, and its new name.
    /// - Throws: `InstallationProblem`, `FileProblem`, `DeviceKeyError`, `SystemdTools.Failure`. After a failure each file is
    ///   the former one or the backup's, and a second attempt goes on.
    package func replace(by backup: PeopleBackup) async throws -> [String] {
        guard SystemdTools.isRunning else { throw InstallationProblem.noServiceManager }
        guard geteuid() == 0 else { throw InstallationProblem.notRoot }
        let lines = try put(backup)
        // The panel reads its key once, at its start.
        try await tools.run("systemctl", "reset-failed", "holdfast.service", to: "have systemd forget failures")
        try await tools.run("systemctl", "restart", "holdfast.service", to: "restart the panel")
        return lines
    }

    /// Puts the files in place. A file with other contents keeps a name of its own.
    ///
    /// - Returns: A line about each of these.
    /// - Throws: `FileProblem`, `DeviceKeyError`.
    package func put(_ backup: PeopleBackup) throws -> [String] {
        guard mkdir(folder, 0o755) == 0 || SystemCall.lastError == EEXIST else {
            throw FileProblem(path: folder, call: "mkdir")
        }
        let key = try place("device-key") { path throws(DeviceKeyError) in try backup.key.write(to: path) }
        let panel = try place("panel.yaml") { path throws(FileProblem) in
            do throws(NewFile.Failure) {
                try NewFile.write(backup.panelFile, to: path)
            } catch {
                throw FileProblem(path: path, call: error.call, code: error.code)
            }
            // The panel's own user reads it.
            guard chmod(path, 0o644) == 0 else { throw FileProblem(path: path, call: "chmod") }
        }
        return [key, panel].compactMap { $0 }
    }

    /// Writes a new file beside `name`, keeps the former file under another name, and gives the new one its name.
    private func place<Failure: Error>(
        _ name: String, write: (String) throws(Failure) -> Void
    ) throws -> String? {
        let (path, new) = ("\(folder)/\(name)", "\(folder)/\(name).new")
        unlink(new)
        try write(new)
        let kept = (1...).lazy.map { "\(path).before-restore-\($0)" }.first { access($0, F_OK) != 0 } ?? path
        let exists = access(path, F_OK) == 0
        // The name is free or has the former file's second name: at no time is the former file without a name.
        guard !exists || link(path, kept) == 0 else { throw FileProblem(path: kept, call: "link") }
        guard rename(new, path) == 0 else { throw FileProblem(path: path, call: "rename") }
        if let failure = NewFile.syncFolder(of: path) {
            throw FileProblem(path: path, call: failure.call, code: failure.code)
        }
        return exists ? "the former \(path) is \(kept)" : nil
    }
}
