import Configuration
import ControlModel
import Layout
import Panel

/// Layouts that people change while a script runs.
extension ScriptRunner {
    func change(_ wish: LayoutWish) {
        tell(wish.text)
        // While its power is cut nobody can tell it anything.
        guard let engine, let editor else { return }
        do throws(LayoutRefusal) {
            try editor.grant(wish, on: engine)
        } catch {
            tell("refused: \(error)")
        }
    }

    /// The kind of the control at a place of the layout; `nil` where there is none.
    func placed(at text: String) -> String? {
        guard let place = LayoutPlace(text) else { return nil }
        return (try? editor?.layout?.entry(at: place))?.reference.kind
    }
}

extension LayoutWish {
    /// The wish as it stands in a script.
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
