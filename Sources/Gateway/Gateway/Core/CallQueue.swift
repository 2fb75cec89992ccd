/// Calls that wait for a place at the core. Clients take turns, and the calls of one client keep their order.
struct CallQueue<Call> {
    /// The most calls of one client that wait.
    let most: Int
    /// The most calls of all clients without a session that wait.
    let mostAnonymous: Int

    private var calls: [Client: [Call]] = [:]
    /// The clients with calls, in the order of their turns.
    private var turns: [Client] = []
    private var counts = ClientCounts()

    init(most: Int, mostAnonymous: Int) {
        (self.most, self.mostAnonymous) = (most, mostAnonymous)
    }

    /// Whether a client with a call may begin it.
    func hasNext(where mayBegin: (Client) -> Bool) -> Bool { turns.contains(where: mayBegin) }

    /// Adds a call of a client.
    ///
    /// - Returns: the call that finds no place: this one, or the latest one of the client without a session that has most.
    mutating func add(_ call: Call, of client: Client) -> Call? {
        guard counts[client] < most else { return call }
        var displaced: Call?
        if client.isAnonymous, counts.anonymousTotal >= mostAnonymous {
            let largest = turns.filter(\.isAnonymous).max { counts[$0] < counts[$1] }
            guard let largest, counts[largest] > counts[client] + 1 else { return call }
            displaced = calls[largest]?.popLast()
            counts.remove(largest)
        }
        if counts[client] == 0 { turns.append(client) }
        calls[client, default: []].append(call)
        counts.add(client)
        return displaced
    }

    /// Takes the next call of the first client in turn that may begin one.
    mutating func next(where mayBegin: (Client) -> Bool) -> (call: Call, client: Client)? {
        guard let index = turns.firstIndex(where: mayBegin) else { return nil }
        let client = turns.remove(at: index)
        guard let call = calls[client]?.removeFirst() else { return nil }
        counts.remove(client)
        if counts[client] == 0 { calls[client] = nil } else { turns.append(client) }
        return (call, client)
    }
}
