import Authentication
import Configuration
import EventLoop
import Glibc
import LocalAPI
import ProgramSupport

/// Restores `panel.backup` of the boot partition under the passphrase of `holdfast.txt`: the panel's file, the device's key and the
/// people of another card. Each file is restored once.
struct CardBackup {
    /// The file's name on the boot partition.
    private static let name = "panel.backup"

    private let boot: String
    /// The folder that contains `var` and `usr`; empty for this machine's own.
    private let root: String
    /// Whether what is restored lasts.
    private let lasts: Bool
    /// Restores the bytes of a backup, and returns a line about each change.
    private let restore: (_ bytes: [UInt8], _ passphrase: String) throws -> [String]

    init(
        boot: String, root: String = "", lasts: Bool = true,
        restore: @escaping ([UInt8], String) throws -> [String] = Self.restoreHere
    ) {
        (self.boot, self.root, self.lasts, self.restore) = (boot, root, lasts, restore)
    }

    /// The passphrase stays readable until the backup is restored, so that a power cut does not lose it.
    func run() -> CardIntake.Result {
        var result = CardIntake.Result()
        let settings = CardSettingsFile(boot: boot, root: root)
        // The intake has reported a file that cannot be read, and a passphrase that is too short.
        guard let reader = try? settings.read(), let passphrase = reader.settings.backupPassphrase else {
            return result
        }
        let (name, restored) = (Self.name, "\(root)/var/lib/holdfast-card/\(Self.name)")
        let bytes: [UInt8]
        let former = try? FileContents.read(restored, limit: PeopleBackup.largestFile)
        do {
            bytes = try FileContents.read("\(boot)/\(name)", limit: PeopleBackup.largestFile)
            if former == bytes {
                result.lines.append("\(name): restored at an earlier start")
            } else {
                result.lines += try restore(bytes, passphrase).map { "\(name): \($0)" }
            }
        } catch {
            let text = "\(error)"
            result.add(text.hasPrefix(name) ? text : "\(name): \(text)")
            return result
        }
        guard lasts else { return result }
        do {
            if let range = reader.secrets[.backupPassphrase] { try settings.hide(range) }
        } catch {
            result.add("holdfast.txt: the passphrase stays readable in the file; remove it there: \(error)")
        }
        // Without both, the next start would restore again, over later changes of people: the passphrase goes first.
        mkdir(NewFile.folder(of: restored), 0o700)
        do {
            if former != bytes { try NewFile.replace(restored, with: bytes) }
        } catch {
            result.add("\(name): \(error)")
        }
        return result
    }

    private static func restoreHere(_ bytes: [UInt8], _ passphrase: String) throws -> [String] {
        let restoration = Restoration(file: name, bytes: bytes, passphrase: passphrase)
        let lines = try EventLoop.panel.run { try await restoration.moveHere() }
        let count = try restoration.replacePeople(PanelClient(path: PanelSocket.standardPath)).people
        return lines + [Restoration.line(people: count)]
    }
}
