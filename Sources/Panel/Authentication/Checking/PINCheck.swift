/// One check of a PIN, done beside the loop: one Argon2id, then everybody's tag from it, compared with all.
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
    let recent: RecentTags
    /// The number of a person who is being enrolled with this PIN.
    var newIdentity: Int64?

    /// What came of it.
    struct Finding: Sendable {
        /// The slot that the PIN is of.
        var slot: Int?
        /// Which of the recent wrong ones it is.
        var repeated: Int?
        /// What it is known again by, should it be wrong.
        var recent: SecretTag
        /// What the new person is known by.
        var enrolled: SecretTag?
    }

    /// Does it, waiting as long as `cost` says.
    ///
    /// - Returns: `nil` where there is no memory for it.
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

/// What a person's tag is made of: their number, little-endian, and the panel's salt.
private enum TagInput {
    static let byteCount = 8 + Credentials.saltByteCount

    static func write(salt: [UInt8], to input: SecretBytes) {
        for (index, byte) in salt.prefix(Credentials.saltByteCount).enumerated() { input[8 + index] = byte }
    }

    static func write(identity: Int64, to input: SecretBytes) {
        input.withBytes { $0.storeBytes(of: identity.littleEndian, as: Int64.self) }
    }
}

/// The tags that every check compares with: people's, and ones that stand for nobody, always as many.
struct SlotTable: Sendable {
    private(set) var identities: [Int64]
    private(set) var tags: [SecretTag]

    /// Nobody's.
    init() {
        identities = (0..<Credentials.mostPeople).map { -Int64($0) - 1 }
        tags = (0..<Credentials.mostPeople).map { _ in .random() }
    }

    /// Those of `people`, in the places of nobody's.
    init(_ people: [EnrolledPerson]) {
        self.init()
        for (index, one) in people.prefix(Credentials.mostPeople).enumerated() {
            identities[index] = one.person.id
            tags[index] = one.tag
        }
    }
}
