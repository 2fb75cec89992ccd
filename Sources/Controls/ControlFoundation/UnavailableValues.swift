import Controls
import Foundation

@available(*, unavailable, message: "a panel passes names as text: take a 'String'")
extension PersonNameComponents: _UnsupportedValue {}
