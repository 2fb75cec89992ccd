import EventLoop
import LocalAPI
import ProgramSupport

extension PanelInterface.Log.Reply {
    /// The line for people; `nil` for the last reply, which is empty.
    var line: String? {
        if let entry { return entry.line }
        if let unwritten { return Self.count(unwritten, "could not be written") }
        return dropped.map { Self.count($0, "were replaced by newer ones before they were read") }
    }

    private static func count(_ number: Int, _ words: String) -> String {
        "\(number) entr\(number == 1 ? "y" : "ies") \(words)"
    }
}

extension LogEntry {
    /// The entry on one line: the time, and a sentence with the actor, the action, the place and the reason.
    fileprivate var line: String {
        let time = WallClock.text(of: time) + (isSynchronized ? "  " : "? ")
        return time + sentence.onOneLine
    }

    /// The raw values are those of the panel's audit trail. A value that this program does not know is printed
    /// unchanged.
    private var sentence: String {
        let subject = namedSubject
        let why = detail.map { ": \($0)" } ?? ""
        return switch (what, outcome) {
        case ("unlock", "done"): "\(actor) unlocked \(surface)"
        case ("unlock", "wrong"): "\(actor) gave a wrong PIN at \(surface)"
        case ("unlock", "refused"): "\(surface) refused the PIN that \(actor) gave\(why)"
        case ("lock", "done"): "\(actor) locked \(surface)"
        case ("lockout", "began"): "\(source) for a while, after wrong PINs"
        case ("lockout", "ended"): "the lockout of the \(subject == "pad" ? "PIN pad" : "other programs") is over"
        // The entry with the outcome replaces this one, unless the power or the disk failed, or the panel stopped.
        case ("perform", "asked"): "\(actor) asked for \(subject)"
        case ("perform", "confirmed"): "\(actor) confirmed \(subject)"
        case ("perform", "done"):
            switch detail {
            case "on", "off": "\(actor) turned \(subject) \(detail ?? "")"
            default: "\(actor) performed \(subject)\(why)"
            }
        case ("perform", "failed"): "\(subject) failed for \(actor)\(why)"
        // A hold at the panel waits for the PIN. Earlier versions of the panel wrote that as a refusal.
        case ("perform", "waiting"): "\(actor) was asked for a PIN for \(subject)\(why)"
        case ("perform", "refused") where detail?.hasPrefix("it waits for a PIN") == true:
            "\(actor) was asked for a PIN for \(subject)"
        case ("perform", "refused"): "\(subject) was refused to \(actor)\(why)"
        case ("enrol", "done"): "\(actor) gave \(subject) a PIN"
        case ("enrol", _): "\(actor) could not give \(subject) a PIN\(why)"
        case ("remove", "done"): "\(actor) took away the PIN of \(subject)"
        case ("remove", _): "\(actor) could not take away the PIN of \(subject)\(why)"
        case ("end-lockout", "done"): "\(actor) ended the lockouts"
        case ("end-lockout", "wrong"): "\(actor) gave a wrong recovery code"
        case ("back-up", "done"): "\(actor) wrote a backup"
        case ("back-up", _): "\(actor) could not write a backup\(why)"
        case ("restore", "done"): "\(actor) restored people from a backup"
        case ("restore", _): "\(actor) could not restore people from a backup\(why)"
        case ("arrange", "asked"): "\(actor) asked for a change of \(subject)"
        case ("arrange", "done"): "\(actor) changed \(subject)\(why)"
        case ("arrange", _): "a change of \(subject) was refused to \(actor)\(why)"
        case ("make-recovery-code", "done"): "\(actor) made a recovery code"
        case ("make-recovery-code", _): "\(actor) could not make a recovery code\(why)"
        default: "\(actor): \(what) \(subject), \(outcome)\(why)"
        }
    }

    /// The person's name, or the way in which an unknown person asked. No person can be enrolled under one of these
    /// names.
    private var actor: String {
        switch who {
        case "panel": "a person at the panel"
        case "itself": "the panel itself"
        case "trusted button": "the trusted button"
        default: who.hasPrefix("program of user ") ? "a \(who)" : who
        }
    }

    /// The control's title, and its place where the control has several; the place of a layout; or the subject itself.
    private var namedSubject: String {
        guard let subject else { return "it" }
        if what == "arrange" { return subject == "layout" ? "the layout" : "\(subject) in the layout" }
        let place = subject.split(separator: "@").dropFirst().first.map { " (\($0))" } ?? ""
        return title.map { "'\($0)'\(place)" } ?? subject
    }

    /// The place that a PIN unlocks.
    private var surface: String {
        switch subject {
        case "panel": "the panel"
        case let connection? where connection.hasPrefix("connection "): "a session of the command line or an API client"
        case "shared session": "a session that an API client's connections share"
        default: subject ?? "it"
        }
    }

    private var source: String {
        subject == "pad" ? "the PIN pad takes no PIN" : "no PIN of other programs is taken"
    }
}
