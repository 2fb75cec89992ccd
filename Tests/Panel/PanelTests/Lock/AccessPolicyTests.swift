import Authentication
import ControlModel
import Testing

@testable import Panel

/// The rules of access, each over all requests and all states of the lock.
@Suite("Access policy")
struct AccessPolicyTests {
    private static let user = AuditActor.program(user: 1_000)
    private static let requesters: [Requester] =
        [.panel, .trusted, .itself, .program(isUnlocked: false, actor: user), .program(isUnlocked: true, actor: user)]
        + ControlAuthentication.allCases.map { .consequence(allowed: $0) }

    private static let facts: [LockFacts] = [false, true].flatMap { isUnlocked in
        [nil, "no PIN is set up"].flatMap { obstacle in
            [nil, "the panel has no PIN pad"].flatMap { padObstacle in
                LockFacts.Trail.allCases.map { trail in
                    LockFacts(
                        isUnlocked: isUnlocked, keepsPINs: true, obstacle: obstacle, padObstacle: padObstacle,
                        trail: trail)
                }
            }
        }
    }

    private static let questions: [AccessQuestion] = requesters.flatMap { requester in
        ControlAuthentication.allCases.flatMap { needed in
            (0..<16).map { flags in
                AccessQuestion(
                    needed: needed, requester: requester, isPart: flags & 1 > 0, isDelegated: flags & 2 > 0,
                    isProved: flags & 4 > 0, isPrivate: flags & 8 > 0)
            }
        }
    }

    /// Calls `body` with each request in each state of the lock.
    private func forAll(_ body: (AccessQuestion, LockFacts, AccessDecision) -> Void) {
        for question in Self.questions {
            for facts in Self.facts { body(question, facts, AccessPolicy.decide(question, facts)) }
        }
    }

    @Test("A1 A guarded request is performed only for a requester with the authority, or as a part of an allowed one")
    func authority() {
        forAll { question, facts, decision in
            let isPerformed = decision == .allowed || decision == .allowedOnceProved
            guard isPerformed, question.needed > .none, !question.isPart else { return }
            let hasAuthority =
                switch question.requester {
                case .trusted: true
                case .panel: facts.isUnlocked
                case .program(let hasPIN, _): hasPIN && (question.needed == .required || facts.isUnlocked)
                case .itself: false
                case .consequence(let allowed, _): question.needed <= allowed
                }
            #expect(hasAuthority, "\(question), \(facts)")
        }
    }

    @Test("A request that needs no authentication is performed at once, whatever the state of the lock is")
    func free() {
        forAll { question, facts, decision in
            if question.needed == .none { #expect(decision == .allowed, "\(question), \(facts)") }
        }
    }

    @Test("A2 Only a hold in front of a panel whose pad takes PINs waits for a PIN")
    func waiting() {
        forAll { question, facts, decision in
            guard case .waitsForPIN = decision else { return }
            #expect(question.requester == .panel && !facts.isUnlocked && facts.padObstacle == nil)
            #expect(!question.isDelegated && !question.isProved && !question.isPart)
        }
    }

    @Test("A person's or a program's guarded request is performed only after the disk has proved that it takes entries")
    func proof() {
        forAll { question, facts, decision in
            guard question.needed > .none, !question.isPart, facts.trail != .none else { return }
            switch question.requester {
            case .panel, .program:
                #expect(
                    decision != .allowed || (question.isProved && facts.trail == .writable), "\(question), \(facts)")
            case .trusted, .itself, .consequence:
                #expect(decision != .allowedOnceProved && decision != .cannotBeWritten, "\(question), \(facts)")
            }
        }
    }

    @Test("A requester without authority learns of a private control only that the control needs a PIN")
    func privacy() {
        forAll { question, facts, decision in
            guard question.isPrivate, decision == .cannotBeWritten else { return }
            #expect(AccessPolicy.mayPerform(question.needed, by: question.requester, isUnlocked: facts.isUnlocked))
        }
    }

    @Test("The facts of the lock are not collected for a request that needs no authentication")
    func facts() {
        var count = 0
        func facts() -> LockFacts {
            count += 1
            return Self.facts[0]
        }
        _ = AccessPolicy.decide(AccessQuestion(needed: .none, requester: .panel), facts())
        #expect(count == 0)
        _ = AccessPolicy.decide(AccessQuestion(needed: .required, requester: .panel), facts())
        #expect(count == 1)
    }

    @Test("A5 Residents and administrators rearrange guarded controls and read the trail; guests and others do not")
    func programs() {
        for role in [nil] + Role.allCases.map(Optional.some) {
            let isResident = role.map([Role.owner, .member, .duress].contains) ?? false
            #expect(AccessPolicy.mayReadTrail(isAdministrator: false, role: role) == isResident)
            #expect(AccessPolicy.mayRearrangeGuarded(isAdministrator: false, role: role) == isResident)
            #expect(AccessPolicy.mayReadTrail(isAdministrator: true, role: role))
            #expect(AccessPolicy.mayRearrangeGuarded(isAdministrator: true, role: role))
        }
        #expect(AccessPolicy.mayAdminister(0, administrators: [0, 990]))
        #expect(!AccessPolicy.mayAdminister(1_000, administrators: [0, 990]))
    }
}
