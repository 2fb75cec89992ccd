/// Reports the facts that could not be read, and that root can read more.
enum VisibilityRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        let unread = facts.unreadable.map { fact in
            Finding.note("unreadable", fact.object, "could not be read: \(fact.reason)")
        }
        guard !facts.access.person.isRoot, facts.unreadable.contains(where: \.isDenied) else { return unread }
        let found = "this user cannot see all of the machine"
        return unread + [.note("limited-view", "doctor", found, remedy: "sudo holdfast doctor \(facts.file.path)")]
    }
}
