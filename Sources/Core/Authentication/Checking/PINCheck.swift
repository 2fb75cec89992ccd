/// One check of a PIN, on a worker's thread: one Argon2id hash gives a tag for every slot, and every tag is compared.
///
/// ```
///   PIN ── Argon2id(salt, cost) ── BLAKE2b(device key) ── attempt's key ─┬─ BLAKE2b(person 1) ─ compare ─┐
///                                                                        ├─        …                     ├─ who
///                                                                        ├─ BLAKE2b(slot 64)  ─ compare ─┘
///                                                                        └─ BLAKE2b(run's key) ─ compare with 5 ─ repeated?
/// ```
struct PINCheck: Sendable {
    let pin: PIN
    let key: DeviceKey
    let salt: [UInt8]
    let cost: HashCost
    let slots: SlotTable
    let recent: RecentWrong
    /// The number of the person that this PIN enrols; `nil` for an attempt to unlock.
    var newIdentity: Int64?

    /// The result of a check.
    struct Finding: Sendable {
        /// The index of the slot that the PIN matches.
        var slot: Int?
        /// The index of the recent wrong PIN that the PIN repeats.
        var repeated: Int?
        /// The tag that recognises a repeat of the PIN, if the PIN is wrong.
        var recent: SecretTag
        /// The tag of the new person.
        var enrolled: SecretTag?
    }

    /// Runs the check, and blocks for the time of one hash of `cost`.
    ///
    /// - Returns: `nil` where there is no memory for the hash.
    func run(_ primitives: Primitives = Primitives()) -> Finding? {
        guard let hash = primitives.argon2id(pin.bytes, salt: salt, cost: cost) else { return nil }
        let attempt = primitives.allocate(32)
        primitives.mac(hash, key: key.bytes, into: attempt)

        let input = primitives.allocate(TagInput.byteCount)
        let output = primitives.allocate(SecretTag.byteCount)
        TagInput.write(salt: salt, to: input)
        var results = [Int32](repeating: -1, count: slots.tags.count)
        for index in slots.tags.indices {
            TagInput.write(identity: slots.identities[index], to: input)
            primitives.mac(input, key: attempt, into: output)
            results[index] = primitives.compare(output, with: slots.tags[index])
        }
        let slot = primitives.firstZero(of: results)

        var enrolled: SecretTag?
        if let newIdentity {
            TagInput.write(identity: newIdentity, to: input)
            primitives.mac(input, key: attempt, into: output)
            enrolled = output.withBytes { SecretTag(copying: UnsafeRawBufferPointer($0)) }
        }

        primitives.mac(attempt, key: recent.key, into: output)
        let known = recent.tags.map { primitives.compare(output, with: $0) }
        let repeated = primitives.firstZero(of: known)
        return Finding(
            slot: slot >= 0 ? Int(slot) : nil, repeated: repeated >= 0 ? Int(repeated) : nil,
            recent: output.withBytes { SecretTag(copying: UnsafeRawBufferPointer($0)) }, enrolled: enrolled)
    }
}

/// The input of a person's tag: the person's number, little-endian, and the panel's salt.
private enum TagInput {
    static let byteCount = 8 + Credentials.saltByteCount

    static func write(salt: [UInt8], to input: SecretBytes) {
        for (index, byte) in salt.prefix(Credentials.saltByteCount).enumerated() { input[8 + index] = byte }
    }

    static func write(identity: Int64, to input: SecretBytes) {
        input.withBytes { $0.storeBytes(of: identity.littleEndian, as: Int64.self) }
    }
}

/// The tags that every check compares: the tags of people, filled up with random ones to a fixed number.
struct SlotTable: Sendable {
    private(set) var identities: [Int64]
    private(set) var tags: [SecretTag]

    /// Creates a table of random tags only.
    init() {
        identities = (0..<Credentials.mostPeople).map { -Int64($0) - 1 }
        tags = (0..<Credentials.mostPeople).map { _ in .random() }
    }

    /// Creates a table with the tags of `people` in place of the first random ones.
    init(_ people: [EnrolledPerson]) {
        self.init()
        for (index, one) in people.prefix(Credentials.mostPeople).enumerated() {
            identities[index] = one.person.id
            tags[index] = one.tag
        }
    }
}
