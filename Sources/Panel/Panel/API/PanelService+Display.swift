import EventLoop
import Indicators
import LocalAPI

/// Copies of the text display for clients.
extension PanelService {
    /// A client that receives every frame.
    final class DisplayWatcher {
        let parameters: PanelInterface.Display.Parameters
        let tell: @PanelActor (PanelInterface.Display.Reply) -> Void
        let viewpoint: @PanelActor () -> Viewpoint
        let isOfPersonButGuest: @PanelActor () -> Bool
        /// The view whose frames are sent, and the view's panel.
        var view: DisplayView?
        weak var engine: PanelEngine?

        init(
            _ parameters: PanelInterface.Display.Parameters, viewpoint: @escaping @PanelActor () -> Viewpoint,
            isOfPersonButGuest: @escaping @PanelActor () -> Bool,
            tell: @escaping @PanelActor (PanelInterface.Display.Reply) -> Void
        ) {
            self.parameters = parameters
            self.viewpoint = viewpoint
            self.isOfPersonButGuest = isOfPersonButGuest
            self.tell = tell
        }
    }

    /// The display method of `io.holdfast.Panel`.
    var displayMethod: VarlinkMethod {
        .method(PanelInterface.Display.self) { [weak self] in self?.showDisplay($0, $1) }
    }

    private func showDisplay(
        _ parameters: PanelInterface.Display.Parameters, _ call: VarlinkCall<PanelInterface.Display.Reply>
    ) {
        if let columns = parameters.columns, !DisplaySize.columnRange.contains(columns) {
            return call.fail(VarlinkService.InvalidParameter(parameter: "columns"))
        }
        if let rows = parameters.rows, !DisplaySize.rowRange.contains(rows) {
            return call.fail(VarlinkService.InvalidParameter(parameter: "rows"))
        }
        if call.wantsMore {
            let key = ObjectIdentifier(call)
            let watcher = DisplayWatcher(
                parameters, viewpoint: viewpoint(of: call), isOfPersonButGuest: isOfPersonButGuest(call)
            ) { call.push($0) }
            displayWatchers[key] = watcher
            call.ended = { [weak self] in
                guard let watcher = self?.displayWatchers.removeValue(forKey: key), let view = watcher.view else {
                    return
                }
                watcher.engine?.surfaces.displays.remove(view)
            }
            if let engine { show(engine, to: watcher) }
        } else if let engine {
            let view = engine.makeDisplayView(
                parameters, viewpoint: viewpoint(of: call), isOfPersonButGuest: isOfPersonButGuest(call)
            ) { frame, columns in
                call.reply(.init(columns: columns, rows: frame.texts))
            }
            view.draw()
            view.stop()
        } else {
            call.fail(PanelInterface.Refused(reason: "the panel is being read again"))
        }
    }

    /// Moves all watchers to the new engine.
    func displayPanelChanged() {
        for watcher in displayWatchers.values {
            watcher.view = nil
            if let engine { show(engine, to: watcher) }
        }
    }

    private func show(_ engine: PanelEngine, to watcher: DisplayWatcher) {
        let tell = watcher.tell
        let view = engine.makeDisplayView(
            watcher.parameters, viewpoint: watcher.viewpoint, isOfPersonButGuest: watcher.isOfPersonButGuest
        ) { frame, columns in
            tell(.init(columns: columns, rows: frame.texts))
        }
        (watcher.view, watcher.engine) = (view, engine)
        engine.surfaces.displays.add(view)
    }
}

extension PanelEngine {
    /// A view in the requested size. The panel's own size uses the own display's characters, another size uses UTF-8.
    fileprivate func makeDisplayView(
        _ wish: PanelInterface.Display.Parameters, viewpoint: @escaping @PanelActor () -> Viewpoint,
        isOfPersonButGuest: @escaping @PanelActor () -> Bool,
        show: @escaping @PanelActor (DisplayFrame, _ columns: Int) -> Void
    ) -> DisplayView {
        let displays = surfaces.displays
        let isOwn = wish.columns == nil && wish.rows == nil
        let size = DisplaySize(columns: wish.columns ?? displays.size.columns, rows: wish.rows ?? displays.size.rows)
        return DisplayView(
            of: displays, size: size, characters: isOwn ? displays.sink?.characters ?? .utf8 : .utf8,
            showsOwnFaults: true,
            viewpoint: viewpoint, isOfPersonButGuest: isOfPersonButGuest
        ) { frame, _ in show(frame, size.columns) }
    }
}
