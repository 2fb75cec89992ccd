import ArgumentParser
import Authentication
import EventLoop
import LocalAPI
import ProgramSupport

/// `holdfast pin add|list|remove|reset|recovery|key`
struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage the people who can unlock the panel.",
        discussion: """
            For root and the user that runs the panel. PINs are typed, or read from standard input. They are never \
            arguments, because other users can see arguments. A person with the recovery code can end a lockout ('pin \
            reset --code').
            """,
        subcommands: [PinAdd.self, PinList.self, PinRemove.self, PinReset.self, PinRecovery.self, PinKey.self])
}

/// `holdfast pin add NAME [--role ROLE] [--from DATE] [--until DATE] [--days DAYS] [--hours HOURS] [--uses N]`
struct PinAdd: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a person with a PIN.",
        discussion: """
            The PIN is typed twice and not shown. Without a terminal, the PIN is the first line of standard input. With \
            --at-pad, the PIN is typed at the panel's PIN pad, after an owner's PIN if there is an owner. No program \
            then sees the PIN. The PIN of a guest can be limited to times and to a number of uses.
            """)

    @Argument(help: "The person's name, at most 64 bytes.")
    var name: String

    @Option(
        help: """
            owner, member, guest or duress. Default: guest with limits, else member. A duress PIN unlocks like a \
            member's, and performs 'notify: {duress: …}'.
            """)
    var role: String?

    @Option(help: ArgumentHelp("The first day, such as 2026-05-01.", valueName: "date"))
    var from: String?

    @Option(help: ArgumentHelp("The last day.", valueName: "date"))
    var until: String?

    @Option(help: ArgumentHelp("Days of the week, such as mon,wed or mon-fri.", valueName: "days"))
    var days: String?

    @Option(help: ArgumentHelp("Hours of the day, such as 22:00-06:00.", valueName: "hours"))
    var hours: String?

    @Option(help: ArgumentHelp("The number of uses, from 1 to 1000000.", valueName: "number"))
    var uses: Int?

    @Flag(name: .customLong("at-pad"), help: "Type the PIN at the panel's own PIN pad.")
    var isAtPad = false

    @OptionGroup var panel: PanelOptions

    /// The PIN's limits in one text; empty if there are none.
    private var limits: String {
        [
            from.map { "from=\($0)" }, until.map { "until=\($0)" }, days.map { "days=\($0)" },
            hours.map { "hours=\($0)" }, uses.map { "uses=\($0)" },
        ].compactMap(\.self).joined(separator: " ")
    }

    func validate() throws {
        do throws(ValidityTextError) {
            _ = try Validity(ofNew: limits)
        } catch {
            throw ValidationError("\(error)".onOneLine)
        }
    }

    func perform() throws {
        let person = ListedPerson(
            name: name, role: role ?? (limits.isEmpty ? "member" : "guest"), limits: limits.isEmpty ? nil : limits)
        let client = try panel.client
        var note: [String] = []
        if isAtPad {
            let json = json
            // JSON can always encode two texts.
            _ = try client.ask(PanelInterface.EnrolAtPad.self, .init(person: person), more: true, within: nil) {
                try? json.print([$0], lines: [Self.line($0, of: person.name)])
            }
        } else {
            let lock = try client.reply(PanelInterface.Status.self, NoParameters()).lock
            let pin = try SecretInput.readNew("PIN of \(name)") { try Self.check($0, minimum: lock?.minimumDigits) }
            try client.reply(PanelInterface.AddPerson.self, .init(person: person, pin: pin))
            if lock == nil { note = ["no control of the panel asks for a PIN (authentication), and it has no PIN pad"] }
        }
        try json.print([person], lines: ["\(name) may unlock the panel, as \(person.role)".onOneLine] + note)
    }

    /// Refuses a PIN that the panel would refuse.
    ///
    /// - Parameter minimum: The panel's minimum number of digits; `nil` if unknown.
    private static func check(_ pin: String, minimum: Int?) throws {
        let refusal = try EventLoop.panel.run { NewPIN.refusal(of: pin, minimum: minimum) }
        if let refusal {
            throw PanelProblem.refused(name: nil, reason: refusal.description)
        }
    }

    /// The next step at the pad.
    private static func line(_ reply: PanelInterface.EnrolAtPad.Reply, of name: String) -> String {
        let step =
            switch reply.asks {
            case "owner": "type an owner's PIN, then enter."
            case "pin": "type the PIN of \(name), then enter."
            case "again": "type it again, then enter."
            case let other: "\(other ?? "nothing is asked for")."
            }
        return "\(reply.refusal.map { "No: \($0). " } ?? "")At the pad: \(step)".onOneLine
    }
}

/// `holdfast pin list`
struct PinList: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the people who have a PIN.")

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let people = try panel.client.ask(PanelInterface.People.self, NoParameters(), more: true).compactMap(\.person)
        let rows = people.map { [$0.name, $0.role, $0.limits ?? "-"] }
        let lines =
            people.isEmpty
            ? ["nobody has a PIN (holdfast pin add NAME)"] : Table.lines([["NAME", "ROLE", "LIMITS"]] + rows)
        try json.print(people, lines: lines)
    }
}

/// `holdfast pin remove NAME`
struct PinRemove: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a person and the person's PIN.",
        discussion: "Locks what the person has unlocked. Other people keep their PINs.")

    @Argument(help: "The person's name.")
    var name: String

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        try panel.client.reply(PanelInterface.RemovePerson.self, .init(name: name))
        try json.print([NoParameters()], lines: [])
    }
}

/// `holdfast pin reset [--code]`
struct PinReset: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "End a lockout.",
        discussion: "Without --code, only for root and the user that runs the panel. PINs stay as they are.")

    @Flag(help: "Use the recovery code, which is typed, or read from standard input.")
    var code = false

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let code = code ? try SecretInput.read("Recovery code") : nil
        try panel.client.reply(PanelInterface.EndLockout.self, .init(code: code))
        try json.print([NoParameters()], lines: [])
    }
}

/// `holdfast pin recovery`
struct PinRecovery: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery", abstract: "Create a recovery code, which ends a lockout.",
        discussion: """
            The code replaces the former one and is shown only once: write it down, and keep it away from the panel. The \
            code works once ('holdfast pin reset --code').
            """
    )

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let reply = try panel.client.reply(PanelInterface.MakeRecoveryCode.self, NoParameters())
        try json.print([reply], lines: [reply.code])
    }
}

/// `holdfast pin key FILE`
struct PinKey: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create a device key.",
        discussion: """
            The key is 32 random bytes for 'holdfast run --device-key FILE'. PINs cannot be checked without the key. For \
            the service, holdfast-key.service has created one. An existing file is never overwritten.
            """)

    @Argument(help: "The file to create.", completion: .file())
    var file: String

    @OptionGroup var json: JSONOption

    func perform() throws {
        _ = try DeviceKey.make(at: file)
        try json.print([NoParameters()], lines: [])
    }
}

/// `holdfast lock`
struct LockCommand: PanelCommand {
    static let configuration = CommandConfiguration(commandName: "lock", abstract: "Lock the running panel.")

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        try panel.client.reply(PanelInterface.Lock.self, NoParameters())
        try json.print([NoParameters()], lines: [])
    }
}
