/// The users and groups of a machine, as in `/etc/passwd` and `/etc/group` (passwd(5), group(5)).
struct Accounts: Sendable, Hashable {
    /// A group and the users that belong to it besides its primary users.
    struct Group: Sendable, Hashable {
        var id: UInt32
        var members: Set<String>
    }

    private struct User: Sendable, Hashable {
        var id: UInt32
        var group: UInt32
    }

    private var users: [String: User] = [:]
    private var groups: [String: Group] = [:]

    /// Reads the text of both files. Lines of another form are skipped.
    init(passwd: String, group: String) {
        for fields in Self.entries(passwd) where fields.count >= 4 {
            guard let id = UInt32(fields[2]), let primary = UInt32(fields[3]) else { continue }
            users[fields[0]] = User(id: id, group: primary)
        }
        for fields in Self.entries(group) where fields.count >= 4 {
            guard let id = UInt32(fields[2]) else { continue }
            groups[fields[0]] = Group(id: id, members: Set(fields[3].split(separator: ",").map(String.init)))
        }
    }

    private static func entries(_ text: String) -> [[String]] {
        text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The number of the user; `nil` if there is no such user.
    func userID(of name: String) -> UInt32? { users[name]?.id }

    /// The name of the user with this number; the number itself if there is no such user.
    func userName(of id: UInt32) -> String { users.first { $0.value.id == id }?.key ?? String(id) }

    /// The group; `nil` if there is no such group.
    func group(_ name: String) -> Group? { groups[name] }

    /// Whether the user belongs to the group from the next login on.
    func isMember(_ user: String, of group: String) -> Bool {
        guard let group = groups[group] else { return false }
        return group.members.contains(user) || users[user]?.group == group.id
    }
}
