import CSodium
import EventLoop
import Glibc
import Synchronization

/// A fixed number of secret bytes in protected memory: between guard pages, never swapped out, in no core dump, wiped
/// when released (`sodium_malloc(3)`).
///
/// A description or reflection of an instance shows only the type's name. One thread uses an instance at a time: a
/// thread that passes an instance to another thread must not touch it again.
public final class SecretBytes: @unchecked Sendable {
    public let count: Int
    private let start: UnsafeMutableRawPointer

    private static let failures = LockFailures()

    /// Allocates `count` zero bytes.
    public convenience init(count: Int) {
        self.init(count: count, failures: Self.failures) { mlock($0, $1) }
    }

    /// Allocates zero bytes; tests replace `mlock(2)` with `lock`.
    init(count: Int, failures: LockFailures, lock: (UnsafeRawPointer, Int) -> Int32) {
        // Without memory no part of the program could continue; the same holds for any object.
        guard SodiumLibrary.isReady, let start = sodium_malloc(max(count, 1)) else {
            preconditionFailure("sodium_malloc: \(SystemCall.message(SystemCall.lastError))")
        }
        // `sodium_malloc` locks the memory, but does not report a failure to lock.
        if lock(start, max(count, 1)) != 0 { failures.add(SystemCall.lastError) }
        self.count = count
        self.start = start
        // libsodium fills new memory with a pattern.
        sodium_memzero(start, max(count, 1))
    }

    /// Copies `bytes`; the caller must wipe the original.
    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count)
        withBytes { $0.copyMemory(from: bytes) }
    }

    /// Copies the bytes of a text; the text itself cannot be wiped.
    public convenience init(copyingUTF8Of text: String) {
        self.init(count: text.utf8.count)
        withBytes { $0.copyBytes(from: text.utf8) }
    }

    deinit {
        // Wipes the memory. Ends the program if a write has crossed an end of the memory.
        sodium_free(start)
    }

    /// Creates `count` bytes from the kernel's random generator.
    public static func random(count: Int) -> SecretBytes {
        let secret = SecretBytes(count: count)
        randombytes_buf(secret.start, count)
        return secret
    }

    /// The byte at `index`.
    public subscript(index: Int) -> UInt8 {
        get {
            precondition((0..<count).contains(index), "index out of range")
            return start.load(fromByteOffset: index, as: UInt8.self)
        }
        set {
            precondition((0..<count).contains(index), "index out of range")
            start.storeBytes(of: newValue, toByteOffset: index, as: UInt8.self)
        }
    }

    /// Calls `body` with the bytes in place. The pointer is valid only during the call.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    /// Calls `body` with a pointer for C functions, which is never null and valid only during the call.
    func withPointer(_ body: (UnsafeMutablePointer<UInt8>) -> Int32) -> Int32 {
        defer { withExtendedLifetime(self) {} }
        return body(start.assumingMemoryBound(to: UInt8.self))
    }

    /// Compares the bytes with others; the time does not depend on the contents.
    func isSame(as other: SecretBytes) -> Bool {
        count == other.count && withPointer { one in other.withPointer { sodium_memcmp(one, $0, count) } } == 0
    }

    /// Sets all bytes to zero.
    public func wipe() {
        sodium_memzero(start, count)
    }

    /// Reports, once, that some memory could not be locked; `nil` otherwise.
    public static func takeNotice() -> AuthenticationNotice? { failures.take() }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SecretBytes" }
    public var debugDescription: String { "SecretBytes" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// The record of failures to lock memory, which is reported once.
final class LockFailures: Sendable {
    /// 0 without a failure, otherwise the `errno` of the first failure; -1 after the report.
    private let state = Atomic<Int32>(0)

    func add(_ code: Int32) {
        _ = state.compareExchange(expected: 0, desired: code, ordering: .relaxed)
    }

    func take() -> AuthenticationNotice? {
        let code = state.load(ordering: .relaxed)
        guard code > 0, state.compareExchange(expected: code, desired: -1, ordering: .relaxed).exchanged else {
            return nil
        }
        return .memoryNotLocked(code: code)
    }
}

/// The initialization of libsodium, by the first thread that uses it.
enum SodiumLibrary {
    static let isReady = sodium_init() >= 0
}
