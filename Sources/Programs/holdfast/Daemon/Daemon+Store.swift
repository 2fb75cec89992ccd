import EventLoop
import Logging
import Panel
import Store

/// What outlasts the panel.
extension Daemon {
    /// A panel works without what it kept: that is a fault, told at once, since the panel may not come to begin at all, and
    /// the engine's when it starts.
    static func openStore(in folder: String?, _ logger: Logger) -> (store: PanelStore?, problem: String?) {
        guard let folder else {
            logger.debug("no state directory: states and timers end with this process (--state-directory PATH)")
            return (nil, nil)
        }
        do throws(StoreError) {
            let store = try PanelStore.open(path: "\(folder)/\(StateDirectoryOption.storeName)")
            guard !store.notices.isEmpty else { return (store, nil) }
            return (store, told(store.notices.map(\.description).joined(separator: "; "), logger))
        } catch {
            return (nil, told("\(error); states and timers end with this process", logger))
        }
    }

    private static func told(_ problem: String, _ logger: Logger) -> String {
        logger.error("fault: \(PanelFault(part: .store, cause: .store(problem)))")
        return problem
    }

    func watchStore() {
        storeRetry = store.map { StoreRetry($0, scheduler: EventLoop.panel) }
        store?.failed = { [weak self] error in self?.storeChanged("\(error)") }
        store?.recovered = { [weak self] in self?.storeChanged(nil) }
    }

    /// Times that are kept, and the hours of the day, go by the wall clock.
    func watchClocks() {
        do {
            clocks = try Clocks { [weak self] in
                (self?.memory as? StoredMemory)?.clockChanged()
                self?.keepTime()
                self?.localClock.changed?()
            }
        } catch {
            logger.warning("when the clock is set is not seen: \(error)")
        }
    }

    /// Keeps the time as the newest, where the hours of the day may go by a real-time clock.
    func keepTime() {
        if let time = localClock.timeToKeep { store?.setNewestTime(time) }
    }

    private func storeChanged(_ problem: String?) {
        storeProblem = problem
        storeRetry?.storeChanged()
        if let problem {
            engine?.begin(PanelFault(part: .store, cause: .store(problem)))
        } else {
            engine?.end(.store)
        }
    }

    func closeStore() {
        storeRetry?.stop()
        (memory as? StoredMemory)?.stop()
        keepTime()
        do throws(StoreError) {
            try store?.close()
        } catch {
            logger.error("what was kept last is lost: \(error)")
        }
    }
}
