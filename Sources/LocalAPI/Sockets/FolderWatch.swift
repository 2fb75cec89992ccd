import CEventLoop
import EventLoop
import Glibc

/// Reports when an entry of a folder appears or disappears (`inotify(7)`).
@PanelActor
final class FolderWatch {
    /// A change of the entry.
    enum Change: Sendable, Hashable {
        case came, went
        /// The kernel lost events: the entry may exist or not.
        case unknown
    }

    private let descriptor: Int32
    private let name: String
    private var watch: DescriptorWatch?

    /// Watches `folder` for the entry `name`.
    ///
    /// - Throws: `LocalSocket.Failure` if the folder cannot be watched.
    init(
        folder: String, name: String, changed: @escaping @PanelActor (Change) -> Void
    ) throws(LocalSocket.Failure) {
        let descriptor = holdfast_folder_watch_open(folder)
        guard descriptor >= 0 else { throw LocalSocket.Failure(call: "inotify") }
        self.descriptor = descriptor
        self.name = name
        do throws(EventLoopError) {
            watch = try EventLoop.panel.watch(descriptor) { _ in
                switch holdfast_folder_watch_read(descriptor, name) {
                case HOLDFAST_FOLDER_CAME: changed(.came)
                case HOLDFAST_FOLDER_WENT: changed(.went)
                case HOLDFAST_FOLDER_UNKNOWN: changed(.unknown)
                default: break
                }
            }
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Drops changes that have occurred and have not been reported yet.
    func discard() {
        while watch != nil, holdfast_folder_watch_read(descriptor, name) != HOLDFAST_FOLDER_SAME {}
    }

    /// Stops watching. A second call has no effect.
    func cancel() {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        close(descriptor)
    }
}
