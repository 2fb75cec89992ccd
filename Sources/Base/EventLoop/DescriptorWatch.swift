/// A file descriptor that the loop watches, level-triggered; made by `EventLoop.watch`.
///
/// The descriptor stays its owner's: cancel the watch before closing it.
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

    /// What a descriptor is ready for.
    public struct Readiness: Sendable, Hashable {
        /// Reading will not block.
        public var isReadable: Bool
        /// Writing will not block.
        public var isWritable: Bool
        /// The other end hung up, or the device is gone; reading tells which.
        public var isFailed: Bool
    }

    /// Stops watching; the handler is not called again, not even for what was ready in this turn.
    public func cancel() {
        loop?.cancel(self)
        loop = nil
    }

    /// Whether the handler is also called when writing will not block.
    public func setWantsWriting(_ wanted: Bool) {
        guard wanted != wantsWriting else { return }
        wantsWriting = wanted
        loop?.update(self)
    }

    /// Whether the handler is called when reading will not block, as it is unless said otherwise. Without it, it is still
    /// told that the other end hung up.
    public func setWantsReading(_ wanted: Bool) {
        guard wanted != wantsReading else { return }
        wantsReading = wanted
        loop?.update(self)
    }

    /// Takes the descriptor out of the loop for a while, so that a source that floods cannot keep the loop awake, or
    /// puts it back.
    public func setMuted(_ muted: Bool) {
        guard muted != isMuted else { return }
        isMuted = muted
        loop?.update(self)
    }
}
