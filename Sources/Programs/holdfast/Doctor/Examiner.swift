import Commands
import Configuration
import EventLoop
import GPIO
import Glibc
import LocalAPI
import MQTT
import ProgramSupport

/// Examines this machine and its panel: reads files, asks the running programs, and judges the facts.
struct Examiner {
    private let panelPath: String
    private let socket: String
    private let tree = SystemTree(root: "/")

    /// The time limit for each program that is asked, and of the connection to the gateway.
    private static let patience = Duration.seconds(10)
    private static let gatewaySeconds = 2

    init(file: String, socket: String) {
        (panelPath, self.socket) = (file, socket)
    }

    /// Examines the machine. An unreadable fact is a finding, not an error.
    ///
    /// - Throws: The error of the event loop, if the process has no descriptors left.
    func examine() throws -> Examination {
        let reader = MachineReader(tree: tree, panelPath: panelPath, socket: socket, person: .current)
        let file = reader.panelFile()
        let running = ask()
        let units = try units(file.panel, reader.enabledExtensions)
        // Lines are requested only while no panel runs or is about to.
        let isIdle =
            running.status == nil && !running.isForbidden && !(units["holdfast.service"]?.isActive ?? false)
        let claimed = reader.boot()?.claims.reduce(into: Set()) { $0.formUnion($1.lines) } ?? []
        let (board, look) = try find(file.panel, claimed: claimed, looks: isIdle)
        var facts = reader.facts(about: file)
        (facts.running, facts.units) = (running, units)
        facts.board = board
        facts.gateway = connect(file.panel, units)
        facts.broker = visit(file.panel)
        let rest = try EventLoop.panel.run { (look?.end() ?? [:], SystemClock().milliseconds != nil) }
        for (index, isActive) in rest.0 { facts.board.lines[index].isActiveAtRest = isActive }
        facts.clock.isSynchronized = rest.1
        facts.unreadable = tree.unreadable
        return Examination(of: facts)
    }

    private func ask() -> RunningFacts {
        var facts = RunningFacts(socket: socket)
        do {
            facts.status = try PanelClient(path: socket).reply(PanelInterface.Status.self, NoParameters())
        } catch {
            facts.problem = "\(error)"
            if case .forbidden = error as? PanelProblem { facts.isForbidden = true }
        }
        return facts
    }

    // MARK: Lines

    private func find(
        _ panel: PanelDescription?, claimed: Set<Int>, looks: Bool
    ) throws -> (BoardFacts, LineLook?) {
        guard let panel, panel.board != .simulated else { return (BoardFacts(isSimulated: panel != nil), nil) }
        return try EventLoop.panel.run {
            var facts = BoardFacts(lines: panel.examinedLines)
            let chip: String? = if case .chip(let name) = panel.board { name } else { nil }
            do throws(GPIOError) {
                let board = try KernelBoard(chip: chip, watchingChips: false)
                try facts.find(on: board)
                return (facts, looks ? LineLook(at: facts.lines, except: claimed, on: board) : nil)
            } catch {
                facts.problem = error
                return (facts, nil)
            }
        }
    }

    // MARK: systemd

    /// The units by `systemctl show`, which needs no rights.
    private func units(_ panel: PanelDescription?, _ enabled: [String]) throws -> UnitFacts {
        // sd_booted(3) looks for this folder.
        guard tree.exists("/run/systemd/system") else { return .noSystemd }
        let extensions = Set(enabled + (panel?.allExtensions.map(\.name) ?? [])).sorted()
        let names =
            UnitRules.names
            + extensions.flatMap { ["holdfast-extension@\($0).socket", "holdfast-extension@\($0).service"] }
        let command = Command(
            arguments: ["systemctl", "show", "--property=\(SystemUnit.properties.joined(separator: ","))", "--"]
                + names,
            timeout: Self.patience, output: .message)
        return try EventLoop.panel.run {
            let runner = CommandRunner(environment: ["PATH": CommandRunner.defaultPath, "LC_ALL": "C"]) { _ in }
            do throws(CommandError) {
                let result = try await runner.run(command)
                try result.check()
                return .listed(SystemUnit.units(in: String(decoding: result.message, as: UTF8.self)))
            } catch {
                return .unknown(error.description)
            }
        }
    }

    // MARK: Broker

    private func visit(_ panel: PanelDescription?) -> BrokerFacts {
        guard let panel, let broker = panel.broker, let root = panel.topicRoot else { return .notTried }
        let isRoot = geteuid() == 0
        do {
            let settings = try broker.settings(in: panel.folder)
            try EventLoop.panel.run { try await settings.tryOut(root: root) }
            return .serves
        } catch let problem as BrokerDescription.FileProblem {
            // The file may belong to the gateway's user, which is right, and which root's own reading refuses.
            return .noPassword(problem.description)
        } catch BrokerProblem.certificateFile(let reason) where !isRoot {
            return .noPassword(reason)
        } catch {
            return .problem("\(error)")
        }
    }

    // MARK: Gateway

    private func connect(_ panel: PanelDescription?, _ units: UnitFacts) -> GatewayFacts {
        guard let gateway = panel?.gateway, gateway.listen.isLoopback else { return .notTried }
        // Without systemd a file without `gateway` says nothing about a gateway.
        let isExpected =
            if case .listed = units { units[GatewayRules.unit]?.isActive ?? false } else { gateway != .usual }
        guard isExpected else { return .notTried }
        do throws(ListenError) {
            try gateway.listen.tryConnection(within: Self.gatewaySeconds)
            return .answers
        } catch {
            if case .system(_, call: _, let code) = error { return .silent(SystemCall.message(code)) }
            return .silent(error.description)
        }
    }
}

extension Account {
    /// The user of this process; under `sudo`, the user who called it.
    static var current: Account {
        var groups = [gid_t](repeating: 0, count: 1_024)
        let count = getgroups(Int32(groups.count), &groups)
        let isRoot = geteuid() == 0
        let caller = isRoot ? Environment.value("SUDO_USER") : nil
        let name = caller ?? getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
        return Account(name: name, isRoot: isRoot, groups: Set(groups.prefix(max(0, Int(count))) + [getegid()]))
    }
}
