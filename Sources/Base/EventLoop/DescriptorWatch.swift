/// A file descriptor that the loop watches, level-triggered; created by `EventLoop.watch`.
///
/// The caller keeps ownership of the descriptor, and must cancel the watch before closing it.
@PanelActor
public final class DescriptorWatch {
    let descriptor: Int32
    let token: UInt64
    let handler: @PanelActor (Readiness) -> Void

    /// Whether the handler is called when reading will not block. The handler is called in any case when the other end
    /// hangs up.
    public var wantsReading = true {
        didSet { if wantsReading != oldValue { EventLoop.panel.update(self) } }
    }
    /// Whether the handler is also called when writing will not block.
    public var wantsWriting: Bool {
        didSet { if wantsWriting != oldValue { EventLoop.panel.update(self) } }
    }
    /// Whether the descriptor is out of the loop for a while, so that a flood of data cannot keep the loop awake.
    public var isMuted = false {
        didSet { if isMuted != oldValue { EventLoop.panel.update(self) } }
    }

    init(
        descriptor: Int32, token: UInt64, wantsWriting: Bool, handler: @escaping @PanelActor (Readiness) -> Void
    ) {
        self.descriptor = descriptor
        self.token = token
        self.wantsWriting = wantsWriting
        self.handler = handler
    }

    /// The kinds of readiness of a descriptor.
    public struct Readiness: Sendable, Hashable {
        /// Reading will not block.
        public var isReadable: Bool
        /// Writing will not block.
        public var isWritable: Bool
        /// The other end hung up, or the device is gone. A read returns the reason.
        public var isFailed: Bool
    }

    /// Stops watching. The handler is not called again, not even for a readiness of this turn.
    public func cancel() {
        EventLoop.panel.cancel(self)
    }
}
