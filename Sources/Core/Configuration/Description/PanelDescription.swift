#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A panel's file after all checks: every reference leads to a control, and no line and no kind is used twice.
public struct PanelDescription: Sendable, Hashable {
    /// The display name of the panel.
    public var name: String
    /// The prefix of the kinds of its controls, in reverse-DNS form.
    public var domain: String
    /// The board with the panel's lines.
    public var board: BoardSelection
    /// The position of the board's selection, if the file has one. A message about a chip that is missing at run time
    /// names this position.
    public var boardPosition: SourcePosition?
    /// The controls in the order of the file, which is also the order of the gallery (C2).
    public var controls: [ControlDescription]
    /// The buttons in the order of the file.
    public var buttons: [ButtonDescription]
    /// The lights in the order of the file.
    public var lights: [LightDescription]
    /// The text display, if the panel has one.
    public var display: DisplayDescription?
    /// The extensions in the order of the file.
    public var extensions: [ExtensionGrant] = []
    /// The actions that the panel carries out when a target opens.
    public var opened: [OpenedAction] = []
    /// The actions that the panel carries out after an event that its people should know of.
    public var notified: [NotifiedOccasion: FollowingAction] = [:]
    /// The sounds of the panel; `nil` for none.
    public var sound: SoundDescription?
    /// The PIN pads.
    public var keypads: [KeypadDescription] = []
    /// The rules for locking and unlocking.
    public var authentication: AuthenticationDescription = AuthenticationDescription()
    /// The controls of the lock screen, in their order.
    public var lockScreen: [ControlReference] = []
    /// The controls of Control Center, in their order.
    public var controlCenter: [ControlTile] = []
    /// Whether users may change the placement of controls.
    public var layout: LayoutPolicy
    /// The clocks that guests' hours and `dim` may use.
    public var clock: ClockSource
    /// The page for browsers and the HTTP API.
    public var gateway = GatewayDescription.usual
    /// The broker to which the gateway publishes; `nil` for none.
    public var broker: BrokerDescription?
    /// The symbols that the controls name, with their positions.
    public var symbols: [UsedSymbol] = []
    /// Notes on values that are valid, and that probably mean something else to their author.
    var notes: [Diagnostic] = []
    /// The file's name as the caller gave it.
    public var file: String

    /// The control of this file with this key or full kind.
    public func control(_ keyOrKind: String) -> ControlDescription? {
        controls.first { $0.key == keyOrKind || $0.kind == keyOrKind }
    }

    /// The key of the first control of this file with a title, in any letter case.
    public func key(ofTitle title: String) -> String? {
        controls.first { $0.title.lowercased() == title.lowercased() }?.key
    }

    /// The absolute path of the directory that contains the panel's file.
    public var folder: String {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        if folder.isEmpty { return "/" }
        // A removed working directory has no path.
        guard !folder.hasPrefix("/"), let path = getcwd(nil, 0) else { return folder }
        defer { free(path) }
        let current = String(cString: path)
        return folder == "." ? current : current + "/" + folder
    }

    /// All lines of the panel: those of controls, sensors, buttons, keypads, lights and the buzzer.
    public var allLines: [LineDescription] { usedLines.map(\.line) }

    /// The names of all lines that the panel uses.
    public var lineNames: [String] { allLines.map(\.name) }

    /// The lines of the panel, each with the part that uses it for people (`button action`), in the order of the file.
    public var usedLines: [(line: LineDescription, usedBy: String)] {
        var used: [(line: LineDescription, usedBy: String)] = []
        for control in controls {
            if let output = control.action.output { used.append((output.line, "control \(control.key)")) }
            if let sensor = control.sensor { used.append((sensor.line, "sensor of \(control.key)")) }
        }
        for button in buttons { used.append((button.line, "button \(button.name)")) }
        for pad in keypads {
            let name = pad.name.map { "keypad \($0)" } ?? "keypad"
            used += pad.lines.map { ($0, name) }
        }
        for light in lights { used += light.output.lines.map { ($0, "light \(light.name)") } }
        if let line = sound?.line { used.append((line, "sound")) }
        return used
    }

    /// All actions that other processes carry out for the panel.
    public var delegatedActions: [DelegatedAction] {
        controls.flatMap { control -> [DelegatedAction?] in
            switch control.action {
            case .delegated(let delegated): [delegated, control.readout]
            case .timer(_, let done): [done?.delegated, control.readout]
            case .toggleLine, .pulse, .open, .set, .show, .lock: [control.readout]
            }
        }.compactMap(\.self) + opened.compactMap(\.action.delegated)
            + NotifiedOccasion.allCases.compactMap { notified[$0]?.delegated } + (sound?.allPrograms ?? [])
    }

    /// The extensions of the file, and the stock extensions that its controls need.
    public var allExtensions: [ExtensionGrant] {
        let grants = Set(delegatedActions.map(\.grant) + (broker == nil ? [] : [DelegatedAction.gateway]))
        return extensions + [DelegatedAction.actions, DelegatedAction.gateway].filter(grants.contains)
    }
}

/// The GPIO chip with a panel's lines.
public enum BoardSelection: Sendable, Hashable {
    /// The chip of a Raspberry Pi's header, found by its label.
    case automatic
    /// A board in memory, without hardware.
    case simulated
    /// A chip by label (`pinctrl-bcm2711`), name (`gpiochip0`) or path (`/dev/gpiochip0`).
    case chip(String)
}

/// The clocks that guests' hours and `dim` may use.
public enum ClockSource: String, Sendable, Hashable, CaseIterable, Written {
    /// Only a clock that a time source has set since boot.
    case synchronized
    /// Also a clock that the kernel has set from the board's real-time clock.
    case rtc
}

/// The rules for locking and unlocking a panel.
public struct AuthenticationDescription: Sendable, Hashable {
    /// The time without a key or a hold after which the panel locks itself, 5 s to 1 h.
    public var autoLock: Duration = .seconds(30)
    /// The time without a call after which a page's or a program's session ends, 5 s to 12 h; `nil` for `autoLock`.
    public var pageAutoLock: Duration?
    /// The longest time from a PIN to the end of its session, 1 min to 24 h.
    public var longestSession: Duration = .seconds(12 * 3_600)
    /// The minimum number of digits of a PIN, 4 to 12.
    public var minimumDigits: Int = 6
    /// The time that a held control waits for a PIN (A2), 5 s to 1 min.
    public var pending: Duration = .seconds(15)
    /// The position of the mapping in the file, if the file has one.
    public var position: SourcePosition?
}

/// An action that the panel carries out when a target opens (C22).
public struct OpenedAction: Sendable, Hashable {
    /// `history`, the key of a control, the value of an extension's target, or the scheme of a URL.
    public var target: String
    public var action: FollowingAction
}

/// The events that a panel reports by itself.
public enum NotifiedOccasion: String, Sendable, Hashable, CaseIterable {
    /// A defect of any sort.
    case fault
    /// A stuck contact or a missing chip, perhaps caused by a person.
    case tamper
    /// Too many wrong PINs.
    case lockout
    /// An unlock by a PIN for use under duress.
    case duress
}
