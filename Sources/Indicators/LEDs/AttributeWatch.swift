import CEventLoop
import EventLoop
import Glibc

/// Watches for a change of an attribute's owner or mode (`inotify(7)`, `IN_ATTRIB`).
@PanelActor
final class AttributeWatch {
    private let descriptor: Int32
    private var watch: DescriptorWatch?

    /// - Parameter changed: is called when the attribute may have changed.
    init?(_ attribute: String, in folder: LEDFolder, changed: @escaping @PanelActor () -> Void) {
        let descriptor = holdfast_content_watch_open(folder.path)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        let made = try? EventLoop.panel.watch(descriptor) { _ in
            if holdfast_content_watch_read(descriptor, attribute) != HOLDFAST_CONTENT_SAME { changed() }
        }
        guard let made else {
            close(descriptor)
            return nil
        }
        watch = made
    }

    /// Watches no more.
    func cancel() {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        close(descriptor)
    }
}
