import HTTP
import Testing

@testable import Gateway

@Suite struct RequestPlacesTests {
    /// Takes places for a client until none is left, and returns their number.
    private func fill(_ places: inout RequestPlaces, _ lane: RequestPlaces.Lane, _ client: Client) -> Int {
        var count = 0
        while count < 1_000, places.take(lane, for: client) { count += 1 }
        return count
    }

    @Test("attack: reading without a session takes no place of unlocking, of locking and of sessions")
    func lanes() {
        var places = RequestPlaces()
        #expect(fill(&places, .other, .local) == 80)
        #expect(fill(&places, .other, .machine("a")) == 8 && fill(&places, .other, .machine("b")) == 0)
        #expect(fill(&places, .unlocking, .local) == 8 && fill(&places, .unlocking, .machine("a")) == 8)
        #expect(fill(&places, .locking, .local) == 8)
        #expect(fill(&places, .other, .session("s")) == 32 && fill(&places, .locking, .session("s")) == 8)
    }

    @Test("attack: all places of clients without a session are fewer than the connections of the server")
    func sum() {
        let sum = RequestPlaces.Lane.allCases.reduce(0) { $0 + $1.mostAnonymous }
        #expect(sum + 2 * HTTPLimits().connections / 16 <= HTTPLimits().connections)
    }

    @Test("a place is free again when its request has ended")
    func leaving() {
        var places = RequestPlaces()
        #expect(fill(&places, .other, .machine("a")) == 32)
        places.leave(.other, for: .machine("a"))
        #expect(fill(&places, .other, .machine("a")) == 1)
        for _ in 0..<32 { places.leave(.other, for: .machine("a")) }
        #expect(fill(&places, .other, .local) == 80)
    }
}
