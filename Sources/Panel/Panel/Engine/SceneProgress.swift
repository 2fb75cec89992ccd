import EventLoop

/// What has come of a scene's members so far.
@PanelActor
final class SceneProgress {
    private var outstanding: Int
    private var failures: [(order: Int, text: String)] = []
    private var ended: (@PanelActor (_ failure: String?) -> Void)?

    /// - Parameter ended: is called once, when all members have ended, with what went wrong.
    init(members: Int, ended: @escaping @PanelActor (_ failure: String?) -> Void) {
        // One more for those who begin the members: some end at once.
        outstanding = members + 1
        self.ended = ended
    }

    /// One member has ended, or all have begun.
    func end(_ failure: String? = nil, order: Int = 0) {
        outstanding -= 1
        if let failure { failures.append((order, failure)) }
        guard outstanding == 0 else { return }
        let texts = failures.sorted { $0.order < $1.order }.map(\.text)
        ended?(texts.isEmpty ? nil : texts.joined(separator: "; "))
        ended = nil
    }
}
