import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// What may be performed, by whom.
extension PanelEngine {
    /// Whether somebody may perform what needs this authentication (A1).
    func may(_ requester: Requester, perform needed: ControlAuthentication) -> Bool {
        switch (needed, requester) {
        case (.none, _), (_, .trusted): true
        case (_, .itself): false
        case (_, .consequence(let allowed, actor: _)): needed <= allowed
        case (.required, .program(let hasPIN, _)): hasPIN
        case (.required, .panel), (.local, .panel): isUnlocked
        // No program rides on a resident's session.
        case (.local, .program(let hasPIN, _)): hasPIN && isUnlocked
        }
    }

    /// The most that somebody may perform now.
    func allowance(of requester: Requester) -> ControlAuthentication {
        ControlAuthentication.allCases.filter { may(requester, perform: $0) }.max() ?? .none
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

    /// Why the panel does not perform something by itself.
    static let nobodysToAllow = "it needs a PIN, and nobody has asked for it"

    /// Why somebody may not perform something.
    func refusal(of needed: ControlAuthentication, to requester: Requester) -> String {
        switch requester {
        case .itself, .consequence: return Self.nobodysToAllow
        // A program gives its PIN by its own connection, whatever the panel has.
        case .program(false, _) where needed == .required || isUnlocked:
            guard let lock else { return "it needs a PIN, and the panel has nothing that keeps PINs" }
            return lock.obstacle.map { "it needs a PIN, and \($0)" } ?? "it needs a PIN: --unlock"
        case .program(let hasPIN, _):
            if let obstacle = lockObstacle { return "it needs a PIN, and \(obstacle)" }
            let words = "it needs the panel to be unlocked at its own PIN pad"
            return hasPIN ? words : "\(words), and a PIN: --unlock"
        case .panel, .trusted: return lockObstacle.map { "it needs a PIN, and \($0)" } ?? "it needs a PIN"
        }
    }

    /// Why a performance may not begin; a control that was held waits for a PIN then, if one can be given.
    ///
    /// - Returns: `nil` where it may.
    func objection(to slot: ControlSlot, isOn: Bool?, by requester: Requester) -> String? {
        let needed = neededAuthentication(of: slot, goingTo: destination(of: slot, wish: isOn))
        return may(requester, perform: needed) ? nil : refusal(of: needed, to: requester)
    }

    /// Why an intent may not be performed.
    func objection(to intent: IntentReference, by requester: Requester) -> String? {
        let needed = ControlAuthentication(intent.authentication)
        if let reason = auditObjection(to: needed, by: requester) { return reason }
        return may(requester, perform: needed) ? nil : refusal(of: needed, to: requester)
    }

    /// What surfaces tell that a hold needs. Of a private state they tell the same whoever looks and whichever way it goes.
    func shownAuthentication(of slot: ControlSlot) -> NeededAuthentication? {
        let destination = slot.isStatePrivate ? nil : destination(of: slot, wish: nil)
        return switch neededAuthentication(of: slot, goingTo: destination) {
        case .none: nil
        case .required: .required
        case .local: .local
        }
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

extension ControlAuthentication {
    /// What an intent's policy wants.
    init(_ policy: IntentAuthenticationPolicy) {
        switch policy {
        case .alwaysAllowed: self = .none
        case .requiresAuthentication: self = .required
        case .requiresLocalDeviceAuthentication: self = .local
        }
    }
}
