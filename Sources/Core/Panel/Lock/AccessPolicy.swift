import Authentication
import ControlModel

/// The state of a panel's lock on which a requester's access depends, at one moment.
struct LockFacts: Sendable, Hashable {
    /// The state of the audit trail.
    enum Trail: Sendable, Hashable, CaseIterable {
        /// The panel keeps no trail.
        case none
        /// The last write succeeded.
        case writable
        /// The last write failed, and entries wait with it.
        case failing
    }

    /// Whether a person has unlocked the panel at its own PIN pad.
    var isUnlocked: Bool
    /// Whether the authority that the requester names still holds (`Requester.isEntitled`).
    var isEntitled = false
    /// Whether the panel keeps PINs.
    var keepsPINs: Bool
    /// The reason why no PIN unlocks anything; `nil` where PINs do.
    var obstacle: String?
    /// The reason why the panel's own pad takes no PIN now; `nil` where the pad does.
    var padObstacle: String?
    /// The state of the audit trail.
    var trail: Trail
}

/// A request for access to a control or an intent.
struct AccessQuestion: Sendable, Hashable {
    /// The authentication that the strictest of all effects needs.
    var needed: ControlAuthentication
    var requester: Requester
    /// Whether the request is a part of one that was allowed as a whole, such as a member of a scene.
    var isPart = false
    /// Whether the panel carries out the request after something else, so that people would not know what a PIN is for.
    var isDelegated = false
    /// Whether the disk has proved, for this request, that it takes entries of the trail.
    var isProved = false
    /// Whether a reason other than the missing PIN could tell a private state.
    var isPrivate = false
}

/// The answer to a request for access.
enum AccessDecision: Sendable, Hashable {
    /// The request is performed.
    case allowed
    /// The request is performed once the disk has proved that it takes entries of the trail.
    case allowedOnceProved
    /// The request is refused now, and performed once a right PIN is typed at the pad.
    case waitsForPIN(reason: String)
    /// The request is refused: its requester lacks the authority.
    case lacksAuthority(reason: String)
    /// The request is refused, with or without the requester's authority: the trail could not name the requester.
    case cannotBeWritten

    /// The reason of a refusal; `nil` where the request is performed, at once or once proved.
    var objection: String? { self == .cannotBeWritten ? AccessPolicy.cannotBeWritten : lackingReason }

    /// The reason of a refusal for lack of authority; `nil` for other answers. `cannotBeWritten` may hide such a lack.
    var lackingReason: String? {
        switch self {
        case .waitsForPIN(let reason), .lacksAuthority(let reason): reason
        case .allowed, .allowedOnceProved, .cannotBeWritten: nil
        }
    }
}

/// How much of the log a reader gets.
enum TrailAccess: Sendable, Hashable {
    /// The audit trail.
    case whole
    /// The last performances of controls that neither need a PIN nor are private, without names.
    case reduced
    /// Nothing.
    case none
}

/// The rules of access: which requester may perform what (A1), administer the panel, or read its trail.
///
/// All functions are pure. `AccessGate` and `PanelService` collect the facts, and carry out the decisions.
enum AccessPolicy {
    /// The reason why a guarded request is refused while the trail cannot be written.
    static let cannotBeWritten = "it must be logged, but the log cannot be written"
    /// The reason why the panel does not perform a guarded request by itself.
    static let nobodysToAllow = "it needs a PIN, and nobody has asked for it"
    /// The reason why the panel does not perform a guarded request for a person who has lost the right to it.
    static let notTheirsAnyMore = "it needs a PIN, and the PIN of the person who began it is not valid any more"

    /// Decides on a request for access.
    ///
    /// - Parameter facts: Evaluated for guarded requests alone: most holds need no facts.
    static func decide(_ question: AccessQuestion, _ facts: @autoclosure () -> LockFacts) -> AccessDecision {
        guard question.needed > .none, !question.isPart else { return .allowed }
        let facts = facts()
        let isAllowed = mayPerform(
            question.needed, by: question.requester, isUnlocked: facts.isUnlocked, isEntitled: facts.isEntitled)
        let mustBeWritten = mustBeWritten(question.needed, by: question.requester, facts.trail)
        // A missing PIN is the only reason that tells nothing about a private control.
        if mustBeWritten, facts.trail == .failing, isAllowed || !question.isPrivate { return .cannotBeWritten }
        if isAllowed { return mustBeWritten && !question.isProved ? .allowedOnceProved : .allowed }
        let reason = refusal(of: question.needed, to: question.requester, facts)
        // Before the disk proved itself for this request, its requester had the authority: the request does not wait again.
        let canWait =
            question.requester == .panel && facts.padObstacle == nil && !question.isDelegated && !question.isProved
        return canWait ? .waitsForPIN(reason: reason) : .lacksAuthority(reason: reason)
    }

    /// Whether a requester may perform a control or an intent (A1).
    ///
    /// - Parameters:
    ///   - isUnlocked: Whether the panel is unlocked at its own pad; evaluated where that matters.
    ///   - isEntitled: Whether the authority that the requester names still holds; evaluated where that matters.
    static func mayPerform(
        _ needed: ControlAuthentication, by requester: Requester, isUnlocked: @autoclosure () -> Bool,
        isEntitled: @autoclosure () -> Bool
    ) -> Bool {
        switch (needed, requester) {
        case (.none, _), (_, .trusted): true
        case (_, .itself), (_, .program(session: nil, actor: _)): false
        case (_, .consequence(let right, actor: _)): needed <= right.allowed && isEntitled()
        case (.required, .program): isEntitled()
        case (.required, .panel), (.local, .panel): isUnlocked()
        // A person's session at the pad gives a program no authority.
        case (.local, .program): isEntitled() && isUnlocked()
        }
    }

    /// The strictest authentication that a requester has now.
    static func allowance(of requester: Requester, isUnlocked: Bool, isEntitled: Bool) -> ControlAuthentication {
        ControlAuthentication.allCases
            .filter { mayPerform($0, by: requester, isUnlocked: isUnlocked, isEntitled: isEntitled) }.max() ?? .none
    }

    /// Whether the disk has to take a write before a requester's guarded request is performed.
    ///
    /// The panel goes on by itself, and a trusted button opens the way out, with a broken disk as well: neither has a
    /// person who is to answer for the request. An interlock asks for the proof itself (`turnOffIfDue`).
    static func mustBeWritten(
        _ needed: ControlAuthentication, by requester: Requester, _ trail: LockFacts.Trail
    ) -> Bool {
        guard needed > .none, trail != .none else { return false }
        return switch requester {
        case .panel, .program: true
        case .trusted, .itself, .consequence: false
        }
    }

    /// The reason why a requester may not perform something.
    private static func refusal(
        of needed: ControlAuthentication, to requester: Requester, _ facts: LockFacts
    ) -> String {
        let atPad = facts.padObstacle.map { "it needs a PIN, and \($0)" }
        switch requester {
        case .consequence(let right, actor: _) where needed <= right.allowed: return notTheirsAnyMore
        case .itself, .consequence: return nobodysToAllow
        // A program gives its PIN by its own connection, whatever the state of the pad is.
        case .program where !hasPIN(requester, facts) && (needed == .required || facts.isUnlocked):
            guard facts.keepsPINs else { return "it needs a PIN, and the panel has nothing that keeps PINs" }
            return facts.obstacle.map { "it needs a PIN, and \($0)" } ?? "it needs a PIN"
        case .program:
            let words = "it needs the panel to be unlocked at its own PIN pad"
            return atPad ?? (hasPIN(requester, facts) ? words : "\(words), and a PIN")
        case .panel, .trusted: return atPad ?? "it needs a PIN"
        }
    }

    /// Whether a program asks in a session that lasts.
    private static func hasPIN(_ requester: Requester, _ facts: LockFacts) -> Bool {
        if case .program(session: .some, actor: _) = requester { facts.isEntitled } else { false }
    }

    // MARK: Programs

    /// Whether a user's programs administer the panel: people and PINs, backups, extensions. `PanelService` knows the
    /// administrators: root, and the user that the panel runs as.
    static func mayAdminister(_ user: UInt32, administrators: Set<UInt32>) -> Bool { administrators.contains(user) }

    /// How much a program may read of who did what.
    ///
    /// - Parameter role: The role of the person who has given a PIN by the program's connection. A guest does not learn
    ///   when the residents come and go.
    static func accessToTrail(isAdministrator: Bool, role: Role?) -> TrailAccess {
        if isAdministrator || isResident(role) { return .whole }
        return role == nil ? .reduced : .none
    }

    /// Whether a program may list the people who have a PIN.
    static func mayListPeople(isAdministrator: Bool, role: Role?) -> Bool { isAdministrator || role == .owner }

    /// Whether a program may change the places of guarded controls (A5), and the controls of a trusted button.
    ///
    /// An administrator may change the panel's file, which says the same.
    static func mayRearrangeGuarded(isAdministrator: Bool, role: Role?) -> Bool {
        isAdministrator || isResident(role)
    }

    /// Whether a role is that of a person who lives with the panel, and not that of a guest.
    static func isResident(_ role: Role?) -> Bool {
        role.map { $0 != .guest } ?? false
    }
}
