import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// What may be performed, by whom.
extension PanelEngine {
    /// The facts about the lock on which access depends, as they are now.
    private var lockFacts: LockFacts {
        let trail = lock?.audit.map { $0.obstacle == nil ? LockFacts.Trail.writable : .failing }
        return LockFacts(
            isUnlocked: isUnlocked, keepsPINs: lock != nil, obstacle: lock?.obstacle, padObstacle: lockObstacle,
            trail: trail ?? .none)
    }

    /// The decision on a request for access, by the facts of now.
    func decide(_ question: AccessQuestion) -> AccessDecision { AccessPolicy.decide(question, lockFacts) }

    /// Whether a requester may perform a control or an intent (A1).
    func may(_ requester: Requester, perform needed: ControlAuthentication) -> Bool {
        AccessPolicy.mayPerform(needed, by: requester, isUnlocked: isUnlocked)
    }

    /// What a control needs to be performed: the strictest of all that it sets off.
    ///
    /// - Parameter isOn: the state that a toggle goes to; `nil` where it is not said, or not known.
    func neededAuthentication(of slot: ControlSlot, goingTo isOn: Bool?) -> ControlAuthentication {
        var path: Set<ObjectIdentifier> = []
        return neededAuthentication(of: slot, goingTo: isOn, path: &path)
    }

    private func neededAuthentication(
        of slot: ControlSlot, goingTo isOn: Bool?, path: inout Set<ObjectIdentifier>
    ) -> ControlAuthentication {
        // The reader of the file refuses scenes that set themselves; controls may be placed in any way later.
        guard path.insert(ObjectIdentifier(slot)).inserted else { return .none }
        defer { path.remove(ObjectIdentifier(slot)) }
        var needed = ControlAuthentication.none
        if let intent = slot.carrier?.evaluation?.intent {
            needed = ControlAuthentication(intent.authentication)
        }
        guard let declaration = slot.declaration else { return needed }
        needed = max(needed, declaration.neededAuthentication(toGoTo: isOn))
        switch declaration.action {
        case .set(let members): return max(needed, neededAuthentication(of: members, path: &path))
        case .timer(_, done: let done?) where isOn != false:
            guard case .set(let members) = done.action else { return needed }
            return max(needed, neededAuthentication(of: members, path: &path))
        case .open(let view):
            guard let errand = errand(openedAs: target(of: view)) else { return needed }
            return max(needed, neededAuthentication(of: errand, goingTo: nil, path: &path))
        case .toggleLine, .pulse, .timer, .show, .lock, .handedOver: return needed
        }
    }

    private func neededAuthentication(
        of members: [SceneMember], path: inout Set<ObjectIdentifier>
    ) -> ControlAuthentication {
        var needed = ControlAuthentication.none
        for member in members {
            for other in controls.all(member.kind) {
                needed = max(needed, neededAuthentication(of: other, goingTo: member.isOn, path: &path))
            }
        }
        return needed
    }

    /// The state that a performance leads to, as far as it is known now: to a stale toggle either may happen.
    func destination(of slot: ControlSlot, wish: Bool?) -> Bool? {
        if let wish { return wish }
        guard slot.snapshot.freshness == .fresh else { return nil }
        return slot.snapshot.isOn.map { !$0 }
    }

    /// The reason why a requester lacks the authority to perform something; `nil` where the requester has it.
    func lackingReason(to needed: ControlAuthentication, for requester: Requester) -> String? {
        decide(AccessQuestion(needed: needed, requester: requester, isPrivate: true)).lackingReason
    }

    /// The reason why an intent may not be performed; `nil` where it may.
    func objection(to intent: IntentReference, by requester: Requester) -> String? {
        let question = AccessQuestion(needed: ControlAuthentication(intent.authentication), requester: requester)
        let decision = decide(question)
        return decision == .cannotBeWritten ? AccessPolicy.cannotBeWritten : decision.lackingReason
    }

    /// What surfaces tell that a hold needs. Of a private state they tell the same whoever looks and whichever way it goes.
    func shownAuthentication(of slot: ControlSlot) -> ControlAuthentication? {
        let destination = slot.isStatePrivate ? nil : destination(of: slot, wish: nil)
        let needed = neededAuthentication(of: slot, goingTo: destination)
        return needed == .none ? nil : needed
    }

    /// Whether a hold would have to wait for a PIN, whichever way a private toggle goes (H6).
    func needsPIN(_ slot: ControlSlot, by requester: Requester) -> Bool {
        let isHidden = slot.isStatePrivate && !isUnlocked
        let wish = isHidden ? nil : destination(of: slot, wish: nil)
        return !may(requester, perform: neededAuthentication(of: slot, goingTo: wish))
    }
}

extension ControlDescription {
    /// What a state, or one that is not known, needs.
    fileprivate func neededAuthentication(toGoTo isOn: Bool?) -> ControlAuthentication {
        switch isOn {
        case true?: authenticationToTurnOn
        case false?: authenticationToTurnOff
        case nil: max(authenticationToTurnOn, authenticationToTurnOff)
        }
    }
}
