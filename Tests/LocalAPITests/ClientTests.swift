import EventLoop
import Foundation
import Testing

@testable import LocalAPI

@Suite("Varlink client", .timeLimit(.minutes(5)))
@PanelActor
struct ClientTests {
    private typealias Echoed = Result<VarlinkReply<SampleService.Echo>, VarlinkClientError>

    @Test("calls of one client are answered in order, whatever they are", arguments: [true, false])
    func sequence(usesWorker: Bool) async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let client = VarlinkClient(path: service.path, usesWorker: usesWorker)
        defer { client.close() }
        var trace: [String] = []
        for number in 0..<3 {
            client.call("test.example.Echo", SampleService.Echo(text: "\(number)")) { (result: Echoed) in
                trace.append((try? result.get())?.value.text ?? "-")
            }
        }
        client.call("test.example.Count", SampleService.Number(number: 3), more: true) {
            (result: Result<VarlinkReply<SampleService.Number>, VarlinkClientError>) in
            if let reply = try? result.get() { trace.append("n\(reply.value.number)\(reply.continues ? "+" : "")") }
        }
        client.call("test.example.Echo", SampleService.Echo(text: "quiet"), oneway: true) { (_: Echoed) in
            trace.append("never")
        }
        client.call("test.example.Fail", NoParameters()) { (result: Echoed) in
            guard case .failure(let error) = result else { return }
            trace.append(error.description)
            // This call comes from a completion, and follows the waiting calls.
            client.call("test.example.Echo", SampleService.Echo(text: "last")) { (result: Echoed) in
                trace.append((try? result.get())?.value.text ?? "-")
            }
        }
        client.call("test.example.Count", SampleService.Number(number: 3)) {
            (result: Result<VarlinkReply<SampleService.Number>, VarlinkClientError>) in
            guard case .failure(.refused(let name, _)) = result else { return }
            trace.append(name)
        }
        #expect(trace.isEmpty, "never inside the call")
        await EventLoop.panel.settle()
        #expect(
            trace == [
                "0", "1", "2", "n1+", "n2+", "n3", "test.example.Bad (code: 7, reason: out of paper)",
                "org.varlink.service.ExpectedMore", "last",
            ])
        #expect(service.log == ["0", "1", "2", "quiet", "last"])
        #expect(service.server.connectionCount == 1)
    }

    @Test("replies wait while the client is paused, and come in their order afterwards", arguments: [true, false])
    func paused(usesWorker: Bool) async throws {
        let service = try SampleService()
        let client = VarlinkClient(path: service.path, usesWorker: usesWorker)
        defer { client.close() }
        var trace: [String] = []
        func count(pausingAt pause: Int) {
            client.call("test.example.Count", SampleService.Number(number: 5), more: true) {
                (result: Result<VarlinkReply<SampleService.Number>, VarlinkClientError>) in
                switch result {
                case .success(let reply):
                    trace.append("\(reply.value.number)")
                    if reply.value.number == pause { client.isPaused = true }
                case .failure(let error): trace.append("\(error)")
                }
            }
        }
        count(pausingAt: 2)
        await EventLoop.panel.settle()
        #expect(trace == ["1", "2"])
        client.isPaused = false
        client.isPaused = true
        await EventLoop.panel.settle()
        #expect(trace == ["1", "2"])
        client.isPaused = false
        await EventLoop.panel.settle()
        #expect(trace == ["1", "2", "3", "4", "5"])
        // The server's end waits as its replies do.
        trace = []
        client.closed = { trace.append("closed") }
        count(pausingAt: 1)
        await EventLoop.panel.settle()
        service.server.stop()
        await EventLoop.panel.settle()
        #expect(trace == ["1"])
        client.isPaused = false
        await EventLoop.panel.settle()
        #expect(trace == ["1", "2", "3", "4", "5", "closed"])
        // A connection that is made meanwhile is paused as well.
        let other = try SampleService()
        defer { other.server.stop() }
        let late = VarlinkClient(path: other.path, usesWorker: usesWorker)
        defer { late.close() }
        late.isPaused = true
        late.call("test.example.Echo", SampleService.Echo(text: "late")) { (result: Echoed) in
            trace.append((try? result.get())?.value.text ?? "-")
        }
        await EventLoop.panel.settle()
        #expect(trace.last == "closed")
        late.isPaused = false
        await EventLoop.panel.settle()
        #expect(trace.last == "late")
    }

    @Test(
        "a server that vanishes ends the current call, or is reported as closed, and the next call dials again",
        arguments: [true, false])
    func serverGoes(usesWorker: Bool) async throws {
        let service = try SampleService()
        let client = VarlinkClient(path: service.path, usesWorker: usesWorker)
        defer { client.close() }
        var trace: [String] = []
        client.closed = { trace.append("closed") }
        client.call("test.example.Hold", NoParameters()) { (result: Echoed) in
            if case .failure(let error) = result { trace.append("\(error)") }
        }
        await EventLoop.panel.settle()
        service.server.stop()
        await EventLoop.panel.settle()
        #expect(trace == ["the connection ended before the reply"])
        client.call("test.example.Fine", NoParameters()) { (result: Echoed) in
            if case .failure(let error) = result { trace.append("\(error)") }
        }
        await EventLoop.panel.settle()
        #expect(trace.last == "nothing listens on \(service.path)")
        try service.server.listen(path: service.path, mode: 0o600)
        client.call("test.example.Echo", SampleService.Echo(text: "again")) { (result: Echoed) in
            trace.append((try? result.get())?.value.text ?? "-")
        }
        await EventLoop.panel.settle()
        service.server.stop()
        await EventLoop.panel.settle()
        #expect(trace.dropFirst(2) == ["again", "closed"])
    }

    @Test("after `close` no completion is called, also for a reply that is being decoded", arguments: [true, false])
    func closing(usesWorker: Bool) async throws {
        let service = try SampleService()
        defer { service.server.stop() }
        let client = VarlinkClient(path: service.path, usesWorker: usesWorker)
        var count = 0
        let text = String(repeating: "x", count: 30_000)
        client.call("test.example.Echo", SampleService.Echo(text: text)) { (_: Echoed) in count += 1 }
        client.close()
        await EventLoop.panel.settle()
        #expect(count == 0)
        client.call("test.example.Count", SampleService.Number(number: 100_000), more: true) {
            (_: Result<VarlinkReply<SampleService.Number>, VarlinkClientError>) in
            count += 1
            if count == 10 { client.close() }
        }
        await EventLoop.panel.settle()
        #expect(count == 10)
        #expect(service.server.connectionCount == 0)
    }
}
