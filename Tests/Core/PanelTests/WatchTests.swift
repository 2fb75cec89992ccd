import EventLoop
import LocalAPI
import Testing

@testable import Panel

/// The notices for clients that watch a panel, also when they fall behind.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct WatchTests {
    private static func steps(_ queue: inout WatchQueue) -> [WatchQueue.Step] {
        var steps: [WatchQueue.Step] = []
        while let step = queue.next() { steps.append(step) }
        return steps
    }

    /// A queue with the state of these controls, and then with this number of hints.
    private func queue(_ controls: [String], hints: Int = 0) -> WatchQueue {
        var queue = WatchQueue()
        queue.begin(controls)
        for _ in 0..<hints {
            let isKept = queue.append(hint)
            #expect(isKept)
        }
        return queue
    }

    private let hint = PanelNotice(.hint, text: "Hold for Lamp")
    private let status = PanelNotice(.status, text: "Lamp is on")
    private let ready = PanelNotice(.ready)
    private let reset = WatchQueue.Step.notice(PanelNotice(.reset))

    @Test("the state is sent before later events, and its rest at once")
    func order() {
        var queue = queue(["a", "b"], hints: 1)
        #expect(queue.next() == .control("a"))
        #expect(queue.next() == .control("b"))
        #expect(queue.next() == .rest)
        queue.finish([status, ready])
        #expect(Self.steps(&queue) == [.notice(status), .notice(ready), .notice(hint)])
    }

    @Test("a control waits once, however often it changes, and again when it has been sent")
    func changes() {
        var queue = queue(["a"])
        for _ in 0..<3 {
            queue.change("a")
            queue.change("b")
        }
        #expect(Self.steps(&queue) == [.control("a"), .rest, .change("b")])
        queue.change("a")
        #expect(Self.steps(&queue) == [.change("a")])
    }

    @Test("a control that is removed and comes again is sent after the removal")
    func removal() {
        var queue = WatchQueue()
        let removal = PanelNotice(.removed, name: "a")
        queue.change("a")
        let isKept = queue.append(removal)
        #expect(isKept)
        queue.change("a")
        #expect(Self.steps(&queue) == [.change("a"), .notice(removal), .change("a")])
    }

    @Test("a state that begins again drops what waits of the older one, but no event")
    func again() {
        var queue = queue(["a", "b"], hints: 1)
        queue.change("c")
        queue.begin(["c"], again: true)
        #expect(Self.steps(&queue) == [.notice(hint), reset, .control("c"), .rest])
        queue.finish([status, ready])
        queue.begin([], again: true)
        #expect(Self.steps(&queue) == [reset, .rest])
    }

    @Test("the queue keeps a bounded number of events, and has room again after a state that began again")
    func bound() {
        var queue = queue(["a"], hints: WatchQueue.limit)
        var isKept = queue.append(status)
        #expect(!isKept && !queue.hasReset)
        queue.begin(["a"], again: true)
        #expect(queue.hasReset)
        isKept = queue.append(status)
        #expect(isKept)
        #expect(Self.steps(&queue) == [reset, .control("a"), .rest, .notice(status)])
        #expect(!queue.hasReset)
    }

    /// Begins and ends faults, so that a watcher gets this number of events. Nothing is sent meanwhile.
    private func makeEvents(_ count: Int, on panel: PanelOverSocket) {
        for number in 0..<count / 2 {
            let fault = PanelFault(part: .extension("e\(number)"), cause: .extension("broken"))
            panel.test.engine.begin(fault)
            panel.test.engine.reports.faults.end(fault.part)
        }
    }

    @Test("clients that are too far behind keep their connections, and get the whole state again and later events")
    func behind() async throws {
        let panel = try await PanelOverSocket.locked()
        let watchers = [PanelWatcher(path: panel.path), PanelWatcher(path: panel.path)]
        for watcher in watchers { #expect(await watcher.next(.ready).filter { $0 == .control }.count == 3) }
        makeEvents(WatchQueue.limit + 100, on: panel)
        let lasting = PanelFault(part: .extension("lasting"), cause: .extension("broken"))
        panel.test.engine.begin(lasting)
        for watcher in watchers {
            #expect(await watcher.next(.reset).count < 100)
            let state = await watcher.next(.ready)
            #expect(state.prefix(3) == [.control, .control, .control])
            #expect(state.filter { $0 == .fault }.count == 1, "the fault that lasts is a part of the state")
        }
        panel.test.engine.reports.events.report(.wrongPIN)
        for watcher in watchers {
            await watcher.next(.wrongPIN)
            watcher.close()
        }
        await panel.stop()
    }

    @Test("a fault that takes the place of its part's earlier one is the part's only one for each viewer until its end")
    func replacedFault() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        var pictures: [Viewpoint: PanelPicture] = [.authenticated: .init(), .anybody: .init()]
        for viewpoint in pictures.keys {
            panel.engine.observe(as: viewpoint) { event in
                if let notice = PanelNotice(of: event) { pictures[viewpoint]?.apply(notice) }
            }
        }
        let part = PanelFault.Part.extension("focus")
        for (words, isPrivate) in [("does not answer", false), ("has gone", false), ("private", true), ("late", false)]
        {
            panel.engine.begin(PanelFault(part: part, cause: .extension(words), isPrivate: isPrivate))
            let fault = "\(part): \(words)"
            #expect(pictures[.authenticated]?.faults == [fault])
            #expect(pictures[.anybody]?.faults == (isPrivate ? [] : [fault]))
        }
        panel.engine.end(part)
        for picture in pictures.values { #expect(picture.faults == []) }
    }

    @Test("a client that takes nothing while events fill its queue twice is disconnected")
    func stalled() async throws {
        let panel = try await PanelOverSocket.locked()
        let client = VarlinkClient(path: panel.path)
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        client.call(PanelInterface.Watch.self, NoParameters(), more: true) { result in
            if case .failure = result { continuation.finish() }
        }
        await panel.test.settle()
        makeEvents(2 * WatchQueue.limit + 200, on: panel)
        for await _ in ends {}
        client.close()
        await panel.stop()
    }
}
