import Testing

@testable import Gateway

@Suite struct CallQueueTests {
    private func names(_ queue: inout CallQueue<String>, where mayBegin: (Client) -> Bool = { _ in true }) -> [String] {
        var names: [String] = []
        while let next = queue.next(where: mayBegin) { names.append(next.call) }
        return names
    }

    @Test("clients take turns, and the calls of one client keep their order")
    func turns() {
        var queue = CallQueue<String>(most: 4, mostAnonymous: 8)
        for name in ["a1", "a2", "a3"] { #expect(queue.add(name, of: .machine("a")) == nil) }
        for name in ["b1", "b2"] { #expect(queue.add(name, of: .session("b")) == nil) }
        #expect(queue.add("c1", of: .local) == nil)
        #expect(names(&queue) == ["a1", "b1", "c1", "a2", "b2", "a3"])
    }

    @Test("a client that may not begin a call keeps no other client waiting")
    func waiting() {
        var queue = CallQueue<String>(most: 4, mostAnonymous: 8)
        _ = queue.add("a1", of: .machine("a"))
        _ = queue.add("b1", of: .session("b"))
        #expect(queue.hasNext { $0 != .machine("a") })
        #expect(names(&queue) { $0 != .machine("a") } == ["b1"])
        #expect(!queue.hasNext { $0 != .machine("a") })
        #expect(names(&queue) == ["a1"])
    }

    @Test(
        "attack: a client without a session that fills the queue loses its latest call to another one, and takes no session's"
    )
    func full() {
        var queue = CallQueue<String>(most: 3, mostAnonymous: 4)
        for name in ["a1", "a2", "a3"] { #expect(queue.add(name, of: .machine("a")) == nil) }
        #expect(queue.add("a4", of: .machine("a")) == "a4")
        #expect(queue.add("b1", of: .machine("b")) == nil)
        #expect(queue.add("c1", of: .machine("c")) == "a3")
        #expect(queue.add("d1", of: .machine("d")) == "a2")
        #expect(queue.add("e1", of: .machine("e")) == "e1", "all others have one call as well")
        for name in ["s1", "s2", "s3"] { #expect(queue.add(name, of: .session("s")) == nil) }
        #expect(names(&queue) == ["a1", "b1", "c1", "d1", "s1", "s2", "s3"])
    }
}
