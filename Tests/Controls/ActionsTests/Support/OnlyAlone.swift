import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// These tests start programs and servers and hold them to their times: beside all others, which want the same two
    /// processors and the same loop, they would find them late. `make unit` runs them by themselves.
    static var onlyAlone: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["HOLDFAST_ALONE"] == "1",
            "HOLDFAST_ALONE=1 swift test --filter ActionsTests")
    }
}
