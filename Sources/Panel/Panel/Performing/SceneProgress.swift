import EventLoop

/// The results of a scene's members so far.
@PanelActor
final class SceneProgress {
    private var outstanding: Int
    private var failures: [(order: Int, text: String)] = []
    private var ended: (@PanelActor (_ failure: String?) -> Void)?

    /// - Parameter ended: called once, when all members have ended, with their failures.
    init(members: Int, ended: @escaping @PanelActor (_ failure: String?) -> Void) {
        // One more for the start itself, since some members end before all have begun.
        outstanding = members + 1
        self.ended = ended
    }

    /// Notes the end of a member, or the end of the start.
    func end(_ failure: String? = nil, order: Int = 0) {
        outstanding -= 1
        if let failure { failures.append((order, failure)) }
        guard outstanding == 0 else { return }
        let texts = failures.sorted { $0.order < $1.order }.map(\.text)
        ended?(texts.isEmpty ? nil : texts.joined(separator: "; "))
        ended = nil
    }
}
