import CEventLoop
import EventLoop
import Glibc

/// Tells when something may have changed about the device at a path: it comes, goes, or gets another owner or mode
/// (`inotify(7)`). Folders on the way to it may not be there yet.
@PanelActor
final class DevicePathWatch {
    private let components: [String]
    private let changed: @PanelActor () -> Void
    private var watched: (descriptor: Int32, watch: DescriptorWatch)?

    /// - Parameter path: An absolute one.
    init(_ path: String, changed: @escaping @PanelActor () -> Void) {
        components = path.split(separator: "/").map(String.init)
        self.changed = changed
        begin()
    }

    /// Watches no more.
    func cancel() {
        guard let watched else { return }
        watched.watch.cancel()
        close(watched.descriptor)
        self.watched = nil
    }

    /// Watches the last folder on the way that is there.
    ///
    /// - Parameter isSecond: Whether it has just been done, and the next folder came meanwhile.
    private func begin(isSecond: Bool = false) {
        cancel()
        for depth in stride(from: components.count - 1, through: 0, by: -1) {
            let descriptor = holdfast_device_node_watch_open(folder(depth))
            guard descriptor >= 0 else { continue }
            let name = components[depth]
            let watch = try? EventLoop.panel.watch(descriptor) { [weak self] _ in
                guard holdfast_content_watch_read(descriptor, name) != HOLDFAST_CONTENT_SAME else { return }
                self?.note()
            }
            guard let watch else {
                close(descriptor)
                return
            }
            watched = (descriptor, watch)
            if depth < components.count - 1, !isSecond, access(folder(depth + 1), F_OK) == 0 { begin(isSecond: true) }
            return
        }
    }

    private func folder(_ depth: Int) -> String { "/" + components[..<depth].joined(separator: "/") }

    private func note() {
        // What is watched may be another folder now, or one that is further on the way.
        begin()
        changed()
    }
}
