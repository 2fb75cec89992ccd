// No `public import`: to Swift 6.2, which builds for arm64, a conformance that is unavailable is no public use.
// Foundation whole is what this target is for: FoundationEssentials has no `PersonNameComponents`.
import Controls
import Foundation

@available(*, unavailable, message: "a panel passes names as text: take a 'String'")
extension PersonNameComponents: _UnsupportedValue {}
