import ArgumentParser
import Authentication
import EventLoop
import Glibc
import LocalAPI
import MonotonicTime

/// `holdfast log [--follow] [--since WHEN | --last N]`
struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell who did what with the running panel's lock, and what came of it.",
        discussion: """
            For root, the user that the panel runs as, and whoever gives a PIN that is no guest's (--unlock). A line for each entry: local time, who, \
            what, to what, what came of it. A time with '?' is by a clock that nothing kept right when it was written down; a \
            date after --since leaves none of these out. \
            With --follow until Ctrl-C; a PIN counts for 5 minutes then.
            """)

    @Flag(help: "Go on with what happens, until Ctrl-C. Without --since or --last it begins with the last 10 entries.")
    var follow = false

    @Option(
        help: ArgumentHelp(
            "Only what is not older: a time back, such as 2h or '3 d', or a local date and time, as '2026-05-01 18:00'.",
            valueName: "when"))
    var since: String?

    @Option(help: ArgumentHelp("Only the last entries, so many.", valueName: "n"))
    var last: Int?

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    /// The number of earlier entries that `--follow` prints first.
    private static let fewEntries = 10

    func validate() throws {
        if let last, last < 0 { throw ValidationError("'--last' is a number of entries, from 0.") }
        if last != nil, since != nil { throw ValidationError("Give one of --since and --last.") }
        guard let since, LogBeginning(since) == nil else { return }
        throw ValidationError(
            "'\(since.onOneLine)' is no time: give a time back, such as 2h or '3 d', or a date, as 2026-05-01 or "
                + "'2026-05-01 18:00'.")
    }

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            var parameters = PanelInterface.Log.Parameters(follow: follow ? true : nil)
            switch since.flatMap(LogBeginning.init) {
            case .back(let duration)?: parameters.seconds = duration / .seconds(1)
            case .at(let time)?: parameters.since = Double(time)
            case nil: parameters.last = last ?? (follow ? Self.fewEntries : nil)
            }
            let (path, pin, wish, asJSON) = (try socket.path, try unlock.pin(), parameters, json.json)
            // SIGHUP: the terminal was closed.
            let ending = try SignalDescriptor([.terminate, .interrupt, .reload])
            try EventLoop.panel.run(until: { completion in
                try LogReader(path: path, pin: pin, wish: wish, asJSON: asJSON, completion: completion)
                    .start(ending: ending)
            })
        }
    }
}

/// Reads the audit trail of a running panel, and prints each entry on arrival.
@PanelActor
final class LogReader {
    private let client: VarlinkClient
    private let path: String
    private let pin: String?
    private let wish: PanelInterface.Log.Parameters
    private let asJSON: Bool
    private let completion: Completion<Void>
    private var signals: DescriptorWatch?
    private var limit: PanelTimer?
    /// Whether the user was told that a date does not leave out entries whose time is uncertain.
    private var hasToldOfClock = false

    /// - Parameter completion: Is called at the trail's end, or once a signal or the panel has ended the reading.
    init(
        path: String, pin: String?, wish: PanelInterface.Log.Parameters, asJSON: Bool, completion: Completion<Void>
    ) {
        client = VarlinkClient(path: path, waitsForRoom: true)
        self.path = path
        self.pin = pin
        self.wish = wish
        self.asJSON = asJSON
        self.completion = completion
    }

    /// Sends the request. The event loop retains the reader until the end.
    func start(ending: SignalDescriptor) throws {
        signals = try EventLoop.panel.watch(ending.descriptor) { _ in
            if ending.read() != nil { self.end(.success(())) }
        }
        if wish.follow != true {
            limit = EventLoop.panel.makeTimer { self.end(.failure(PanelProblem.silent(path: self.path))) }
            limit?.arm(at: EventLoop.panel.now.advanced(by: PanelClient.patience))
        }
        client.unlock(pin) { [weak self] error in
            guard let self else { return }
            end(.failure(PanelProblem(error, path: path)))
        }
        client.call(PanelInterface.Log.self, wish, more: true) { result in
            self.limit?.cancel()
            switch result {
            case .success(let reply):
                self.print(reply.value)
                if !reply.continues { self.end(.success(())) }
            case .failure(.ended) where self.wish.follow == true:
                self.end(.failure(PanelProblem.hungUp(path: self.path)))
            case .failure(let error): self.end(.failure(PanelProblem(error, path: self.path)))
            }
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        signals?.cancel()
        limit?.cancel()
        client.close()
        completion(result)
    }

    private func print(_ reply: PanelInterface.Log.Reply) {
        guard let line = reply.line else { return }
        if wish.since != nil, reply.entry?.isSynchronized == false, !hasToldOfClock, !asJSON {
            hasToldOfClock = true
            Output.printError("entries with '?' are not left out by a date: nothing kept the clock right then")
        }
        // A value that was decoded from JSON can be encoded as JSON.
        let json = asJSON ? reply.entry.map { try? JSONText.line($0) } ?? (try? JSONText.line(reply)) : nil
        Output.print(asJSON ? json ?? "" : line)
    }
}

/// The time from which on the user wants to see entries.
enum LogBeginning: Equatable {
    /// A duration before now.
    case back(Duration)
    /// At a time, in seconds since 1970.
    case at(Int)

    /// Reads `2h`, `3 d`, `90 min`, `2026-05-01`, `2026-05-01 18:00` or `2026-05-01T18:00:30`, in local time; `nil`
    /// for other texts.
    init?(_ text: String) {
        if let duration = Self.duration(text) {
            self = .back(duration)
        } else if let time = Self.time(text) {
            self = .at(time)
        } else {
            return nil
        }
    }

    private static func duration(_ text: String) -> Duration? {
        let parts = text.split(separator: " ")
        guard (1...2).contains(parts.count) else { return nil }
        let joined = parts.joined()
        // Ages are printed with `min`, so the unit can be typed, too.
        return Duration(text: joined.hasSuffix("min") ? String(joined.dropLast(2)) : joined)
    }

    private static func time(_ text: String) -> Int? {
        let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        guard let day = parts.first.flatMap({ LocalDate(text: $0) }) else { return nil }
        var moment = tm()
        (moment.tm_year, moment.tm_mon, moment.tm_mday) = (
            Int32(day.year - 1_900), Int32(day.month - 1), Int32(day.day)
        )
        if parts.count > 1 {
            let numbers = parts[1].split(separator: ":", omittingEmptySubsequences: false).map { part in
                part.count == 2 && part.utf8.allSatisfy { (48...57).contains($0) } ? Int32(part) : nil
            }
            guard (2...3).contains(numbers.count), let hour = numbers[0], hour < 24, let minute = numbers[1],
                minute < 60,
                let second = numbers.count > 2 ? numbers[2] : 0, second < 60
            else { return nil }
            (moment.tm_hour, moment.tm_min, moment.tm_sec) = (hour, minute, second)
        }
        // mktime(3) finds out from the time zone whether it is summer time.
        moment.tm_isdst = -1
        let time = mktime(&moment)
        return time >= 0 ? time : nil
    }
}
