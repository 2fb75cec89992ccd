import EventLoop
import Glibc
import LocalAPI
import MonotonicTime
import ProgramSupport

/// The reason why a call to a running panel failed.
enum PanelProblem: Error, CustomStringConvertible {
    /// No process answers at the path.
    case unreachable(path: String, code: Int32)
    /// The user may not use the socket. `group` is the group that may; `nil` if there is none.
    case forbidden(path: String, group: String?)
    /// The panel accepts calls, and does not answer within the timeout.
    case silent(path: String)
    /// The panel closed the connection before it answered.
    case ended(path: String)
    /// The panel ended while the command watched it.
    case hungUp(path: String)
    /// Another program answers at the path, or another version of Holdfast.
    case foreign(path: String, problem: String)
    /// The panel has no such control, intent, place or part of a simulated board, or several of the name.
    case noSuchName(problem: String)
    /// The panel's file allows no changes of the layout (`layout: fixed`).
    case layoutFixed
    /// The panel's board is not simulated.
    case noSimulatedBoard(path: String)
    /// The control does not accept the configuration.
    case invalidConfiguration(parameter: String?, reason: String, nearest: String?)
    /// The PIN is wrong. The panel accepts no PIN for `seconds`; `nil` if it accepts the next one at once.
    case wrongPIN(seconds: Double?)
    /// The backup is of a machine with another device key.
    case otherDeviceKey
    /// The file does not contain a backup, or the passphrase is wrong.
    case unusableBackup(file: String?, reason: String)
    /// The panel's file cannot be read for a backup.
    case unreadablePanelFile(file: String, reason: String)
    /// The panel did nothing, because the caller has given no PIN.
    case authenticationRequired(name: String?, reason: String)
    /// The panel refused the call, and did nothing.
    case refused(name: String?, reason: String)
    /// The performance failed.
    case failed(name: String, reason: String)
    /// The performance needs a value first. `parameter` is the option to type.
    case valueWanted(name: String, title: String, dialog: String?, parameter: String)

    // MARK: From the error of a call

    /// Translates a client's error about the panel at `path`. `name` is the control, intent or file of the call;
    /// `nil` if it has none.
    init(_ error: VarlinkClientError, path: String, about name: String? = nil) {
        switch error {
        case .unreachable(_, let code) where code == EACCES || code == EPERM:
            self = .forbidden(path: path, group: socketGroup(path))
        case .unreachable(_, let code): self = .unreachable(path: path, code: code)
        case .ended: self = .ended(path: path)
        case .malformed(let problem): self = .foreign(path: path, problem: problem)
        case .refused(let error, let parameters): self.init(error, parameters, path: path, about: name)
        }
    }

    private init(_ error: String, _ parameters: [String: String], path: String, about name: String?) {
        /// - Parameter otherwise: The problem if no name is near.
        func noSuch(_ noun: String, _ name: String?, otherwise: (String) -> String) -> PanelProblem {
            let name = name ?? ""
            let guess = parameters["nearest"].map { "no \(noun) '\(name)'; did you mean '\($0)'?" }
            return .noSuchName(problem: parameters["problem"] ?? guess ?? otherwise(name))
        }
        switch error {
        case PanelInterface.NoSuchControl.varlinkName:
            self = noSuch("control", parameters["control"]) { "no control '\($0)' (holdfast list)" }
        case PanelInterface.NoSuchIntent.varlinkName:
            self = noSuch("intent", parameters["intent"]) { "no intent '\($0)' can be run by name (holdfast intents)" }
        case PanelInterface.NoSuchPlace.varlinkName:
            self = noSuch("place", parameters["place"]) { "no place '\($0)' (holdfast layout)" }
        case PanelInterface.LayoutFixed.varlinkName: self = .layoutFixed
        case PanelInterface.InvalidConfiguration.varlinkName:
            self = .invalidConfiguration(
                parameter: parameters["parameter"], reason: parameters["reason"] ?? "the panel does not say why",
                nearest: parameters["nearest"])
        case VarlinkService.InterfaceNotFound.varlinkName where parameters["interface"] == BoardInterface.name:
            self = .noSimulatedBoard(path: path)
        case BoardInterface.NoSuchPart.varlinkName:
            let part = parameters["part"] ?? "part"
            self = noSuch(part, parameters["name"]) { "the panel has no \(part) '\($0)'" }
        case PanelInterface.Refused.varlinkName, BoardInterface.Refused.varlinkName:
            self = .refused(name: name, reason: parameters["reason"] ?? "the panel does not say why")
        case PanelInterface.AuthenticationRequired.varlinkName:
            self = .authenticationRequired(name: name, reason: parameters["reason"] ?? "it needs a PIN")
        case PanelInterface.OtherDeviceKey.varlinkName: self = .otherDeviceKey
        case PanelInterface.UnusableBackup.varlinkName:
            self = .unusableBackup(file: name, reason: parameters["reason"] ?? "it is none")
        case PanelInterface.WrongPIN.varlinkName: self = .wrongPIN(seconds: parameters["seconds"].flatMap(Double.init))
        case VarlinkNoRoom.varlinkName:
            self = .refused(
                name: nil, reason: "the panel has no room: \(parameters["reason"] ?? "it does not say why")")
        case VarlinkService.PermissionDenied.varlinkName:
            self = .refused(name: name, reason: "only root and the user who runs the panel may do that; use sudo")
        default:
            let details = parameters.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            let error = error.split(separator: ".").last.map(String.init) ?? error
            self = .foreign(path: path, problem: ([error] + details).joined(separator: ", "))
        }
    }

    // MARK: In words

    /// The problem, its place and the remedy, on one line.
    var description: String { text.onOneLine }

    private var text: String {
        switch self {
        case .unreachable(_, EMSGSIZE): "the values are longer than a panel takes (64 KiB)"
        case .unreachable(let path, EAGAIN):
            "the panel at \(path) is flooded with connections, and has had no room for 5 s; try again"
        case .unreachable(let path, let code):
            "no panel answers at \(path): \(SystemCall.message(code)); is it running? (systemctl status holdfast; one of "
                + "'holdfast up': set \(PanelSocket.variable) as it prints it)"
        case .forbidden(let path, let group?):
            "\(path): permission denied; the panel is for root and the group '\(group)' (sudo usermod -aG \(group) USER)"
        case .forbidden(let path, nil): "\(path): permission denied; ask as the user that runs the panel"
        case .silent(let path): "the panel at \(path) does not answer; does it hang? (systemctl status holdfast)"
        case .ended(let path):
            "the panel at \(path) ended before it answered; the request may have been performed (holdfast status)"
        case .hungUp(let path): "the panel at \(path) has ended"
        case .foreign(let path, let problem):
            "the program at \(path) is not a panel of this version of Holdfast: \(problem)"
        case .noSuchName(let problem): problem
        case .noSimulatedBoard(let path):
            "the panel at \(path) runs on no simulated board ('board: simulated' in its file), and nothing else moves its lines"
        case .layoutFixed: "the panel's file keeps the layout as it is (layout: fixed)"
        case .invalidConfiguration(let parameter, let reason, let nearest):
            (parameter.map { "\($0): " } ?? "") + reason + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .otherDeviceKey:
            "the backup has another device key than this machine: put that in its place first (holdfast restore --help)"
        case .wrongPIN(let seconds?):
            "the PIN is wrong; no PIN is taken for \(lockoutText(seconds)) (holdfast pin reset)"
        case .wrongPIN(nil): "the PIN is wrong"
        case .unreadablePanelFile(let file, let reason): "\(file): \(reason)"
        case .unusableBackup(let file, let reason): "\(file ?? "the backup"): \(reason)"
        case .authenticationRequired(let name, let reason):
            "\(Self.refused(name: name, reason: reason).text) (--unlock)"
        case .refused(let name?, let reason): "\(name) is refused: \(reason)"
        case .refused(nil, let reason): "refused: \(reason)"
        case .failed(let name, let reason): "\(name) failed: \(reason)"
        case .valueWanted(let name, let title, let dialog, let parameter):
            "\(name) needs a value for '\(title)'\(dialog.map { " (\($0))" } ?? ""): \(parameter)"
        }
    }
}

/// The length of a lockout: exact below 600 s, as people would wait for its end, else in its largest unit.
private func lockoutText(_ seconds: Double) -> String {
    seconds < 600 ? Duration.seconds(seconds.rounded(.up)).text : AgeText.of(seconds)
}

/// The name of the group that may use the socket at `path`; `nil` if the group may not, or has no name.
private func socketGroup(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IWGRP != 0, let group = getgrgid(status.st_gid) else {
        return nil
    }
    return String(cString: group.pointee.gr_name)
}
