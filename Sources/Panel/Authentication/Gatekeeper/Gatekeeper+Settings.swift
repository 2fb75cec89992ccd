extension Gatekeeper {
    /// How long the panel stays unlocked without a key or hold; it counts from the last one, also for a panel that is unlocked.
    public func setAutoLock(_ autoLock: Duration) {
        authority.autoLock = autoLock
    }
}
