import Configuration

extension ControlAction {
    /// The line that the action drives.
    public var line: LineDescription {
        switch self {
        case .toggleLine(let line), .pulse(let line, duration: _): line
        }
    }
}

extension PanelDescription {
    /// The lines that the panel uses: its controls', its buttons', its lights'.
    public var allLines: [LineDescription] {
        controls.map(\.action.line) + buttons.map(\.line) + lights.map(\.line)
    }
}
