import Synchronization

/// The steps that checks took, in their order.
final class PrimitiveTrace: Sendable {
    /// One step, with the sizes that its cost depends on.
    enum Step: Sendable, Equatable {
        case allocate(Int)
        case argon2id(Int, HashCost)
        case mac(Int)
        case compare(Int)
        case choose(Int)
    }

    private let state = Mutex<[Step]>([])

    var steps: [Step] { state.withLock { $0 } }

    func add(_ step: Step) {
        state.withLock { $0.append(step) }
    }
}
