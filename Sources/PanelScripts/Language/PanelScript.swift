/// A panel script: which panel, and what happens to it.
public struct PanelScript: Sendable, Hashable {
    /// The script's file, as it was given.
    public var file: String

    /// The panel's file, relative to the script's folder, and where the script says so.
    public var panel: (path: String, place: ScriptPlace)?

    /// What happens, in the file's order.
    public var steps: [ScriptStep]

    /// A script of these steps.
    public init(file: String, panel: (path: String, place: ScriptPlace)?, steps: [ScriptStep]) {
        self.file = file
        self.panel = panel
        self.steps = steps
    }

    public static func == (left: PanelScript, right: PanelScript) -> Bool {
        left.file == right.file && left.panel?.path == right.panel?.path && left.steps == right.steps
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(panel?.path)
        hasher.combine(steps)
    }
}
