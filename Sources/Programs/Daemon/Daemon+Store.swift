import EventLoop
import Logging
import Panel
import ProgramSupport
import Store

/// The store of the data that outlasts the panel.
extension Daemon {
    /// Opens the store. A panel also works without a store, with a fault. The fault is logged at once, because the
    /// panel may fail to start. The engine reports the fault when it starts.
    private static let storeName = "panel.sqlite"

    static func openStore(in folder: String?, _ logger: Logger) -> (store: PanelStore?, problem: String?) {
        guard let folder else {
            logger.debug("no state directory: states and timers end with this process (--state-directory PATH)")
            return (nil, nil)
        }
        do throws(StoreError) {
            let store = try PanelStore.open(path: "\(folder)/\(storeName)")
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

    /// Stored times and the hours of the day depend on the wall clock, so both follow when the clock is set.
    func watchClocks() {
        do {
            clocks = try Clocks { [weak self] in
                self?.memory.clockChanged()
                self?.keepTime()
                self?.localClock.changed?()
            }
        } catch {
            logger.warning("when the clock is set is not seen: \(error)")
        }
    }

    /// Stores the current time as the newest time, if the hours of the day may depend on a real-time clock.
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
        memory.stop()
        keepTime()
        do throws(StoreError) {
            try store?.close()
        } catch {
            logger.error("what was kept last is lost: \(error)")
        }
    }
}
