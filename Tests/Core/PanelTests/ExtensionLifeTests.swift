import ControlModel
import EventLoop
import LocalAPI
import Panel
import Testing

@PanelActor
struct ExtensionLifeTests {
    private let lamp = FakeExtension.lamp

    @Test("E1 an extension may appear after the panel; until then its controls are stale and holds on them are refused")
    func late() async throws {
        let panel = try TestPanel.extended()
        panel.fake.manner = .absent
        try await panel.start()
        #expect(panel.shown?.freshness == .stale)
        try await panel.hold()
        #expect(panel.refusals == ["the extension 'focus' is not there"])
        #expect(panel.engine.faults.isEmpty)
        panel.fake.manner = .answers
        panel.fake.appeared?()
        await panel.advance(.zero)
        #expect(panel.shown?.freshness == .fresh)
        #expect(panel.engine.extensions.map(\.state) == [.ready])
        #expect(panel.engine.extensions.map(\.controls) == [2])
        await panel.stop()
    }

    @Test("E1 an extension with placed controls that has not appeared after 30 s is a fault until it appears")
    func neverCame() async throws {
        let panel = try TestPanel.extended()
        panel.fake.manner = .absent
        panel.fake.address = "/run/focus"
        try await panel.start()
        await panel.advance(.milliseconds(29_999))
        #expect(panel.engine.faults.isEmpty)
        await panel.advance(.milliseconds(1))
        #expect(
            panel.engine.faults.map(\.description)
                == ["extension 'focus': never came: nothing answers at /run/focus"])
        #expect(panel.engine.extensions.map(\.detail) == ["never came: nothing answers at /run/focus"])
        panel.fake.manner = .answers
        panel.fake.appeared?()
        await panel.advance(.zero)
        #expect(panel.engine.faults.isEmpty)
        #expect(panel.engine.extensions.map(\.detail) == [nil])
        await panel.stop()
    }

    @Test("E1 an extension whose socket refuses connections is a fault after 30 s, with the reason")
    func undialled() async throws {
        let panel = try TestPanel.extended()
        panel.fake.manner = .absent
        panel.fake.address = "/run/focus"
        try await panel.start()
        panel.fake.appeared?()
        await panel.advance(.seconds(29))
        #expect(panel.engine.faults.isEmpty)
        await panel.advance(.seconds(10))
        #expect(
            panel.engine.faults.map(\.description) == ["extension 'focus': cannot be reached: connection refused"])
        await panel.stop()
    }

    @Test("E1 an absent extension without placed controls is no fault")
    func notAwaited() async throws {
        let panel = try TestPanel.extended()
        panel.fake.manner = .absent
        try await panel.start()
        await panel.advance(.seconds(60))
        #expect(panel.engine.faults.isEmpty)
        await panel.stop()
        let fake = FakeExtension(kinds: [lamp])
        fake.manner = .absent
        fake.address = "/run/focus"
        let bare = try TestPanel(
            "{name: Test, domain: x.test, extensions: [{name: focus, domain: org.example.focus}]}",
            extensions: ["focus": fake])
        try bare.engine.start()
        await bare.advance(.seconds(60))
        #expect(bare.engine.faults.isEmpty)
        bare.engine.stop()
        await bare.expectNothingLeft()
    }

    @Test("E2 a crash makes an extension's controls stale, and the panel dials again after 1, 2, 4 … 60 s")
    func crash() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.manner = .absent
        let before = panel.fake.described
        panel.fake.vanished?()
        #expect(panel.shown?.freshness == .stale)
        #expect(panel.engine.faults.map(\.description) == ["extension 'focus': has gone"])
        try await panel.hold()
        #expect(panel.refusals.count == 1)
        try await panel.hold("GPIO24", for: .milliseconds(600))
        #expect(panel.engine.snapshot(of: "light")?.isOn == true, "everything else goes on")
        await panel.advance(.seconds(190))
        #expect(panel.fake.described - before == 8, "after 1, 3, 7, 15, 31, 63, 123 and 183 s")
        panel.fake.manner = .answers
        await panel.advance(.seconds(60))
        #expect(panel.shown?.freshness == .fresh)
        #expect(panel.engine.faults.isEmpty)
        await panel.stop()
    }

    @Test("E2 an extension that hangs is detected by the first unanswered call")
    func hang() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.manner = .hangs
        try await panel.hold()
        await panel.advance(.seconds(35))
        #expect(panel.engine.extensions.map(\.state) == [.failing])
        #expect(panel.engine.extensions.map(\.detail) == ["does not answer"])
        #expect(panel.shown?.freshness == .stale)
        try await panel.hold()
        #expect(panel.refusals == ["the extension 'focus' does not answer"])
        await panel.stop()
    }

    @Test("C3 foreign, malformed and duplicate kinds are left out and noted; the other kinds work")
    func kinds() async throws {
        let panel = try TestPanel.extended(kinds: [lamp, "org.example.other.door", "nonsense", lamp.uppercased()])
        try await panel.start()
        #expect(panel.engine.extensions.map(\.controls) == [1])
        #expect(
            panel.engine.extensions.first?.detail
                == "left out: the kind 'org.example.other.door' is not in the domain 'org.example.focus'; "
                + "left out: 'nonsense' is not a kind in reverse-DNS form; "
                + "left out: the kind 'ORG.EXAMPLE.FOCUS.LAMP' is there twice")
        #expect(panel.shown?.freshness == .fresh)
        let work = "\(FakeExtension.timer)@buttons.work.hold"
        #expect(panel.engine.snapshot(of: work)?.freshness == .stale, "a kind that the extension has not")
        await panel.stop()
    }

    @Test("C3 the reason that an extension gives for leaving out a placed control is one short line everywhere")
    func reasons() async throws {
        let panel = try TestPanel.extended()
        let reason = "a\n\u{202E}b" + String(repeating: "c", count: 60_000)
        for index in panel.fake.description.controls.indices {
            panel.fake.description.controls[index].problem = reason
        }
        try await panel.start()
        #expect(panel.engine.extensions.map(\.controls) == [0])
        let faults = panel.engine.faults(as: .authenticated).map(\.description)
        #expect(faults.contains { $0.contains("but it is left out: a b") }, "\(faults.map { $0.prefix(100) })")
        #expect(faults.allSatisfy { $0.utf8.count < 1_000 && !$0.contains("\n") && !$0.contains("\u{202E}") })
        await panel.stop()
    }

    @Test("E2 the note about an extension is one line of at most 500 characters, however many remarks there are")
    func notes() async throws {
        let panel = try TestPanel.extended()
        panel.fake.description.notes = (0..<1_000).map { "note \($0)\n" + String(repeating: "n", count: 400) }
        panel.fake.description.controls += (0..<1_000).map {
            DescribedControl(kind: "org.example.other.\($0)", displayName: "")
        }
        try await panel.start()
        let detail = try #require(panel.engine.extensions.first?.detail)
        #expect(detail.hasPrefix("note 0 nnn"))
        #expect(detail.count == 500)
        #expect(panel.shown?.freshness == .fresh)
        await panel.stop()
    }

    @Test("E2 an extension that keeps appearing, vanishing or changing is asked at most twice per 100 ms")
    func flapping() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        let before = panel.fake.described
        for _ in 0..<1_000 {
            panel.fake.appeared?()
            await panel.advance(.milliseconds(1))
        }
        #expect((1...20).contains(panel.fake.described - before))
        // The extension alternates between two kinds and answers for a third, so that each answer causes another
        // question.
        let controls = panel.fake.description.controls
        panel.fake.evaluate = { [unowned fake = panel.fake] _ in
            fake.description.controls = [controls[fake.described % 2]]
            return .success(FakeExtension.toggle(SnapshotRequest(kind: "org.example.focus.third"), isOn: true))
        }
        let start = panel.fake.described
        panel.engine.reloadAll()
        for _ in 0..<1_000 { await panel.advance(.milliseconds(1)) }
        #expect((1...20).contains(panel.fake.described - start))
        panel.fake.description.controls = controls
        panel.fake.evaluate = { .success(FakeExtension.toggle($0, isOn: false)) }
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        #expect(panel.shown?.freshness == .fresh, "what it is in the end is known")
        await panel.stop()
    }

    @Test("E2 thousands of vanished kinds are unlisted a few per turn of the loop")
    func manyGone() async throws {
        let kinds = (0..<1_000).map { "org.example.focus.k\($0)" }
        let panel = try TestPanel.extended(kinds: [lamp, FakeExtension.timer] + kinds)
        try await panel.start()
        #expect(kinds.allSatisfy { panel.engine.snapshot(of: $0) != nil })
        panel.fake.description.controls.removeLast(kinds.count)
        var most = 0
        var atOnce = 0
        panel.engine.observe { event in
            if case .controlRemoved = event { atOnce += 1 }
        }
        panel.fake.appeared?()
        await EventLoop.panel.settle()
        most = max(most, atOnce)
        while let deadline = panel.clock.nextDeadline, deadline <= panel.clock.now {
            atOnce = 0
            guard panel.clock.fireDueTimer() else { break }
            await EventLoop.panel.settle()
            most = max(most, atOnce)
        }
        #expect((1...16).contains(most))
        #expect(kinds.allSatisfy { panel.engine.snapshot(of: $0) == nil })
        await panel.stop()
    }

    @Test("C42 after an extension's upgrade the vanished controls are no longer listed")
    func upgrade() async throws {
        let extra = "org.example.focus.extra"
        let panel = try TestPanel.extended(kinds: [lamp, FakeExtension.timer, extra])
        try await panel.start()
        #expect(panel.engine.snapshot(of: extra)?.freshness == .preview, "listed, not placed")
        #expect(!panel.fake.snapshots.contains { $0.kind == extra }, "the panel asks for no invisible control")
        panel.fake.description.controls.removeLast()
        panel.fake.appeared?()
        await panel.advance(.zero)
        #expect(panel.engine.snapshot(of: extra) == nil)
        #expect(panel.events.contains(.controlRemoved(name: extra)))
        await panel.stop()
    }

    @Test("C41 a toggle without a placement is asked for its state before it is performed")
    func unplaced() async throws {
        let extra = "org.example.focus.extra"
        let panel = try TestPanel.extended(kinds: [lamp, extra])
        panel.fake.isOn[SnapshotRequest(kind: extra)] = true
        try await panel.start()
        panel.engine.perform(extra)
        await panel.advance(.zero)
        #expect(panel.fake.performances.map(\.isOn) == [false])
        await panel.stop()
    }

    @Test("E2 an answer for another control makes the asked control stale and changes nothing else")
    func foreignAnswer() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.evaluate = { _ in
            .success(FakeExtension.toggle(SnapshotRequest(kind: "org.example.test.light"), isOn: true))
        }
        panel.engine.reload(lamp)
        await panel.advance(.zero)
        #expect(panel.shown?.freshness == .stale)
        #expect(panel.engine.snapshot(of: "light")?.isOn == false)
        await panel.stop()
    }

    @Test("a panel that stops ends its performances and answers the waiting callers")
    func stopping() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.holdsPerformances = true
        var outcomes: [PerformOutcome] = []
        panel.engine.perform(lamp) { outcomes.append($0) }
        panel.engine.stop()
        #expect(outcomes.map(\.failure) == ["the panel stopped; whether it was done is not known"])
        #expect(panel.fake.cancelled == 1)
        await panel.expectNothingLeft()
    }

    @Test("what an extension reports is its detail until it goes; another user's report is not its own")
    func report() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        var reported: [String?] = []
        panel.engine.observe { event in
            if case .extensionReported(let status) = event { reported.append(status.detail) }
        }
        func detail() -> String? { panel.engine.extensions.first?.detail }
        panel.engine.services.report("server\naway", of: "focus", for: .hosted("focus"))
        panel.engine.services.report("server\naway", of: "focus", for: .hosted("focus"))
        panel.engine.services.report("forged", of: "focus", for: .user(7))
        panel.engine.services.report("other", of: "others", for: .hosted("focus"))
        #expect(detail() == "server away" && reported == ["server away"])
        panel.engine.services.report(nil, of: "focus", for: .hosted("focus"))
        #expect(detail() == nil && reported == ["server away", nil])
        panel.engine.services.report("away again", of: "focus", for: .hosted("focus"))
        panel.fake.vanished?()
        #expect(detail() == "has gone")
        panel.fake.appeared?()
        await panel.advance(.zero)
        #expect(detail() == nil)
        await panel.stop()
    }
}
