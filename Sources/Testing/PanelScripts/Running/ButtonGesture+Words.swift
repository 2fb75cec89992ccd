import Gestures

extension ButtonGesture {
    /// The gesture as people say it.
    var words: String {
        switch self {
        case .tap: "tap"
        case .hold: "hold"
        case .doubleTap: "double tap"
        case .tripleTap: "triple tap"
        case .longHold: "long hold"
        }
    }
}
