import Configuration
import EventLoop
import Logging
import Panel
import ProgramSupport
import Store

/// The data that outlasts the panel, in the store of the state directory, and the clock that dates the data. Without a
/// state directory, all data ends with the process.
@PanelActor
final class KeptState {
    let clock = SystemClock()
    let memory: PanelMemory
    /// Whether the panel has a state directory.
    let isKept: Bool
    /// `nil` without a state directory, and if the store in it cannot be opened.
    let store: PanelStore?
    /// The store's fault at opening. It is logged before the panel starts, because the panel may fail to start.
    let openingFault: PanelFault?
    /// Why stored data is missing; `nil` if the store is complete.
    private(set) var fault: PanelFault?
    /// The panel's lock, whose guests' hours follow the wall clock.
    weak var lock: PanelLock?
    private var retry: StoreRetry?
    private var watch: ClockWatch?
    let logger: Logger

    /// Opens the store. A panel also works without a store, with a fault.
    init(in folder: String?, _ logger: Logger) {
        self.logger = logger
        isKept = folder != nil
        (store, openingFault) = Self.openStore(in: folder, logger)
        fault = openingFault
        memory = PanelMemory(store ?? .inMemory(), scheduler: EventLoop.panel) { SystemClock.moment }
        // If the store cannot be opened, the newest time is unknown. `Int64.max` makes every time count as older than
        // the newest.
        clock.newest = { [store, isKept] in isKept && store == nil ? Int64.max : store?.newestTime }
    }

    private static func openStore(in folder: String?, _ logger: Logger) -> (PanelStore?, PanelFault?) {
        guard let folder else {
            logger.debug("no state directory: states and timers end with this process (--state-directory PATH)")
            return (nil, nil)
        }
        func logged(_ problem: String) -> PanelFault {
            let fault = PanelFault(part: .store, cause: .store(problem))
            logger.error("fault: \(fault)")
            return fault
        }
        do throws(StoreError) {
            let store = try PanelStore.open(path: "\(folder)/\(StateFile.store)")
            guard !store.notices.isEmpty else { return (store, nil) }
            return (store, logged(store.notices.map(\.description).joined(separator: "; ")))
        } catch {
            return (nil, logged("\(error); states and timers end with this process"))
        }
    }

    /// Retries failed writes, and follows changes of the wall clock: stored times and the hours of the day depend on
    /// the clock.
    ///
    /// - Parameter faultChanged: Is called when the store begins to fail, and when the store works again.
    func start(faultChanged: @escaping @PanelActor (PanelFault?) -> Void) {
        let changed: @PanelActor ((any Error)?) -> Void = { [weak self] error in
            guard let self else { return }
            fault = error.map { PanelFault(part: .store, cause: .store("\($0)")) }
            retry?.storeChanged()
            faultChanged(fault)
        }
        retry = store.map { StoreRetry($0, scheduler: EventLoop.panel) }
        store?.failed = { changed($0) }
        store?.recovered = { changed(nil) }
        do {
            watch = try ClockWatch { [weak self] in
                self?.memory.clockChanged()
                self?.keepTime()
                self?.lock?.clockChanged()
                self?.clock.changed?()
            }
        } catch {
            logger.warning("when the clock is set is not seen: \(error)")
        }
    }

    /// Stores the current time as the newest time, if the hours of the day may depend on a real-time clock.
    func keepTime() {
        if let time = clock.timeToKeep { store?.setNewestTime(time) }
    }

    /// Stops the retries and the watch, and closes the store.
    func close() {
        watch?.stop()
        retry?.stop()
        memory.stop()
        keepTime()
        do throws(StoreError) {
            try store?.close()
        } catch {
            logger.error("what was kept last is lost: \(error)")
        }
    }
}
