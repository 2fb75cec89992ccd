import Indicators

/// A stretch of time in which a light shows one frame.
struct FrameStretch {
    /// Since the script's start.
    var start: Duration
    var end: Duration
    var frame: LightFrame
}
