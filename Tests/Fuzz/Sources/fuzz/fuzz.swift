import FuzzTargets
import Glibc

/// The target, from the environment: to minimize a corpus libFuzzer starts its own program again with only its own
/// options.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("FUZZ_TARGET is one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
}()

/// libFuzzer calls this function with each input (https://llvm.org/docs/LibFuzzer.html).
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    do {
        try target.checkOnThisThread(Array(UnsafeBufferPointer(start: data, count: size)))
    } catch {
        fatalError("finding: \(error)")
    }
    return 0
}
