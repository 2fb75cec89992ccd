import Testing

/// The tests that open device files. They run in series, because they count open descriptors.
@Suite("GPIO", .serialized)
enum GPIOSuite {}
