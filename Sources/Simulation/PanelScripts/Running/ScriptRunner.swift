import Configuration
import EventLoop
import GPIO
import Indicators
import Keypads
import Layout
import LocalAPI
import MonotonicTime
import Panel
import SimulatedGPIO
import SimulatedPanel
import Store

/// Runs a panel script on a panel in a world, and writes a transcript.
@PanelActor
public final class ScriptRunner {
    let script: PanelScript
    let panel: PanelDescription
    let world: any ScriptWorld
    private(set) var controls: ScriptControls
    private let extensions: [String: any ExtensionService]
    private var machine: ScriptMachine?
    private var transcript: Transcript

    /// The running panel; `nil` before and after the run, and while its power is cut.
    public internal(set) var engine: PanelEngine?
    var counts = ScriptCounts()
    /// The record of the lights' frames; `nil` if the caller wants none.
    public var frames: FrameRecord?
    private var overrides: [ScriptControl: PerformOverride] = [:]
    private var closed: Set<String> = []
    private var outcome = ScriptOutcome(failures: [], expectations: 0)
    private var pastWakeups = 0

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - panel: The panel that the script names.
    ///   - extensions: The extensions hosted in this process, by their names in the panel's file. Others are absent.
    ///   - write: Gets each line of the transcript.
    public init(
        _ script: PanelScript, panel: PanelDescription, world: any ScriptWorld,
        extensions: [String: any ExtensionService] = [:], write: @escaping @Sendable (String) -> Void
    ) {
        self.script = script
        self.panel = panel
        self.world = world
        self.extensions = extensions.merging(StandIn.all(for: panel, scheduler: world.scheduler)) { hosted, _ in hosted
        }
        controls = ScriptControls(panel)
        transcript = Transcript(of: panel, write: write)
    }

    /// Runs the script from its beginning to its end.
    ///
    /// - Throws: `ScriptError` if the script names an unknown part, or needs an action that this world does not
    ///   support. `ConfigurationError` if the panel cannot start.
    public func run() async throws -> ScriptOutcome {
        let scripted = extensions.filter { $0.value is any ScriptedExtension }.keys
        let unknown = ScriptNames(panel: panel, scripted: Set(scripted)).errors(in: script)
        let moments: [ScriptMoment]
        do throws(ScriptError) {
            moments = try ScriptMoment.moments(of: script)
        } catch {
            throw ScriptError(unknown + [error]) ?? error
        }
        if let error = ScriptError(unknown) { throw error }
        (world as? SimulatedWorld)?.wait(for: extensions.values.compactMap { $0 as? any OutstandingWork })
        let machine = ScriptMachine(for: panel, in: world)
        defer {
            stop()
            machine.memory.stop()
        }
        try await machine.enrol(script.people)
        machine.editor.changed = { [weak self] in self?.layoutChanged() }
        machine.editor.found = { [weak self] in self?.tell("layout: \($0)") }
        self.machine = machine
        try start()
        await world.settle()
        for moment in moments {
            await world.advance(to: moment.time)
            do { try await perform(moment) } catch { throw ScriptError("\(error)", at: moment.place) }
            await world.settle()
        }
        // Timers that are due at the script's last instant are part of the run.
        await world.advance(to: moments.last?.time ?? .zero)
        return outcome
    }

    // MARK: The panel's life

    private func start() throws(ConfigurationError) {
        let layout = editor?.read(panel)
        let world = world
        let engine = PanelEngine(
            layout?.panel ?? panel, board: world.board, clock: machine?.clocks, scheduler: world.scheduler,
            memory: machine?.memory, lock: machine?.startLock(),
            keypads: {
                (world as? SimulatedWorld)?.pads.keypad(at: $0) ?? EvdevKeypad(path: $0, scheduler: world.scheduler)
            },
            extensions: extensions)
        engine.observe { [weak self] event in self?.note(event) }
        engine.performOverride = { [weak self] name in self?.takeOverride(of: name) }
        self.engine = engine
        layoutChanged()
        tell("panel '\(panel.name)' starts")
        transcript.begin(panel)
        connect(to: engine.services)
        try engine.start()
        if let layout { editor?.take(layout) }
    }

    /// Holds people's changes of the layout.
    var editor: LayoutEditor? { machine?.editor }

    /// Updates the controls' names, which depend on their places.
    private func layoutChanged() {
        if let engine { controls = ScriptControls(engine.description) }
    }

    func tell(_ text: String) {
        transcript.add(text, at: world.elapsed)
    }

    private func stop() {
        guard let engine else { return }
        tell("panel '\(panel.name)' stops")
        pastWakeups += engine.wakeups
        engine.stop()
        self.engine = nil
        machine?.lock?.stop()
        connect(to: nil)
    }

    /// Connects hosted extensions to the running panel.
    private func connect(to host: (any HostService)?) {
        for service in extensions.values { (service as? any HostedExtension)?.host = host }
    }

    private func note(_ event: PanelEvent) {
        // After a power cut, no panel exists that has events.
        guard engine != nil else { return }
        counts.note(event)
        switch event {
        case .lightShown(let light, let frame): frames?.add(frame, of: light, at: world.elapsed)
        case .displayChanged(let rows): frames?.add(rows, at: world.elapsed)
        default: break
        }
        transcript.add(event, at: world.elapsed)
    }

    // MARK: Steps

    private func perform(_ moment: ScriptMoment) async throws {
        switch moment.action {
        case .move(let button, let isClosed): try move(button, isClosed: isClosed, chatters: true)
        case .flip(let button): try move(button, isClosed: !closed.contains(button), chatters: false)
        case .key(let keys, let isDown, on: let name):
            guard let keypad = panel.keypad(name) else { return }
            try world.simulation(for: "keys").pads.move(keys, of: keypad, isDown: isDown)
        case .cutPower:
            tell("power cut")
            // The process ends in the same moment, without a clean shutdown to safe states.
            let engine = self.engine
            pastWakeups += engine?.wakeups ?? 0
            machine?.lock?.stop()
            self.engine = nil
            try world.simulation(for: "crash").setPower(false)
            engine?.stop()
            for `extension` in scriptedExtensions { `extension`.crashes() }
        case .restorePower:
            try world.simulation(for: "crash").setPower(true)
            machine?.clocks.boot()
            for `extension` in scriptedExtensions { `extension`.starts() }
            await restart(at: moment.place)
        case .step(let action):
            try await perform(action, moment.text, at: moment.place)
        }
    }

    private func move(_ name: String, isClosed: Bool, chatters: Bool) throws(GPIOError) {
        guard let button = panel.buttons.first(where: { $0.name == name }) else { return }
        if isClosed { closed.insert(name) } else { closed.remove(name) }
        try world.moveContact(button, isClosed: isClosed, chatters: chatters)
    }

    private func perform(_ action: ScriptAction, _ text: String, at place: ScriptPlace) async throws {
        switch action {
        case .unplug(let chip):
            tell(chip == nil ? "unplug all chips" : text)
            try world.simulation(for: "unplug").unplug(chip)
        case .replug(let chip):
            tell(chip == nil ? "replug all chips" : text)
            try world.simulation(for: "replug").replug(chip)
        case .drop(let count, let name):
            guard let button = panel.buttons.first(where: { $0.name == name }) else { return }
            try world.simulation(for: "drop").simulated.dropEvents(count, on: button.line.name)
        case .sense(let line, let isActive):
            tell(text)
            try world.sense(line, isActive: isActive)
        case .fail(let control, let reason): override(control, .fail(reason))
        case .delay(let control, let delay): override(control, .delay(delay))
        case .set(let control, let isOn):
            tell(text)
            switch controls.own(control)?.action {
            case .toggleLine(let output, restore: _, maxTime: _)?:
                try world.simulation(for: "set").simulated.force(output.line.name, isActive: isOn)
            case .delegated(let delegated)?: standIn(for: delegated)?.set(delegated, isOn: isOn)
            case .show?:
                guard let readout = controls.own(control)?.readout else { break }
                standIn(for: readout)?.set(readout, isOn: isOn)
            case .pulse?, .timer?, .open?, .set?, .lock?, nil: break
            }
        case .reload(let control):
            tell(text)
            if let control { forEach(control) { $0.reload($1) } } else { engine?.reloadAll() }
        case .push(let control):
            tell(text)
            forEach(control) { $0.reload($1) }
        case .extension(let name, let change):
            tell(text)
            let scripted = extensions[name] as? any ScriptedExtension
            switch change {
            case .starts: scripted?.starts()
            case .crashes: scripted?.crashes()
            case .hangs: scripted?.hangs()
            }
        case .layout(let request):
            tell(text)
            change(request)
        case .show(let meaning, on: let light, let duration):
            tell(text)
            frames?.mark(meaning.rawValue, words: meaning.words, at: world.elapsed, for: duration)
            engine?.show(meaning, on: light, for: duration)
        case .restart:
            stop()
            await restart(at: place)
        case .seed(let seed): (world as? SimulatedWorld)?.simulated.seed(seed)
        case .clock(let change):
            tell(text)
            machine?.change(change)
        case .expect(let expectation): await check(expectation, String(text.dropFirst("expect ".count)), at: place)
        case .setValue(let control, let value):
            guard let readout = controls.own(control)?.readout else { return }
            tell(text)
            standIn(for: readout)?.set(readout, text: value)
        case .unlock(let name):
            guard let person = script.people.first(where: { $0.name == name }) else { return }
            tell(text)
            machine?.lock?.enter(person.digits)
        case .lock:
            tell(text)
            engine?.lockPanel()
        case .contact, .crash, .advance, .keys, .chord: break
        }
    }

    private func change(_ request: RequestedChange) {
        // Without power the panel accepts no change.
        guard let engine, let editor else { return }
        do throws(LayoutRefusal) {
            try editor.grant(request, on: engine)
        } catch {
            tell("refused: \(error)")
        }
    }

    /// The kind of the control at a place of the layout; `nil` if the place is empty or unknown.
    func placed(at text: String) -> String? {
        guard let place = LayoutPlace(text) else { return nil }
        return (try? editor?.layout?.entry(at: place))?.reference.kind
    }

    private func standIn(for delegated: DelegatedAction) -> StandIn? {
        extensions[delegated.grant.name] as? StandIn
    }

    /// Calls `body` with the panel's name for each control that the script's word names.
    private func forEach(_ control: String, _ body: (PanelEngine, String) -> Void) {
        guard let engine else { return }
        for control in controls.named(control) {
            guard let name = control.names.first(where: { engine.snapshot(of: $0) != nil }) else { continue }
            body(engine, name)
        }
    }

    private var scriptedExtensions: [any ScriptedExtension] {
        extensions.sorted { $0.key < $1.key }.compactMap { $0.value as? any ScriptedExtension }
    }

    private func restart(at place: ScriptPlace) async {
        do throws(ConfigurationError) {
            try start()
        } catch {
            // The script unplugged the panel's chips. It may plug them in and restart.
            engine = nil
            outcome.failures.append(
                ScriptOutcome.Failure(place: place, expected: "the panel to start", found: error.description))
            tell("panel '\(panel.name)' did not start: \(error)")
        }
    }

    private func override(_ control: String, _ override: PerformOverride) {
        guard let control = controls.named(control).first else { return }
        overrides[control] = override
    }

    private func takeOverride(of name: String) -> PerformOverride? {
        guard let control = overrides.keys.first(where: { $0.names.contains(name) }) else { return nil }
        return overrides.removeValue(forKey: control)
    }

    private func check(_ expectation: ScriptExpectation, _ text: String, at place: ScriptPlace) async {
        outcome.expectations += 1
        await world.wait(until: { self.mismatch(expectation) == nil })
        let found = mismatch(expectation)
        counts.begin(expectation, controls: controls, wakeups: wakeups)
        guard let found else { return }
        let expected = if case .open(let target) = expectation { "open \"\(target)\"" } else { text }
        let failure = ScriptOutcome.Failure(place: place, expected: expected, found: found)
        outcome.failures.append(failure)
        tell("FAILED \(failure)")
    }

    /// The panel's wakeups of the loop, without those of the world.
    var wakeups: Int { world.firings + pastWakeups + (engine?.wakeups ?? 0) }
}
