import Authentication
import Configuration
import EventLoop
import Glibc
import LocalAPI
import ProgramSupport

/// Restores `panel.backup` of the boot partition under the passphrase of `holdfast.txt`: the panel's file, the device's key and the
/// people of another card. Each file is restored once.
struct CardBackup {
    private let boot: String
    /// The file's name on the boot partition.
    private static let name = "panel.backup"
    /// The folder that contains `var` and `usr`; empty for this machine's own.
    private let root: String
    /// Restores the bytes of a backup, and returns a line about each change.
    private let restore: @Sendable (_ bytes: [UInt8], _ passphrase: String) async throws -> [String]

    init(
        boot: String, root: String = "",
        restore: @escaping @Sendable ([UInt8], String) async throws -> [String] = Self.own
    ) {
        (self.boot, self.root, self.restore) = (boot, root, restore)
    }

    /// The passphrase stays readable until the backup is restored, so that a power cut does not lose it.
    func run() async -> CardIntake.Result {
        var result = CardIntake.Result()
        let settings = CardSettingsFile(boot: boot, root: root)
        guard let reader = try? settings.read(), let passphrase = reader.settings.backupPassphrase else {
            return result
        }
        let (name, restored) = (Self.name, "\(root)/var/lib/holdfast-card/\(Self.name)")
        do {
            let bytes = try FileContents.read("\(boot)/\(name)", limit: PeopleBackup.largestFile)
            let former = try? FileContents.read(restored, limit: PeopleBackup.largestFile)
            if former == bytes {
                result.lines.append("\(name): restored at an earlier start")
            } else {
                result.lines += try await restore(bytes, passphrase).map { "\(name): \($0)" }
                mkdir(NewFile.folder(of: restored), 0o700)
                try NewFile.replace(restored, with: bytes)
            }
        } catch {
            let text = "\(error)"
            result.add(text.hasPrefix(name) ? text : "\(name): \(text)")
            return result
        }
        do throws(FileProblem) {
            if let range = reader.secrets[.backupPassphrase] { try settings.hide(range) }
        } catch {
            result.add("holdfast.txt: the passphrase stays readable in the file; remove it there: \(error)")
        }
        return result
    }

    private static let own: @Sendable ([UInt8], String) async throws -> [String] = { bytes, passphrase in
        let restoration = Restoration(file: Self.name, bytes: bytes, passphrase: passphrase)
        let lines = try await restoration.moveHere()
        let count = try restoration.replacePeople(PanelClient(path: PanelSocket.standardPath)).people
        return lines + [Restoration.line(people: count)]
    }
}
