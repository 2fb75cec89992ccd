import ArgumentParser
import Authentication
import EventLoop
import LocalAPI
import ProgramSupport

/// `holdfast pin add|list|remove|reset|recovery|key`
struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say who may unlock the panel.",
        discussion: """
            For root, and the user that the panel runs as. PINs are typed, or read from standard input; they are never an \
            argument, which others could see. Whoever has the recovery code may end a lockout ('pin reset --code').
            """,
        subcommands: [PinAdd.self, PinList.self, PinRemove.self, PinReset.self, PinRecovery.self, PinKey.self])
}

/// `holdfast pin add NAME [--role ROLE] [--from DATE] [--until DATE] [--days DAYS] [--hours HOURS] [--uses N]`
struct PinAdd: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Give somebody a PIN.",
        discussion: """
            The PIN is typed twice and not shown; without a terminal it is the first line of standard input. With --at-pad it \
            is typed at the panel's PIN pad, after an owner's PIN if there is an owner: no program learns it. Of a guest it \
            can be said when, and how often, it unlocks.
            """)

    @Argument(help: "Who: a name of at most 64 bytes.")
    var name: String

    @Option(
        help: """
            owner, member, guest, or duress: unlocks like a member's, and tells what 'notify: {duress: …}' says. Without it, \
            guest where there are limits, else member.
            """)
    var role: String?

    @Option(help: ArgumentHelp("The first day, as 2026-05-01.", valueName: "date"))
    var from: String?

    @Option(help: ArgumentHelp("The last day.", valueName: "date"))
    var until: String?

    @Option(help: ArgumentHelp("Days of the week, as mon,wed or mon-fri.", valueName: "days"))
    var days: String?

    @Option(help: ArgumentHelp("Hours of the day, as 22:00-06:00.", valueName: "hours"))
    var hours: String?

    @Option(help: ArgumentHelp("How many times, 1 to 1000000.", valueName: "number"))
    var uses: Int?

    @Flag(name: .customLong("at-pad"), help: "The PIN is typed at the panel's own PIN pad.")
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
        commandName: "list", abstract: "List those who have a PIN.")

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
        commandName: "remove", abstract: "Take somebody's PIN away.",
        discussion: "What they have unlocked is locked. Whoever has another PIN needs no other one.")

    @Argument(help: "Who.")
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
        discussion: "Without --code for root and the panel's own user alone. PINs stay as they are.")

    @Flag(help: "By the recovery code, which is typed, or read from standard input.")
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
        commandName: "recovery", abstract: "Make a code that ends a lockout, in place of the one before.",
        discussion:
            "It is shown this once: write it down, and keep it elsewhere. It can be used once ('holdfast pin reset --code')."
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
        commandName: "key", abstract: "Make a device's key, where there is none.",
        discussion: """
            32 random bytes that PINs are worth nothing without, for 'holdfast run --device-key FILE'; holdfast-key.service has \
            made one for the service. An existing file is never written over.
            """)

    @Argument(help: "The file to make.", completion: .file())
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
