import ArgumentParser
import ControlModel
import LocalAPI
import ProgramSupport

/// Names that a running panel knows, for the shell's completion. There are none if no panel answers.
enum PanelNames {
    /// The timeout of a completion, for which the shell and its user wait.
    private static let patience = Duration.seconds(1)

    /// The controls that can be performed.
    static let controls = names { try $0.controls(within: patience).map(\.name) }

    /// The controls that can be switched on and off.
    static let toggles = names { try $0.controls(within: patience).filter { $0.snapshot.isOn != nil }.map(\.name) }

    /// The controls, and the kinds that several placements share.
    static let controlsAndKinds = names { client in
        Set(try client.controls(within: patience).flatMap { [$0.name, $0.snapshot.kind] }).sorted()
    }

    /// The intents that can be run by name.
    static let intents = names { try $0.intents(within: patience).map(\.name) }

    /// The controls that can be placed.
    static let placeable = names { try $0.gallery(within: patience).map(\.name) }

    static let places = names { try $0.layout(within: patience).items.map(\.place) }

    /// The buttons of a simulated panel.
    static let buttons = names { client in
        try client.boardLines(within: patience).map(\.usedBy).filter { $0.hasPrefix("button ") }
            .map { String($0.dropFirst("button ".count)) }
    }

    /// The sensors' lines of a simulated panel.
    static let sensorLines = names { client in
        try client.boardLines(within: patience).filter { $0.usedBy.hasPrefix("sensor of ") }.map(\.name)
    }

    private static func names(_ find: @escaping @Sendable (PanelClient) throws -> [String]) -> CompletionKind {
        .custom { words, _, _ in (try? find(client(words))) ?? [] }
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
