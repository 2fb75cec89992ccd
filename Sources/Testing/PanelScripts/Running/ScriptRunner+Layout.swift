import Configuration
import ControlModel
import Layout
import Panel

/// Changes of the layout that people make while a script runs.
extension ScriptRunner {
    func change(_ wish: RequestedChange) {
        tell(wish.text)
        // Without power the panel accepts no change.
        guard let engine, let editor else { return }
        do throws(LayoutRefusal) {
            try editor.grant(wish, on: engine)
        } catch {
            tell("refused: \(error)")
        }
    }

    /// The kind of the control at a place of the layout; `nil` if the place is empty or unknown.
    func placed(at text: String) -> String? {
        guard let place = LayoutPlace(text) else { return nil }
        return (try? editor?.layout?.entry(at: place))?.reference.kind
    }
}

extension RequestedChange {
    /// The change in the words of a script.
    fileprivate var text: String {
        switch self {
        case .place(let control, at: let place, let configuration, let size):
            (["place \(control) at \(place)", size?.rawValue].compactMap(\.self) + Self.words(configuration ?? [:]))
                .joined(separator: " ")
        case .move(let place, to: let other): "move \(place) to \(other)"
        case .resize(let place, let size): "resize \(place) \(size.rawValue)"
        case .remove(let place): "remove \(place)"
        case .configure(let place, let values, defaults: _):
            (["configure \(place)"] + Self.words(values)).joined(separator: " ")
        case .reset(let place): "reset \(place ?? "all")"
        }
    }

    private static func words(_ values: [String: IntentValue]) -> [String] {
        values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
}
