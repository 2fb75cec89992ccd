/// The enrolled people and the device's key, and what the two of them permit.
struct EnrolledPeople {
    /// The device's key; `nil` where the key cannot be read, for the reason in `keyFault`.
    let key: DeviceKey?
    private(set) var credentials: Credentials?
    private(set) var slots: SlotTable
    /// The users who administer the panel, in small letters. No person has one of these names.
    let users: Set<String>
    private let keyFault: LockFault?
    /// The reason why the memory could not be read; `nil` after a successful load, or after people have been enrolled
    /// again.
    private var unread: LockMemoryError?
    /// Whether the people were enrolled with a key other than `key`.
    private var isOfOtherKey: Bool

    init(
        _ credentials: Credentials?, unread: LockMemoryError?, key: Result<DeviceKey, DeviceKeyError>,
        users: Set<String>
    ) {
        let credentials = credentials?.renamingReserved(users: users)
        self.users = users
        switch key {
        case .success(let key): (self.key, keyFault) = (key, nil)
        case .failure(let error): (self.key, keyFault) = (nil, .key(error))
        }
        self.credentials = credentials
        self.unread = unread
        slots = SlotTable(credentials?.people ?? [])
        isOfOtherKey = Self.isOfOtherKey(credentials, than: self.key)
    }

    /// Uses `kept`, which is durable. If it has people, an earlier loss is over.
    mutating func take(_ kept: Credentials) {
        let kept = kept.renamingReserved(users: users)
        credentials = kept
        slots = SlotTable(kept.people)
        isOfOtherKey = Self.isOfOtherKey(kept, than: key)
        if !kept.people.isEmpty { unread = nil }
    }

    private static func isOfOtherKey(_ credentials: Credentials?, than key: DeviceKey?) -> Bool {
        guard let key, let credentials else { return false }
        return !credentials.people.isEmpty && credentials.isMadeByOther(than: key)
    }

    // MARK: Faults

    /// The reason why no PIN can unlock; `nil` where a PIN can.
    var fault: LockFault? {
        administrationFault ?? otherKeyFault ?? (credentials?.people.isEmpty == false ? nil : .nobodyEnrolled)
    }

    /// The reason why people cannot be removed; `nil` where they can.
    var administrationFault: LockFault? { keyFault ?? unread.map { .store($0) } }

    /// The reason why a backup cannot replace all people; `nil` where it can, also after a loss of people.
    var replacementFault: LockFault? { unread?.isLoss == true ? keyFault : administrationFault }

    /// The reason why no person can be enrolled; `nil` where one can.
    ///
    /// The people of another key block enrolment: that key may come back, and make their PINs valid again.
    var enrolmentFault: LockFault? { replacementFault ?? otherKeyFault }

    /// The fault where the people were enrolled with another key.
    var otherKeyFault: LockFault? { isOfOtherKey ? .otherKey : nil }
}
