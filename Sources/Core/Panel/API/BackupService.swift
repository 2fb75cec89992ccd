import Authentication
import EventLoop
import LocalAPI

/// Backup and restoration of people, for administrators.
@PanelActor
struct BackupService {
    let panel: PanelService

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] {
        [
            .method(PanelInterface.BackUp.self, backUp),
            .method(PanelInterface.Restore.self, restore),
        ]
    }

    private func backUp(
        _ parameters: PanelInterface.BackUp.Parameters, _ call: VarlinkCall<PanelInterface.BackUp.Reply>
    ) {
        guard let lock = panel.administered(call) else { return }
        let who = panel.actor(of: call)
        lock.gatekeeper.backUp(
            passphrase: SecretBytes(copyingUTF8Of: parameters.passphrase), panelFile: Array(parameters.file.utf8)
        ) { result in
            switch result {
            case .success(let bytes):
                lock.audit?.note(.backUp, by: who, .done)
                call.reply(.init(backup: HexText.of(bytes)))
            case .failure(let error):
                lock.audit?.note(.backUp, by: who, .failed, detail: error.description)
                call.refuse(error.description)
            }
        }
    }

    private func restore(
        _ parameters: PanelInterface.Restore.Parameters, _ call: VarlinkCall<PanelInterface.Restore.Reply>
    ) {
        guard let lock = panel.administered(call) else { return }
        guard let bytes = HexText.bytes(parameters.backup) else {
            return call.fail(PanelInterface.UnusableBackup(reason: BackupError.notABackup.description))
        }
        let who = panel.actor(of: call)
        // The passphrase is hashed beside the loop, since hashing takes long.
        lock.gatekeeper.open(bytes, passphrase: SecretBytes(copyingUTF8Of: parameters.passphrase)) { result in
            switch result {
            case .failure(.otherKey): call.fail(PanelInterface.OtherDeviceKey())
            case .failure(let error): call.fail(PanelInterface.UnusableBackup(reason: error.description))
            case .success(let credentials):
                lock.gatekeeper.replace(by: credentials) { result in
                    lock.note(result, of: .restore, by: who)
                    call.answer(result) { .init(people: $0) }
                    panel.engine?.desk.peopleChanged()
                }
            }
        }
    }
}
