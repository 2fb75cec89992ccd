/// A file descriptor that the loop watches, level-triggered; created by `EventLoop.watch`.
///
/// The caller keeps ownership of the descriptor, and must cancel the watch before closing it.
@PanelActor
public final class DescriptorWatch {
    private weak var loop: EventLoop?
    let descriptor: Int32
    let token: UInt64
    let handler: @PanelActor (Readiness) -> Void
    private(set) var wantsReading = true
    private(set) var wantsWriting: Bool
    private(set) var isMuted = false

    init(
        loop: EventLoop, descriptor: Int32, token: UInt64, wantsWriting: Bool,
        handler: @escaping @PanelActor (Readiness) -> Void
    ) {
        self.loop = loop
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
        loop?.cancel(self)
        loop = nil
    }

    /// Sets whether the handler is also called when writing will not block.
    public func setWantsWriting(_ wanted: Bool) {
        guard wanted != wantsWriting else { return }
        wantsWriting = wanted
        loop?.update(self)
    }

    /// Sets whether the handler is called when reading will not block; on by default. The handler is called in any
    /// case when the other end hangs up.
    public func setWantsReading(_ wanted: Bool) {
        guard wanted != wantsReading else { return }
        wantsReading = wanted
        loop?.update(self)
    }

    /// Removes the descriptor from the loop for a while, so that a flood of data cannot keep the loop awake, or adds
    /// it again.
    public func setMuted(_ muted: Bool) {
        guard muted != isMuted else { return }
        isMuted = muted
        loop?.update(self)
    }
}
