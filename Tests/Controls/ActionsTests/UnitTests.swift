import Controls
import EventLoop
import Glibc
import LocalAPI
import Testing

@testable import Actions

/// Units, on the test's own bus.
@Suite(.timeLimit(.minutes(1)))
struct UnitTests {
    private let bus: TestBus
    private let manager: Program
    private let bench: Bench

    init() async throws {
        bus = try await TestBus()
        manager = try await bus.startManager()
        bench = try await Bench(bus: .address(bus.address))
    }

    private func set(_ unit: String, isOn: Bool, timeout: Int = 20_000) async throws -> PerformReply {
        let type = try #require(_mangledTypeName(SetUnit.self))
        return try await bench.perform(
            "unit", ["unit": .string(unit)], intent: "SetUnit#\(type)",
            values: ["unit": .string(unit), "timeout": .int(timeout)], isOn: isOn)
    }

    private func isOn(_ unit: String) async throws -> Bool? {
        try await bench.snapshot("unit", ["unit": .string(unit)]).control.isOn
    }

    private func reason(_ unit: String) async -> String? {
        do {
            _ = try await isOn(unit)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("a unit is started and stopped, and its shown state is the service manager's")
    func startsAndStops() async throws {
        #expect(try await isOn("good.service") == false)
        let started = try await set("good.service", isOn: true)
        #expect(started.failure == nil)
        #expect(started.evaluation?.control.isOn == true)
        #expect(started.evaluation?.control.valueText == "On")
        #expect(try await isOn("other.service") == true)
        let stopped = try await set("good.service", isOn: false)
        #expect(stopped.evaluation?.control.isOn == false)
    }

    @Test("a job whose end is signalled before the answer that names the job is noticed")
    func overtaken() async throws {
        #expect(try await set("early.service", isOn: true).failure == nil)
    }

    @Test("C27 a failed job is reported in one line, and the unit's own state is shown")
    func failures() async throws {
        let failed = try await set("failing.service", isOn: true)
        #expect(
            failed.failure == "'failing.service' did not start (failed); see systemctl status failing.service")
        #expect(failed.evaluation?.control.isOn == false)
        #expect(failed.evaluation?.control.valueText == "Failed")
        #expect(try await set("missing.service", isOn: true).failure == "there is no unit 'missing.service'")
        #expect(try await set("masked.service", isOn: true).failure == "'masked.service' is masked")
        #expect(
            try await set("denied.service", isOn: true).failure
                == "'denied.service': not permitted (Interactive authentication required.); a polkit rule must allow it"
        )
        #expect(
            try await set("slow.service", isOn: true, timeout: 150).failure
                == "'slow.service' has not started in 150 ms; its job goes on")
        #expect(await reason("missing.service") == "there is no unit 'missing.service'")
        #expect(await reason("masked.service") == "'masked.service' is masked")
        #expect(await reason("wrong.service")?.contains("(bad-setting)") == true)
    }

    @Test(
        "a malformed name of a unit is refused without asking",
        arguments: ["", "good", "a b.service", ".service", "foo@.service", "x.exe", "../x.service", "é.service"])
    func names(name: String) async throws {
        #expect(await reason(name) == "'\(name)' is not the name of a unit, such as 'backup.service'")
    }

    @Test("C47 a placed unit whose state changes has its kind reloaded, once per change")
    func watched() async throws {
        await bench.place("unit", [["unit": .string("good.service")]])
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(try await isOn("good.service") == false)
        manager.write("good.service active")
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(try await isOn("good.service") == true)
        manager.write("good.service failed")
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(try await isOn("good.service") == false)
        // Each change is signalled three times.
        #expect(bench.reloads.all.count == 3)
    }

    @Test("a unit with two names is watched by either")
    func alias() async throws {
        await bench.place("unit", [["unit": .string("other.service")]])
        #expect(await bench.reloads.next() == UnitToggle.kind)
        // Before this answer the unit's real name has been read, and its signals are subscribed.
        #expect(try await isOn("other.service") == false)
        #expect(try await isOn("other.service") == false)
        manager.write("good.service active")
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(try await isOn("other.service") == true)
    }

    @Test("a service manager that vanishes and returns is subscribed again")
    func managerAgain() async throws {
        await bench.place("unit", [["unit": .string("good.service")]])
        #expect(await bench.reloads.next() == UnitToggle.kind)
        // By then the bus has the subscription.
        #expect(try await isOn("good.service") == false)
        manager.end(SIGKILL)
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(await reason("good.service")?.hasPrefix("the service manager cannot be asked: ") == true)
        let second = try await bus.startManager()
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(try await isOn("good.service") == false)
        second.write("good.service active")
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(try await isOn("good.service") == true)
    }

    @Test("a bus that vanishes and returns is connected again")
    func busAgain() async throws {
        await bench.place("unit", [["unit": .string("good.service")]])
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(try await isOn("good.service") == false)
        bus.end()
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(await reason("good.service")?.hasPrefix("the service manager cannot be asked: ") == true)
        let daemon = try await bus.startAgain()
        let second = try await bus.startManager()
        #expect(await bench.reloads.next() == UnitToggle.kind)
        #expect(try await isOn("good.service") == false)
        second.end()
        daemon.end()
    }

    @Test("a missing bus is a failure at once")
    func noBus() async throws {
        let bench = try await Bench(bus: .address("unix:path=/nowhere/bus"))
        do {
            _ = try await bench.snapshot("unit", ["unit": "good.service"])
            Issue.record("there is no bus")
        } catch {
            #expect("\(error)" == "the service manager cannot be asked: No such file or directory")
        }
    }

    @Test("a job is lost if the bus vanishes before the caller has the job's name")
    func busGoesEarly() async {
        let jobs = UnitJobs()
        let losses = await jobs.begin()
        await jobs.lose()
        #expect(await jobs.result(of: "job", since: losses, within: .milliseconds(1)) == .lost)
    }

    @Test("a job in progress is a failure if the bus vanishes")
    func busGoes() async throws {
        let bench = bench
        await bench.place("unit", [["unit": .string("slow.service")]])
        #expect(await bench.reloads.next() == UnitToggle.kind)
        async let reply = set("slow.service", isOn: true)
        // The answer to this call comes after the job's.
        _ = try await isOn("slow.service")
        bus.end()
        #expect(try await reply.failure?.hasPrefix("the service manager cannot be asked: ") == true)
    }
}

extension IntentValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}
