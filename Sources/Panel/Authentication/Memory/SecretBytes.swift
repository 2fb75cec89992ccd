import CSodium
import EventLoop
import Glibc
import Synchronization

/// Bytes that nobody else shall see: between guard pages, never swapped out, in no core dump, wiped when they are given
/// up (`sodium_malloc(3)`). Their number is fixed.
///
/// Describing or reflecting one gives its type's name alone. One thread uses it at a time: who hands it to another
/// thread touches it no more.
public final class SecretBytes: @unchecked Sendable {
    /// How many there are.
    public let count: Int
    private let start: UnsafeMutableRawPointer

    private static let failures = LockFailures()

    /// `count` zero bytes.
    public convenience init(count: Int) {
        self.init(count: count, failures: Self.failures) { mlock($0, $1) }
    }

    /// `lock` stands in for `mlock(2)`.
    init(count: Int, failures: LockFailures, lock: (UnsafeRawPointer, Int) -> Int32) {
        // As with any object: without memory no part of the program could go on.
        guard SodiumLibrary.isReady, let start = sodium_malloc(max(count, 1)) else {
            preconditionFailure("sodium_malloc: \(SystemCall.message(SystemCall.lastError))")
        }
        // sodium_malloc locks, but does not tell where it cannot.
        if lock(start, max(count, 1)) != 0 { failures.add(SystemCall.lastError) }
        self.count = count
        self.start = start
        // libsodium fills what it gives out with a pattern.
        sodium_memzero(start, max(count, 1))
    }

    /// A copy of `bytes`; the original is the caller's to wipe.
    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count)
        withBytes { $0.copyMemory(from: bytes) }
    }

    /// A copy of a text's bytes; the text cannot be wiped.
    public convenience init(copyingUTF8Of text: String) {
        self.init(count: text.utf8.count)
        withBytes { $0.copyBytes(from: text.utf8) }
    }

    deinit {
        // Wipes, and ends the program where something has written beyond an end.
        sodium_free(start)
    }

    /// `count` bytes from the kernel's generator.
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

    /// Calls `body` with the bytes where they are; they must not be kept beyond it.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    /// The same for a call of C, which wants a pointer that is never null.
    func withPointer(_ body: (UnsafeMutablePointer<UInt8>) -> Int32) -> Int32 {
        defer { withExtendedLifetime(self) {} }
        return body(start.assumingMemoryBound(to: UInt8.self))
    }

    /// Whether they are the same as as many others; in the same time.
    func isSame(as other: SecretBytes) -> Bool {
        count == other.count && withPointer { one in other.withPointer { sodium_memcmp(one, $0, count) } } == 0
    }

    /// Makes them all zero.
    public func wipe() {
        sodium_memzero(start, count)
    }

    /// That some memory could not be locked, the first time this is asked after it happened.
    public static func takeNotice() -> AuthenticationNotice? { failures.take() }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SecretBytes" }
    public var debugDescription: String { "SecretBytes" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// That memory could not be locked: told once, however often it happens.
final class LockFailures: Sendable {
    /// 0 while all could be, else the `errno` of the first that could not; -1 once that was told.
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

/// libsodium, which wants to be set up before it is used, by whichever thread comes first.
enum SodiumLibrary {
    static let isReady = sodium_init() >= 0
}
