import Testing

/// All tests of the target that open device files: one after the other, since they count what they leave open.
@Suite("GPIO", .serialized)
enum GPIOSuite {}
