import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// These tests start programs and servers and check their times. Other tests on the same two processors and the
    /// same loop would delay them. `make unit` runs them alone.
    static var onlyAlone: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["HOLDFAST_ALONE"] == "1",
            "HOLDFAST_ALONE=1 swift test --filter ActionsTests")
    }
}
