/// The plaintext of a backup: a sequence of fields, held in secret memory because the device's key is one of them.
enum BackupBody {
    /// The buffer's size in bytes without the panel's file; 64 people with the longest names and validities need less.
    private static let capacity = 20 << 10

    // MARK: Writing

    static func written(_ backup: PeopleBackup) -> (bytes: SecretBytes, count: Int) {
        var writer = Writer(bytes: SecretBytes(count: capacity + backup.panelFile.count))
        let credentials = backup.credentials
        for index in 0..<DeviceKey.byteCount { writer.byte(backup.key.bytes[index]) }
        writer.bytes(credentials.salt)
        writer.number(UInt64(credentials.cost.operations))
        writer.number(UInt64(credentials.cost.memory))
        writer.byte(credentials.recovery == nil ? 0 : 1)
        if let recovery = credentials.recovery { writer.bytes(recovery.bytes) }
        writer.byte(UInt8(credentials.people.count))
        for one in credentials.people {
            writer.number(UInt64(one.person.id))
            writer.text(one.person.role.rawValue)
            writer.text(one.person.name)
            writer.text(one.person.validity.text)
            writer.bytes(one.tag.bytes)
        }
        writer.number(UInt64(backup.panelFile.count))
        writer.bytes(backup.panelFile)
        return (writer.bytes, writer.count)
    }

    private struct Writer {
        let bytes: SecretBytes
        var count = 0

        mutating func byte(_ byte: UInt8) {
            bytes[count] = byte
            count += 1
        }

        mutating func bytes(_ values: [UInt8]) {
            for value in values { byte(value) }
        }

        mutating func number(_ number: UInt64) {
            for index in 0..<8 { byte(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
        }

        mutating func text(_ text: String) {
            byte(UInt8(text.utf8.count))
            bytes(Array(text.utf8))
        }
    }

    // MARK: Reading

    static func read(_ bytes: SecretBytes) throws(BackupError) -> PeopleBackup {
        var reader = Reader(bytes: bytes)
        let key = SecretBytes(count: DeviceKey.byteCount)
        for index in 0..<DeviceKey.byteCount { key[index] = try reader.byte() }
        let salt = try reader.bytes(Credentials.saltByteCount)
        let (operations, memory) = (try reader.number(), try reader.number())
        guard let cost = HashCost(operations: Int(clamping: operations), memory: Int(clamping: memory)) else {
            throw .unusableCost
        }
        let recovery: SecretTag? =
            switch try reader.byte() {
            case 0: nil
            case 1: try reader.tag()
            default: throw .malformed
            }
        var people: [EnrolledPerson] = []
        for _ in 0..<(try reader.byte()) { people.append(try reader.person()) }
        guard let size = Int(exactly: try reader.number()), size <= PeopleBackup.largestPanelFile else {
            throw .malformed
        }
        let panelFile = try reader.bytes(size)
        guard reader.isAtEnd else { throw .malformed }
        // A backup holds no key check. The first right PIN proves that the key belongs to these people.
        guard
            let credentials = try? Credentials(
                people: people, salt: salt, cost: cost, recovery: recovery, keyCheck: nil)
        else { throw .malformed }
        return PeopleBackup(credentials: credentials, key: DeviceKey(bytes: key), panelFile: panelFile)
    }

    private struct Reader {
        let bytes: SecretBytes
        var index = 0

        var isAtEnd: Bool { index == bytes.count }

        mutating func byte() throws(BackupError) -> UInt8 {
            guard index < bytes.count else { throw .malformed }
            defer { index += 1 }
            return bytes[index]
        }

        mutating func bytes(_ count: Int) throws(BackupError) -> [UInt8] {
            var values: [UInt8] = []
            for _ in 0..<count { values.append(try byte()) }
            return values
        }

        mutating func number() throws(BackupError) -> UInt64 {
            var number: UInt64 = 0
            for index in 0..<8 { number |= UInt64(try byte()) << UInt64(8 * index) }
            return number
        }

        mutating func text() throws(BackupError) -> String {
            let count = Int(try byte())
            guard let text = String(validating: try bytes(count), as: UTF8.self) else { throw .malformed }
            return text
        }

        mutating func tag() throws(BackupError) -> SecretTag {
            guard let tag = SecretTag(bytes: try bytes(SecretTag.byteCount)) else { throw .malformed }
            return tag
        }

        mutating func person() throws(BackupError) -> EnrolledPerson {
            let id = Int64(exactly: try number())
            let role = Role(rawValue: try text())
            let name = try text()
            let validity = Validity(text: try text())
            let tag = try tag()
            guard let id, let role, let validity,
                let person = try? Person(id: id, name: name, role: role, validity: validity)
            else { throw .malformed }
            return EnrolledPerson(person: person, tag: tag)
        }
    }
}
