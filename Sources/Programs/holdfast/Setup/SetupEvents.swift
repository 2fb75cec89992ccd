import Configuration
import GPIO

/// Something that happens to the dialogue.
enum SetupEvent: Sendable {
    /// A person has answered with a line.
    case answer(String)
    /// The input has ended: Ctrl-D, or a pipe whose writer has gone.
    case inputEnded
    /// The lines are watched. The levels are those of the moment; lines that could not be had are left out, with the
    /// reason of each in `refused`.
    case watching(levels: [String: Bool], refused: [String: String])
    /// A watched line has changed.
    case edge(String, isHigh: Bool)
    /// A scan of the keypad's lines has shown these closed contacts.
    case scanned(Set<Contact>)
    /// A line was driven for its time, and is an input again.
    case driven
    /// The lines cannot be used any more: the chip is gone, or another program has taken a line.
    case linesLost(String)
    /// The time of `deadline` has come.
    case elapsed
    /// A step has ended.
    case finished(SetupResult)
}

/// An act of the dialogue.
enum SetupEffect: Sendable, Hashable {
    /// A line for the person.
    case say(String)
    /// A question. A secret one is answered without echo.
    case ask(String, isSecret: Bool)
    /// Watch these lines as inputs, with this resistor, in place of the lines watched before.
    case watch([String], isPulledUp: Bool)
    /// Scan the contacts between these lines, by driving one of them low at a time and letting the others float.
    case scan([String])
    /// Drive one line for half a second, then make it an input as after a reset.
    case drive(String, isHigh: Bool, bias: Bias)
    /// Release all lines.
    case release
    /// Keep the answers; `nil` removes them.
    case keep(SetupAnswers?)
    case run(SetupStep)
    /// End, with this exit code.
    case end(Int32)
}

/// Work beside the dialogue, which waits for it.
enum SetupStep: Sendable, Hashable {
    /// Stop the service that holds the lines, and read the lines again.
    case stopService
    /// Have the service start at boot, and start it, or let it read its file again.
    case startService
    /// Put the text in place of the panel's file. The existing file is kept as another one if it is not an edited copy.
    case write([UInt8], keepsOld: Bool)
    /// Write the text beside the panel's file.
    case writeBeside([UInt8])
    /// Write Caddy's file for this host name, and start Caddy and the gateway.
    case serveNetwork(host: String)
    /// Ask the running panel who has a PIN.
    case listPeople
    /// Give the owner a PIN.
    case enrol(String, pin: String)
    /// Let all lights show what they can say.
    case testLights
    /// Add the broker to the panel's file, and let the gateway reach it; where it is to be tried first, only if it serves.
    case connectBroker(SetupBroker, isTried: Bool)
}

/// The end of a step.
enum SetupResult: Sendable, Hashable {
    /// The step is done; the lines are for the person.
    case done([String])
    /// The lines of the chips, after the service has stopped.
    case tables([PinTable])
    /// The running panel's people and its PIN's least number of digits; `nil` for a panel without a lock.
    case people(owners: [String], minimumDigits: Int?)
    /// The reason, for the person.
    case failed(String)
}

/// The facts at the beginning of the dialogue.
struct SetupFacts: Sendable {
    /// The path of the panel's file.
    var file: String
    /// The path of the draft.
    var draftFile: String
    /// The chips.
    var tables: [PinTable]
    /// The existing file, if it is in order.
    var panel: PanelDescription?
    /// The existing file's bytes; `nil` if there is none, or it cannot be read.
    var bytes: [UInt8]?
    /// Why the existing file cannot be used; `nil` if it can, or there is none.
    var problem: String?
    /// The answers of an earlier session; `nil` if there are none.
    var kept: SetupAnswers?
    var isSimulated: Bool
    /// Whether systemd runs this file's panel.
    var hasService: Bool
    /// Whether that panel runs now, and holds its lines.
    var serviceRuns: Bool
    /// Whether a socket of a running panel was given.
    var hasPanelSocket: Bool
    var hasCaddy: Bool
    /// The machine's name.
    var hostName: String

    init(
        file: String, draftFile: String, tables: [PinTable], panel: PanelDescription? = nil, bytes: [UInt8]? = nil,
        problem: String? = nil, kept: SetupAnswers? = nil, isSimulated: Bool = false, hasService: Bool = false,
        serviceRuns: Bool = false, hasPanelSocket: Bool = false, hasCaddy: Bool = false, hostName: String = "panel"
    ) {
        (self.file, self.draftFile, self.tables, self.panel) = (file, draftFile, tables, panel)
        (self.bytes, self.problem, self.kept, self.isSimulated) = (bytes, problem, kept, isSimulated)
        (self.hasService, self.serviceRuns, self.hasPanelSocket) = (hasService, serviceRuns, hasPanelSocket)
        (self.hasCaddy, self.hostName) = (hasCaddy, hostName)
    }
}
