import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// Decides who may do what, by the facts of now: the lock, the controls and their actions.
@PanelActor
struct AccessGate {
    let lock: PanelLock?
    let controls: ControlSet

    /// Records who performed, or was refused, what.
    var auditor: Auditor { Auditor(gate: self) }

    /// Whether a person has unlocked the panel at its own PIN pad.
    var isUnlocked: Bool { lock?.isUnlocked ?? false }

    /// Whether an audience sees private content now.
    func sees(_ viewpoint: Viewpoint) -> Bool { viewpoint.sees(isUnlocked) }

    /// Whether a requester sees private content now.
    func shows(_ requester: Requester) -> Bool { sees(requester.viewpoint(by: lock)) }

    /// The reason why the panel's pad takes no PIN; `nil` if it takes one.
    private var padObstacle: String? {
        guard let lock, !controls.description.keypads.isEmpty else { return "the panel has no PIN pad" }
        if let obstacle = lock.obstacle { return obstacle }
        return lock.lockout == nil ? nil : "none is taken for a while, since too many were wrong"
    }

    /// The facts about the lock on which a requester's access depends, as they are now.
    func lockFacts(for requester: Requester) -> LockFacts {
        let trail = lock?.audit.map { $0.obstacle == nil ? LockFacts.Trail.writable : .failing }
        return LockFacts(
            isUnlocked: isUnlocked, isEntitled: requester.isEntitled(by: lock), keepsPINs: lock != nil,
            obstacle: lock?.obstacle, padObstacle: padObstacle, trail: trail ?? .none)
    }

    /// Whether a requester may perform a control or an intent (A1).
    func may(_ requester: Requester, perform needed: ControlAuthentication) -> Bool {
        AccessPolicy.mayPerform(
            needed, by: requester, isUnlocked: isUnlocked, isEntitled: requester.isEntitled(by: lock))
    }

    /// The right that a requester's performance leaves for its later consequences.
    func lastingRight(of requester: Requester) -> LastingRight {
        let allowed = AccessPolicy.allowance(
            of: requester, isUnlocked: isUnlocked, isEntitled: requester.isEntitled(by: lock))
        guard allowed > .none else { return .none }
        switch requester {
        case .panel: return LastingRight(allowed, of: lock?.person.map { PersonReference($0) })
        case .program(session: let session, actor: _):
            return LastingRight(
                allowed, of: session.flatMap { lock?.person(on: $0.surface) }.map { PersonReference($0) })
        case .consequence(let right, actor: _): return LastingRight(allowed, of: right.person)
        case .trusted, .itself: return LastingRight(allowed)
        }
    }

    /// The authentication level that a control needs: the highest of all controls and actions it triggers.
    ///
    /// - Parameter isOn: the target state of a toggle; `nil` if unspecified or unknown.
    func neededAuthentication(of slot: ControlSlot, goingTo isOn: Bool?) -> ControlAuthentication {
        var path: Set<ObjectIdentifier> = []
        return neededAuthentication(of: slot, goingTo: isOn, path: &path)
    }

    private func neededAuthentication(
        of slot: ControlSlot, goingTo isOn: Bool?, path: inout Set<ObjectIdentifier>
    ) -> ControlAuthentication {
        // The file's parser refuses scenes that include themselves, but controls placed later can form such a cycle.
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
            guard let followUp = controls.delegated(openedAs: controls.target(of: view)) else { return needed }
            return max(needed, neededAuthentication(of: followUp, goingTo: nil, path: &path))
        case .toggleLine, .pulse, .timer, .show, .lock, .delegated: return needed
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

    /// Decides whether an intent may be performed.
    func access(to intent: IntentReference, by requester: Requester) -> AccessDecision {
        let question = AccessQuestion(needed: ControlAuthentication(intent.authentication), requester: requester)
        return AccessPolicy.decide(question, lockFacts(for: requester))
    }

    /// The authentication level that surfaces show for a hold. For a private state it depends neither on the viewer nor
    /// on the direction.
    func shownAuthentication(of slot: ControlSlot) -> ControlAuthentication? {
        let destination = slot.isStatePrivate ? nil : slot.destination(nil)
        let needed = neededAuthentication(of: slot, goingTo: destination)
        return needed == .none ? nil : needed
    }

    /// Whether a hold has to wait for a PIN. For a private toggle the answer covers both directions (H6: the hint tells
    /// that a PIN is needed).
    func needsPIN(_ slot: ControlSlot, by requester: Requester) -> Bool {
        let destination = slot.isStatePrivate ? nil : slot.destination(nil)
        return !may(requester, perform: neededAuthentication(of: slot, goingTo: destination))
    }
}

extension ControlDescription {
    /// The level for a target state; for an unknown one, the higher of both directions.
    fileprivate func neededAuthentication(toGoTo isOn: Bool?) -> ControlAuthentication {
        switch isOn {
        case true?: authenticationToTurnOn
        case false?: authenticationToTurnOff
        case nil: max(authenticationToTurnOn, authenticationToTurnOff)
        }
    }
}
