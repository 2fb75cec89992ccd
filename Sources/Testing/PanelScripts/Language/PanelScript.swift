/// A panel script: which panel, and what happens to it.
public struct PanelScript: Sendable, Equatable {
    /// The script's file, as it was given.
    public var file: String

    /// The panel's file, relative to the script's folder; `nil` where the script names none.
    public var panel: String?

    /// Those who have a PIN.
    public var people: [ScriptPerson] = []

    /// What happens, in the file's order.
    public var steps: [ScriptStep]

    /// A script of these steps.
    public init(file: String, panel: String? = nil, steps: [ScriptStep] = []) {
        self.file = file
        self.panel = panel
        self.steps = steps
    }
}
