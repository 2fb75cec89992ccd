/// So many bytes of a stream, at one end of it.
///
/// A command can write faster than a general collection copies; what is here is a copy of memory.
final class BoundedBytes {
    private let storage: UnsafeMutableRawBufferPointer
    private var count = 0

    init(capacity: Int) {
        storage = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit {
        storage.deallocate()
    }

    var bytes: [UInt8] { Array(storage[..<count]) }

    /// Takes of the bytes what there is room for.
    func fill(_ bytes: UnsafeRawBufferPointer) {
        let taken = min(bytes.count, storage.count - count)
        guard taken > 0 else { return }
        copy(UnsafeRawBufferPointer(rebasing: bytes.prefix(taken)), to: count)
        count += taken
    }

    /// Takes the bytes in place of the oldest.
    func push(_ bytes: UnsafeRawBufferPointer) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes.suffix(storage.count))
        let kept = min(count, storage.count - bytes.count)
        copy(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[(count - kept)..<count]), to: 0)
        count = kept
        fill(bytes)
    }

    /// Copies within the storage too.
    private func copy(_ bytes: UnsafeRawBufferPointer, to index: Int) {
        UnsafeMutableRawBufferPointer(rebasing: storage[index...]).copyMemory(from: bytes)
    }
}
