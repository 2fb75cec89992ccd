import EventLoop
import Glibc
import ProgramSupport

/// Lines of standard input for questions, one for each question. Lines that come early wait.
@PanelActor
final class TerminalLines {
    /// Called with the line that answers a question; `nil` where the input has ended.
    private let onLine: @PanelActor (String?) -> Void
    private var watch: DescriptorWatch?
    private var bytes: [UInt8] = []
    private var isWanted = false
    private var hasEnded = false
    private var delivery: PanelTimer?
    /// The terminal's settings before a secret was asked for.
    private var echo: TerminalSettings?

    /// The longest line, in bytes. The rest of a longer one is dropped.
    private static let longestLine = 4_096

    init(onLine: @escaping @PanelActor (String?) -> Void) throws {
        self.onLine = onLine
        delivery = EventLoop.panel.makeTimer { [weak self] in self?.deliver() }
        do throws(EventLoopError) {
            watch = try EventLoop.panel.watch(STDIN_FILENO) { [weak self] _ in self?.read() }
        } catch {
            // epoll_ctl(2): a file is always readable, and cannot be watched.
            guard error.code == EPERM else { throw error }
            while !hasEnded { read() }
        }
    }

    /// Makes ready for the answer to a question. The question follows, since keys that were typed before a secret are
    /// dropped.
    func want(isSecret: Bool) {
        isWanted = true
        if isSecret { echo = TerminalSettings(turningOff: ECHO, action: TCSAFLUSH) }
        delivery?.arm(at: EventLoop.panel.now)
    }

    func stop() {
        watch?.cancel()
        watch = nil
        delivery?.cancel()
        echo?.restore()
        echo = nil
    }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: Self.longestLine)
        let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
        if count > 0 {
            bytes += chunk.prefix(count)
        } else if count == 0 || (SystemCall.lastError != EINTR && SystemCall.lastError != EAGAIN) {
            hasEnded = true
            watch?.cancel()
            watch = nil
        }
        deliver()
    }

    private func deliver() {
        guard isWanted else { return }
        if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes[..<min(end, Self.longestLine)], as: UTF8.self)
            bytes.removeFirst(end + 1)
            answer(line)
        } else if hasEnded {
            defer { bytes = [] }
            answer(bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self))
        } else if bytes.count > Self.longestLine {
            bytes.removeLast(bytes.count - Self.longestLine)
        }
    }

    private func answer(_ line: String?) {
        isWanted = false
        echo?.restore()
        echo = nil
        onLine(line)
    }
}
