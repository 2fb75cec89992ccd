import EventLoop
import Indicators
import LocalAPI

/// Copies of the text display for clients.
@PanelActor
final class DisplayService {
    private unowned let panel: PanelService
    /// The clients that watch the display, by their calls.
    private var watchers: [ObjectIdentifier: Watcher] = [:]

    /// A client that receives every frame.
    private struct Watcher {
        /// Makes the client's view of a panel's display.
        let makeView: @PanelActor (PanelEngine) -> DisplayView
        /// The view whose frames are sent, and the view's panel.
        var view: DisplayView?
        weak var engine: PanelEngine?
    }

    init(panel: PanelService) {
        self.panel = panel
    }

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] {
        [.method(PanelInterface.Display.self) { [weak self] in self?.showDisplay($0, $1) }]
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
        let (viewpoint, isResident) = (panel.viewpoint(of: call), panel.isResident(call))
        func makeView(
            of engine: PanelEngine, show: @escaping @PanelActor (PanelInterface.Display.Reply) -> Void
        ) -> DisplayView {
            let displays = engine.surfaces.displays
            // The panel's own size uses the own display's characters, another size uses UTF-8.
            let isOwn = parameters.columns == nil && parameters.rows == nil
            let size = DisplaySize(
                columns: parameters.columns ?? displays.size.columns, rows: parameters.rows ?? displays.size.rows)
            return DisplayView(
                of: displays, size: size, characters: isOwn ? displays.sink?.characters ?? .utf8 : .utf8,
                showsOwnFaults: true, viewpoint: viewpoint, isResident: isResident
            ) { frame, _ in
                show(.init(columns: size.columns, rows: frame.texts))
            }
        }
        if call.wantsMore {
            watch(call) { makeView(of: $0) { call.push($0) } }
        } else if let engine = panel.engine {
            let view = makeView(of: engine) { call.reply($0) }
            view.draw()
            view.stop()
        } else {
            call.refuse(PanelService.beingReadAgain)
        }
    }

    private func watch(
        _ call: VarlinkCall<PanelInterface.Display.Reply>,
        makeView: @escaping @PanelActor (PanelEngine) -> DisplayView
    ) {
        let key = ObjectIdentifier(call)
        watchers[key] = Watcher(makeView: makeView)
        call.ended = { [weak self] in
            guard let watcher = self?.watchers.removeValue(forKey: key), let view = watcher.view else { return }
            watcher.engine?.surfaces.displays.remove(view)
        }
        if let engine = panel.engine { show(engine, to: key) }
    }

    /// Moves all watchers to the new engine.
    func engineChanged() {
        for key in watchers.keys {
            watchers[key]?.view = nil
            if let engine = panel.engine { show(engine, to: key) }
        }
    }

    private func show(_ engine: PanelEngine, to key: ObjectIdentifier) {
        guard let view = watchers[key]?.makeView(engine) else { return }
        watchers[key]?.view = view
        watchers[key]?.engine = engine
        engine.surfaces.displays.add(view)
    }
}
