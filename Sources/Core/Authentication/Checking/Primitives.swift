import CSodium
import Synchronization

/// The cryptographic steps of a check. A trace records each step; tests use it to prove that all checks take the same
/// steps.
struct Primitives: Sendable {
    var trace: PrimitiveTrace?
    /// Whether a hash finds its memory; tests take the memory away.
    var hasMemory = true

    /// Allocates secret memory.
    func allocate(_ count: Int) -> SecretBytes {
        trace?.add(.allocate(count))
        return SecretBytes(count: count)
    }

    /// Hashes `secret` to 32 bytes with Argon2id; `nil` where there is no memory for the hash.
    func argon2id(_ secret: SecretBytes, salt: [UInt8], cost: HashCost) -> SecretBytes? {
        trace?.add(.argon2id(secret.count, cost))
        guard hasMemory else { return nil }
        let hash = allocate(32)
        let result = secret.withPointer { password in
            hash.withPointer { hashed in
                password.withMemoryRebound(to: CChar.self, capacity: secret.count) { password in
                    crypto_pwhash(
                        hashed, UInt64(hash.count), password, UInt64(secret.count), salt, UInt64(cost.operations),
                        cost.memory, crypto_pwhash_ALG_ARGON2ID13)
                }
            }
        }
        return result == 0 ? hash : nil
    }

    /// Writes the BLAKE2b of `input` with `key`, 32 bytes, into `output`.
    func mac(_ input: SecretBytes, key: SecretBytes, into output: SecretBytes) {
        trace?.add(.mac(input.count))
        // The function fails only for invalid lengths.
        _ = input.withPointer { message in
            key.withPointer { secret in
                output.withPointer { digest in
                    crypto_generichash(digest, output.count, message, UInt64(input.count), secret, key.count)
                }
            }
        }
    }

    /// Compares 32 bytes with `tag` in constant time: 0 where they are equal, otherwise -1.
    func compare(_ bytes: SecretBytes, with tag: SecretTag) -> Int32 {
        trace?.add(.compare(SecretTag.byteCount))
        return bytes.withPointer { bytes in
            var tag = tag
            return sodium_memcmp(bytes, &tag, SecretTag.byteCount)
        }
    }

    /// Finds the index of the first 0, or -1, in constant time.
    func firstZero(of results: [Int32]) -> Int32 {
        trace?.add(.choose(results.count))
        return holdfast_first_zero(results, results.count)
    }
}

/// The steps of checks, in order, for tests.
final class PrimitiveTrace: Sendable {
    /// One step, with the sizes that determine its cost.
    enum Step: Sendable, Equatable {
        case allocate(Int)
        case argon2id(Int, HashCost)
        case mac(Int)
        case compare(Int)
        case choose(Int)
    }

    private let state = Mutex<[Step]>([])

    var steps: [Step] { state.withLock { $0 } }

    func add(_ step: Step) {
        state.withLock { $0.append(step) }
    }
}
