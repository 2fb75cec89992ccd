import FuzzTargets
import Glibc

/// libFuzzer starts its own program anew to minimise a corpus, with its own options alone: the target's name is left to
/// the environment.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("FUZZ_TARGET is one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
}()

/// What libFuzzer calls with each input (https://llvm.org/docs/LibFuzzer.html).
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    do {
        try target.checkOnThisThread(Array(UnsafeBufferPointer(start: data, count: size)))
    } catch {
        fatalError("finding: \(error)")
    }
    return 0
}
