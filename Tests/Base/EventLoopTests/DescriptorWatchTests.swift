import Glibc
import Testing

@testable import EventLoop

@Suite("Descriptors on the loop", .timeLimit(.minutes(5)))
@PanelActor
struct DescriptorWatchTests {
    private let loop = EventLoop.panel

    /// The state that a test's handlers share.
    @PanelActor
    private final class Scene {
        var watches: [DescriptorWatch] = []
        var drains = false

        func cancel() {
            for watch in watches { watch.cancel() }
        }
    }

    @Test("a readable descriptor is reported in every turn until it is read")
    func levelTriggered() async throws {
        let pipe = try TestPipe()
        var calls: [DescriptorWatch.Readiness] = []
        let scene = Scene()
        let watch = try loop.watch(pipe.reader) { readiness in
            calls.append(readiness)
            if scene.drains { pipe.drain() }
        }
        defer {
            watch.cancel()
            pipe.close()
        }
        try await nextTurn()
        #expect(calls.isEmpty)
        pipe.write()
        try await nextTurn()
        try await nextTurn()
        #expect(calls.count >= 2)
        #expect(Set(calls) == [.init(isReadable: true, isWritable: false, isFailed: false)])
        scene.drains = true
        try await nextTurn()
        let count = calls.count
        try await nextTurn()
        #expect(calls.count == count)
    }

    @Test("a hang-up is reported together with the unread bytes")
    func hangUp() async throws {
        let pipe = try TestPipe()
        var calls: [DescriptorWatch.Readiness] = []
        let watch = try loop.watch(pipe.reader) { readiness in
            calls.append(readiness)
            pipe.drain()
        }
        defer {
            watch.cancel()
            pipe.close()
        }
        pipe.write()
        pipe.hangUp()
        try await nextTurn()
        try await nextTurn()
        #expect(calls.first == .init(isReadable: true, isWritable: false, isFailed: true))
        #expect(calls.dropFirst().first == .init(isReadable: false, isWritable: false, isFailed: true))
    }

    @Test("a handler that cancels its own watch is not called again")
    func cancelInHandler() async throws {
        let pipe = try TestPipe()
        var count = 0
        var watch: DescriptorWatch?
        defer {
            watch?.cancel()
            pipe.close()
        }
        watch = try loop.watch(pipe.reader) { _ in
            count += 1
            watch?.cancel()
        }
        pipe.write()
        try await nextTurn()
        try await nextTurn()
        #expect(count == 1)
        #expect(try !pipe.isWatched)
        watch?.cancel()
        watch?.isMuted = true
        watch?.isMuted = false
        watch?.wantsWriting = true
        try await nextTurn()
        #expect(count == 1)
        #expect(try !pipe.isWatched)
    }

    @Test("a watch that another handler cancels or mutes is not called in the same turn", arguments: [false, true])
    func silencedInSameTurn(mutes: Bool) async throws {
        let pipes = [try TestPipe(), try TestPipe()]
        let scene = Scene()
        defer {
            scene.cancel()
            for pipe in pipes { pipe.close() }
        }
        var calls = [0, 0]
        for index in pipes.indices {
            scene.watches.append(
                try loop.watch(pipes[index].reader) { _ in
                    calls[index] += 1
                    pipes[index].drain()
                    if mutes { scene.watches[1 - index].isMuted = true } else { scene.watches[1 - index].cancel() }
                })
        }
        // Both pipes are ready when the loop polls next.
        for pipe in pipes { pipe.write() }
        try await nextTurn()
        try await nextTurn()
        #expect(calls.sorted() == [0, 1])
    }

    @Test("a descriptor that is reused in the same turn does not inherit readiness")
    func reusedNumber() async throws {
        let pipes = [try TestPipe(), try TestPipe()]
        let fresh = try TestPipe()
        let scene = Scene()
        var calls = [0, 0]
        var freshCalls = 0
        var freshWatch: DescriptorWatch?
        var reused: Int32 = -1
        defer {
            scene.cancel()
            freshWatch?.cancel()
            for pipe in pipes + [fresh] { pipe.close() }
        }
        for index in pipes.indices {
            scene.watches.append(
                try loop.watch(pipes[index].reader) { _ in
                    calls[index] += 1
                    pipes[index].drain()
                    guard freshWatch == nil else { return }
                    let other = 1 - index
                    scene.watches[other].cancel()
                    // Closes the other reader and gives its number to the new pipe, in one step.
                    reused = dup2(fresh.reader, pipes[other].reader)
                    freshWatch = try? EventLoop.panel.watch(reused) { _ in
                        freshCalls += 1
                        fresh.drain()
                    }
                })
        }
        for pipe in pipes { pipe.write() }
        try await nextTurn()
        try await nextTurn()
        #expect(calls.sorted() == [0, 1])
        #expect(pipes.map(\.reader).contains(reused) && freshWatch != nil)
        #expect(freshCalls == 0)
        fresh.write()
        try await nextTurn()
        #expect(freshCalls == 1)
        scene.cancel()
        fresh.write()
        try await nextTurn()
        #expect(freshCalls == 2, "the cancelled watch of the same number takes nothing with it")
    }

    @Test("a muted descriptor is out of the loop, even after a hang-up, until it is unmuted")
    func muting() async throws {
        let pipe = try TestPipe()
        var calls: [DescriptorWatch.Readiness] = []
        let watch = try loop.watch(pipe.reader) { readiness in
            calls.append(readiness)
            pipe.drain()
        }
        defer {
            watch.cancel()
            pipe.close()
        }
        #expect(try pipe.isWatched)
        watch.isMuted = true
        watch.isMuted = true
        #expect(watch.isMuted)
        pipe.write()
        try await nextTurn()
        #expect(calls.isEmpty)
        #expect(try !pipe.isWatched)
        watch.isMuted = false
        watch.isMuted = false
        try await nextTurn()
        #expect(calls == [.init(isReadable: true, isWritable: false, isFailed: false)])
        watch.isMuted = true
        pipe.hangUp()
        watch.wantsWriting = true
        watch.wantsWriting = false
        try await nextTurn()
        #expect(calls.count == 1)
        watch.isMuted = false
        try await nextTurn()
        #expect(calls.last?.isFailed == true)
        watch.isMuted = true
        watch.cancel()
        #expect(try !pipe.isWatched)
    }

    @Test("a watch without reading reports only a hang-up of the other end")
    func notReading() async throws {
        let pipe = try TestPipe()
        var calls: [DescriptorWatch.Readiness] = []
        let watch = try loop.watch(pipe.reader) { calls.append($0) }
        defer {
            watch.cancel()
            pipe.close()
        }
        watch.wantsReading = false
        pipe.write()
        try await nextTurn()
        #expect(calls.isEmpty)
        watch.wantsReading = true
        try await nextTurn()
        #expect(calls.last == .init(isReadable: true, isWritable: false, isFailed: false))
        watch.wantsReading = false
        pipe.hangUp()
        try await nextTurn()
        #expect(calls.last == .init(isReadable: false, isWritable: false, isFailed: true))
    }

    @Test("writability is reported while it is requested and there is room")
    func writing() async throws {
        let pipe = try TestPipe()
        var calls: [DescriptorWatch.Readiness] = []
        let watch = try loop.watch(pipe.writer, wantsWriting: true) { calls.append($0) }
        defer {
            watch.cancel()
            pipe.close()
        }
        try await nextTurn()
        #expect(calls.last == .init(isReadable: false, isWritable: true, isFailed: false))
        pipe.fill()
        try await nextTurn()
        calls = []
        try await nextTurn()
        #expect(calls.isEmpty)
        pipe.drain()
        try await nextTurn()
        #expect(calls.last?.isWritable == true)
        watch.wantsWriting = false
        calls = []
        try await nextTurn()
        #expect(calls.isEmpty)
        // The request for writability counts once the watch is unmuted.
        watch.isMuted = true
        watch.wantsWriting = true
        try await nextTurn()
        #expect(calls.isEmpty)
        watch.isMuted = false
        try await nextTurn()
        #expect(calls.last?.isWritable == true)
    }

    @Test("a watch that has written everything in this turn gets no report of room in the same turn")
    func writtenInSameTurn() async throws {
        let pipes = [try TestPipe(), try TestPipe()]
        let scene = Scene()
        defer {
            scene.cancel()
            for pipe in pipes { pipe.close() }
        }
        var calls = [0, 0]
        for index in pipes.indices {
            scene.watches.append(
                try loop.watch(pipes[index].writer, wantsWriting: true) { _ in
                    calls[index] += 1
                    for watch in scene.watches { watch.wantsWriting = false }
                })
        }
        try await nextTurn()
        try await nextTurn()
        #expect(calls.sorted() == [0, 1])
    }

    @Test("a descriptor that epoll refuses is an error with the system's text")
    func errors() async throws {
        let pipe = try TestPipe()
        var calls = 0
        let watch = try loop.watch(pipe.reader) { _ in
            calls += 1
            pipe.drain()
        }
        defer {
            watch.cancel()
            pipe.close()
        }
        let file = open(#filePath, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        // The numbers are impossible ones. A descriptor that was just closed could be another test's by now.
        for (descriptor, code) in [(-1, EBADF), (Int32.max, EBADF), (file, EPERM), (pipe.reader, EEXIST)] {
            let error = #expect(throws: EventLoopError.self) { _ = try loop.watch(descriptor) { _ in } }
            #expect(error?.call == "epoll_ctl" && error?.code == code)
            #expect(error?.description == "epoll_ctl: \(String(cString: strerror(code)))")
        }
        watch.isMuted = true
        let error = #expect(throws: EventLoopError.self) { _ = try loop.watch(pipe.reader) { _ in } }
        #expect(error?.code == EEXIST, "a muted descriptor is watched all the same")
        watch.isMuted = false
        pipe.write()
        try await nextTurn()
        #expect(calls == 1, "the first watch goes on")
        watch.cancel()
        try loop.watch(pipe.reader) { _ in }.cancel()
    }

    @Test("many ready descriptors are all handled, and so is the timer among them")
    func manyReady() async throws {
        let pipes = try (0..<100).map { _ in try TestPipe() }
        let scene = Scene()
        defer { for pipe in pipes { pipe.close() } }
        var calls = [Int](repeating: 0, count: pipes.count)
        for index in pipes.indices {
            // The pipe is never drained, so that it stays ready.
            scene.watches.append(try loop.watch(pipes[index].reader) { _ in calls[index] += 1 })
            pipes[index].write()
        }
        for _ in 0..<10 { try await nextTurn() }
        scene.cancel()
        #expect(calls.allSatisfy { $0 > 0 })
        #expect(try pipes.allSatisfy { try !$0.isWatched })
    }
}
