import EventLoop
import Glibc
import MonotonicTime

/// A listening socket that passes new connections on. It lives until it is closed.
@PanelActor
final class VarlinkListener {
    /// The most connections that one turn of the loop accepts.
    private static let portion = 16
    /// The most connections that one turn of the loop turns away, which costs far less.
    private static let mostTurnedAway = 256

    private let descriptor: Int32
    /// The path and the identity of the bound file; `nil` if the service manager bound the socket.
    private let bound: (path: String, identity: LocalSocket.Identity)?
    private let pause: Duration
    /// Limits the processor time for clients that connect repeatedly.
    private var budget: MessageBudget<Int32>?
    /// The number of connections in this window by user, without root's.
    private var connectionsOfUser: [UInt32: Int] = [:]
    private var windowBegan: MonotonicInstant?
    private let acceptOne: (Int32) throws(LocalSocket.Failure) -> Int32
    private let identify: @PanelActor (Int32) -> VarlinkPeer?
    private let accepted: @PanelActor (Int32, VarlinkPeer) -> Void
    private var watch: DescriptorWatch?
    private var resume: PanelTimer?

    init(
        descriptor: Int32, bound: (path: String, identity: LocalSocket.Identity)?, pause: Duration,
        allowance: Duration? = nil,
        acceptOne: @escaping (Int32) throws(LocalSocket.Failure) -> Int32 = LocalSocket.accept,
        identify: @escaping @PanelActor (Int32) -> VarlinkPeer? = LocalSocket.peer,
        accepted: @escaping @PanelActor (Int32, VarlinkPeer) -> Void
    ) throws(VarlinkServerError) {
        self.descriptor = descriptor
        self.bound = bound
        self.pause = pause
        if let allowance {
            var budget = MessageBudget<Int32>()
            budget.allowance = allowance
            self.budget = budget
        }
        self.acceptOne = acceptOne
        self.identify = identify
        self.accepted = accepted
        do throws(EventLoopError) {
            watch = try EventLoop.panel.watch(descriptor) { [self] _ in acceptIfAdmitted() }
        } catch {
            close()
            throw .system(call: error.call, path: bound?.path ?? "descriptor \(descriptor)", code: error.code)
        }
        resume = EventLoop.panel.makeTimer { [weak self] in self?.goOn() }
    }

    /// Closes the socket, and removes its file unless another file has replaced it.
    func close() {
        watch?.cancel()
        watch = nil
        resume?.cancel()
        Glibc.close(descriptor)
        if let bound, LocalSocket.Identity(path: bound.path) == bound.identity { unlink(bound.path) }
    }

    private func acceptIfAdmitted() {
        let isAdmitted = budget?.admits(descriptor, of: 0, at: EventLoop.panel.now) ?? true
        guard isAdmitted else { return takeABreak(until: budget?.resumption(at: EventLoop.panel.now)) }
        acceptMeasured()
    }

    private func goOn() {
        let now = EventLoop.panel.now
        let wasWaiting = budget?.isEmpty == false
        if wasWaiting && budget?.next(at: now) == nil {
            return takeABreak(until: budget?.resumption(at: now))
        }
        watch?.isMuted = false
        // The slice has begun with `next`. A slow machine would use it up before the socket's next event.
        if wasWaiting { acceptMeasured() }
    }

    private func acceptMeasured() {
        let (_, processor) = MessageTicket.measure { accept() }
        budget?.endTurn(processor, at: EventLoop.panel.now)
    }

    private func accept() {
        var (admitted, closed) = (0, 0)
        while admitted < Self.portion, closed < Self.mostTurnedAway {
            do throws(LocalSocket.Failure) {
                let connection = try acceptOne(descriptor)
                if let peer = identify(connection), hasRoom(for: peer.user) {
                    admitted += 1
                    accepted(connection, peer)
                } else {
                    // Connections of root may wait behind this one in the same queue.
                    closed += 1
                    Glibc.close(connection)
                }
            } catch {
                switch error.code {
                case EAGAIN: return
                // The client has gone again.
                case ECONNABORTED, EINTR: closed += 1
                // Without descriptors or memory, the loop would report the waiting client again and again.
                default: return takeABreak(until: EventLoop.panel.now.advanced(by: pause))
                }
            }
        }
    }

    /// Whether the user has made at most `VarlinkLimits.newConnectionsPerUser` connections in this window. Root always has room.
    private func hasRoom(for user: UInt32) -> Bool {
        guard user != 0 else { return true }
        let now = EventLoop.panel.now
        if windowBegan.map({ $0.duration(to: now) >= VarlinkLimits.newConnectionsWindow }) ?? true {
            windowBegan = now
            connectionsOfUser = [:]
        }
        connectionsOfUser[user, default: 0] += 1
        return connectionsOfUser[user, default: 0] <= VarlinkLimits.newConnectionsPerUser
    }

    private func takeABreak(until end: MonotonicInstant?) {
        watch?.isMuted = true
        resume?.arm(at: end)
    }
}
