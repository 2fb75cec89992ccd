import CSystemd
import Commands
import Controls
import EventLoop
import Glibc
import MonotonicTime

/// Starts, stops and watches systemd units over D-Bus (`org.freedesktop.systemd1(5)`).
///
/// The connection exists while a unit is placed or a request is pending. If the connection is lost while units are
/// placed, it is opened again after 1, 2, 4 … 60 s.
@PanelActor
final class UnitManager {
    /// The bus of the service manager.
    enum Bus: Sendable, Hashable {
        /// The system bus.
        case system
        /// The user's bus.
        case user
        /// The bus at an address.
        case address(String)
    }

    static let name = "org.freedesktop.systemd1"
    private static let path = "/org/freedesktop/systemd1"
    private static let manager = "org.freedesktop.systemd1.Manager"

    private let bus: Bus
    private var link: BusLink?
    private var watched: [String: UnitWatch] = [:]
    private var reload: @Sendable () -> Void = {}
    private let jobs = UnitJobs()
    /// The number of pending requests, for which the connection stays open.
    private var asking = 0
    private var retry: PanelTimer?
    private var delay = RetryDelay()

    nonisolated init(bus: Bus) {
        self.bus = bus
    }

    deinit {
        let link = link
        Task { @PanelActor in link?.close() }
    }

    // MARK: Asking

    /// The current state of a unit.
    func state(of unit: String) async throws(ActionError) -> UnitState {
        try await asked(unit) { (link) throws(BusFailure) in
            switch try await self.property("LoadState", of: unit, over: link) {
            case "loaded": break
            case "not-found": return .failure(.unitMissing(unit))
            case "masked": return .failure(.unitMasked(unit))
            case let state: return .failure(.unitInvalid(unit: unit, state: state))
            }
            return .success(UnitState(active: try await self.property("ActiveState", of: unit, over: link)))
        }
    }

    /// Starts or stops a unit. Returns when the unit's job has ended.
    func set(_ unit: String, starts: Bool, within limit: Duration) async throws(ActionError) {
        try await asked(unit) { (link) throws(BusFailure) in
            let losses = self.jobs.begin()
            defer { self.jobs.end() }
            let job = try await link.call(
                Self.name, path: Self.path, Self.manager, starts ? "StartUnit" : "StopUnit", [unit, "replace"])
            switch await self.jobs.result(of: job ?? "", since: losses, within: limit) {
            case .ended("done"): return .success(())
            case .ended(let result): return .failure(.jobFailed(unit: unit, starts: starts, result: result))
            case .tookTooLong: return .failure(.jobTookTooLong(unit: unit, starts: starts, limit))
            case .lost: throw .lost(code: ECONNRESET)
            case .cancelled: return .failure(.cancelled)
            }
        }
    }

    private func asked<Value: Sendable>(
        _ unit: String, _ body: (BusLink) async throws(BusFailure) -> Result<Value, ActionError>
    ) async throws(ActionError) -> Value {
        guard UnitName.isValid(unit) else { throw .invalidUnit(unit) }
        asking += 1
        defer {
            asking -= 1
            closeIfIdle()
        }
        let result: Result<Value, ActionError>
        do throws(BusFailure) {
            result = try await body(try connected())
        } catch {
            throw ActionError(error, unit: unit)
        }
        return try result.get()
    }

    private func property(_ name: String, of unit: String, over link: BusLink) async throws(BusFailure) -> String {
        try await link.call(
            Self.name, path: Self.path(of: unit), "org.freedesktop.DBus.Properties", "Get",
            [UnitWatch.interface, name]) ?? ""
    }

    static func path(of unit: String) -> String {
        guard let path = holdfast_bus_unit_path(unit) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    // MARK: Watching

    /// Sets the placed units, which are watched.
    ///
    /// - Parameter reload: Makes the panel load all of them again.
    func setPlaced(_ units: Set<String>, reload: @escaping @Sendable () -> Void) {
        self.reload = reload
        for (unit, watch) in watched where !units.contains(unit) {
            if let rule = watch.rule { link?.ignore(rule) }
            watched[unit] = nil
        }
        for unit in units where watched[unit] == nil && UnitName.isValid(unit) {
            let watch = UnitWatch(unit: unit)
            watched[unit] = watch
            if let link { observe(watch, over: link) }
        }
        if !watched.isEmpty, link == nil, retry?.deadline == nil { reconnect() }
        closeIfIdle()
    }

    private func observe(_ watch: UnitWatch, over link: BusLink) {
        let path = Self.path(of: watch.unit)
        observe(watch, path: path, over: link)
        // Signals have the path of the unit's main name. If the placed name is an alias, the path differs.
        Task { [weak self, weak watch, weak link] in
            guard let link,
                let name = try? await self?.property("Id", of: watch?.unit ?? "", over: link), UnitName.isValid(name),
                let self, let watch, watched[watch.unit] === watch, self.link === link, Self.path(of: name) != path
            else { return }
            observe(watch, path: Self.path(of: name), over: link)
        }
    }

    private func observe(_ watch: UnitWatch, path: String, over link: BusLink) {
        if let rule = watch.rule { link.ignore(rule) }
        let rule = UnitWatch.rule(path: path)
        watch.rule = rule
        link.listen(to: rule) { [weak self, weak watch] message in
            guard let self, let watch, watch.takes(message) else { return }
            reload()
        }
    }

    // MARK: The connection

    private func connected() throws(BusFailure) -> BusLink {
        if let link { return link }
        let address: String? = if case .address(let text) = bus { text } else { nil }
        let link = try BusLink(address: address, isUsers: bus == .user) { [weak self] in self?.lost(code: $0) }
        self.link = link
        retry?.cancel()
        link.listen(
            to:
                "type='signal',sender='\(Self.name)',path='\(Self.path)',interface='\(Self.manager)',member='JobRemoved'"
        ) { [weak self] message in
            var job: UnsafePointer<CChar>?
            var result: UnsafePointer<CChar>?
            guard holdfast_bus_job_removed(message, &job, &result), let job, let result else { return }
            self?.jobs.ended(String(cString: job), result: String(cString: result))
        }
        link.listen(
            to: """
                type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',\
                interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.name)'
                """
        ) { [weak self, weak link] _ in
            guard let self, let link else { return }
            managerChanged(over: link)
        }
        subscribe(over: link)
        for watch in watched.values { observe(watch, over: link) }
        return link
    }

    /// Subscribes to systemd's signals. Without a subscriber, systemd sends none.
    private func subscribe(over link: BusLink) {
        Task { [weak self, weak link] in
            guard let link else { return }
            let answer = try? await link.call(Self.name, path: Self.path, Self.manager, "Subscribe")
            // An answer, even an error, shows that the bus works.
            if answer != nil || self?.link === link { self?.delay.reset() }
        }
    }

    /// Called when the service manager starts, stops or restarts, while the bus stays connected.
    private func managerChanged(over link: BusLink) {
        jobs.lose()
        for watch in watched.values { watch.forget() }
        subscribe(over: link)
        if !watched.isEmpty { reload() }
    }

    private func lost(code: Int32) {
        link = nil
        jobs.lose()
        for watch in watched.values { watch.forget() }
        guard !watched.isEmpty else { return }
        // The shown states may be out of date.
        reload()
        reconnectLater()
    }

    private func reconnectLater() {
        if retry == nil { retry = EventLoop.panel.makeTimer { [weak self] in self?.reconnect() } }
        retry?.arm(at: EventLoop.panel.now.advanced(by: delay.next()))
    }

    private func reconnect() {
        guard link == nil, !watched.isEmpty else { return }
        do throws(BusFailure) {
            _ = try connected()
            reload()
        } catch {
            reconnectLater()
        }
    }

    private func closeIfIdle() {
        guard asking == 0, watched.isEmpty else { return }
        retry?.cancel()
        link?.close()
        link = nil
    }
}

extension ActionError {
    /// Translates the failure of a call for a unit. The names are from `bus-common-errors.h` and `sd-bus-errors(3)`.
    init(_ failure: BusFailure, unit: String) {
        switch failure {
        case .lost(let code):
            self = .busGone(reason: SystemCall.message(code))
        case .error(let name, let text):
            let reason = PlainLine.text(text.utf8) ?? name
            switch name {
            case "org.freedesktop.systemd1.NoSuchUnit": self = .unitMissing(unit)
            case "org.freedesktop.systemd1.UnitMasked": self = .unitMasked(unit)
            case "org.freedesktop.systemd1.LoadFailed", "org.freedesktop.systemd1.BadUnitSetting":
                self = .unitInvalid(unit: unit, state: reason)
            case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.AuthFailed",
                "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired":
                self = .notPermitted(unit: unit, reason: reason)
            case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
                "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
                "org.freedesktop.DBus.Error.NoServer", "org.freedesktop.DBus.Error.Timeout":
                self = .busGone(reason: reason)
            default: self = .refused(unit: unit, reason: reason)
            }
        }
    }
}
