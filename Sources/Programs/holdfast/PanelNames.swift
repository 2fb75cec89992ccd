import ArgumentParser
import Client
import ControlModel
import Launcher
import LocalAPI
import ProgramSupport

/// Names that a running panel knows, for the shell's completion. There are none if no panel answers.
enum PanelNames {
    /// The timeout of a completion, for which the shell and its user wait.
    private static let patience = Duration.seconds(1)

    /// The controls that can be performed.
    static let controls = CompletionKind.custom { words, _, _ in
        ((try? client(words).controls(within: patience)) ?? []).map(\.name)
    }

    /// The controls that can be switched on and off.
    static let toggles = CompletionKind.custom { words, _, _ in
        ((try? client(words).controls(within: patience)) ?? []).filter { $0.snapshot.isOn != nil }.map(\.name)
    }

    /// The controls, and the kinds that several placements share.
    static let controlsAndKinds = CompletionKind.custom { words, _, _ in
        let controls = (try? client(words).controls(within: patience)) ?? []
        return Set(controls.flatMap { [$0.name, $0.snapshot.kind] }).sorted()
    }

    /// The intents that can be run by name.
    static let intents = CompletionKind.custom { words, _, _ in
        ((try? client(words).intents(within: patience)) ?? []).map(\.name)
    }

    /// The controls that can be placed.
    static let placeable = CompletionKind.custom { words, _, _ in
        ((try? client(words).gallery(within: patience)) ?? []).map(\.name)
    }

    /// The places of the layout.
    static let places = CompletionKind.custom { words, _, _ in
        ((try? client(words).layout(within: patience).items) ?? []).map(\.place)
    }

    /// The buttons of a simulated panel.
    static let buttons = boardNames("button ")

    /// The sensors' lines of a simulated panel.
    static let sensorLines = boardNames("sensor of ", lines: true)

    /// The users of lines that begin with `use`, without `use` itself. With `lines`, the names of these lines.
    private static func boardNames(_ use: String, lines: Bool = false) -> CompletionKind {
        .custom { words, _, _ in
            ((try? client(words).boardLines(within: patience)) ?? []).filter { $0.usedBy.hasPrefix(use) }
                .map { lines ? $0.name : String($0.usedBy.dropFirst(use.count)) }
        }
    }

    /// A client of the panel that the words of the command line select.
    private static func client(_ words: [String]) -> PanelClient {
        var socket: String?
        for (word, next) in zip(words, words.dropFirst()) where word == "--socket" { socket = next }
        for word in words where word.hasPrefix("--socket=") { socket = String(word.dropFirst("--socket=".count)) }
        return PanelClient(
            path: socket ?? Environment.value(PanelSocket.variable) ?? (try? UpPlace.find())?.socket
                ?? PanelSocket.standardPath)
    }
}
