import Configuration
import ControlModel
import Layout
import LocalAPI
import ProgramSupport

extension LayoutItem {
    /// The layout in lines: first controls that cannot be performed, then changes by hand, then a table of the places
    /// and their controls.
    ///
    /// - Parameter isVerbose: Whether the table has places that the file leaves empty.
    static func lines(_ items: [LayoutItem], isFixed: Bool, isVerbose: Bool) -> [String] {
        var lines: [String] = []
        for item in items {
            guard let control = item.control else { continue }
            let name = "\(item.place): '\(control.displayName)'"
            if let problem = control.problem { lines.append("\(name) cannot be performed: \(problem)") }
            if let note = control.note { lines.append("\(name): \(note)") }
        }
        let changed = items.filter(\.isByHand).map { LayoutPlace($0.place)?.surface.description ?? $0.place }
        if !changed.isEmpty {
            var places: [String] = []
            for place in changed where !places.contains(place) { places.append(place) }
            lines.append(
                "changed by hand: \(places.joined(separator: ", ")); 'holdfast layout --reset PLACE' undoes that")
        }
        if isFixed { lines.append("the panel's file allows no changes (layout: fixed)") }
        let shown = items.filter { isVerbose || $0.control != nil || $0.isByHand }
        return lines.map(\.onOneLine) + (shown.isEmpty ? ["nothing is placed"] : table(shown))
    }

    private static func table(_ items: [LayoutItem]) -> [String] {
        // Only Control Center has sizes.
        let hasSizes = items.contains { $0.control?.size != nil }
        func row(_ place: String, _ control: String, _ name: String, _ size: String, _ by: String) -> [String] {
            [place, control, name] + (hasSizes ? [size] : []) + [by]
        }
        let rows = items.map { item in
            row(
                item.place, item.control?.text ?? "nothing", item.control?.displayName ?? "-",
                item.control?.size?.rawValue ?? "-", item.isByHand ? "hand" : "file")
        }
        return Table.lines([row("PLACE", "CONTROL", "NAME", "SIZE", "BY")] + rows.map { $0.map(\.onOneLine) })
    }

    /// The layout as keys of a panel's file.
    static func export(_ items: [LayoutItem]) -> [String] {
        var surfaces: [LayoutExport.Surface] = []
        for item in items {
            guard let surface = LayoutPlace(item.place)?.surface else { continue }
            if surfaces.last?.surface != surface { surfaces.append(.init(surface, [], isByHand: item.isByHand)) }
            guard let control = item.control else { continue }
            let reference = control.configuration.isEmpty ? control.reference : control.kind
            surfaces[surfaces.count - 1].entries.append(
                LayoutEntry(ControlReference(kind: reference, configuration: control.configuration), size: control.size)
            )
        }
        // A file that names a missing control cannot be read, so a comment names the problem.
        let problems = items.flatMap { item in
            item.words.map { "# \(item.place): \($0)".onOneLine }
        }
        return problems + LayoutExport(surfaces).lines
    }

    /// The placement's problem and note.
    private var words: [String] { [control?.problem, control?.note].compactMap(\.self) }

    /// The result of a change, for people.
    var changeText: [String] {
        guard let control else { return ["\(place): nothing".onOneLine] }
        let size = control.size.map { ", \($0.rawValue)" } ?? ""
        var lines = ["\(place): \(control.displayName)\(size)"]
        if let problem = control.problem { lines.append("it cannot be performed: \(problem)") }
        if let note = control.note { lines.append("it has no effect: \(note)") }
        return lines.map(\.onOneLine)
    }
}

extension LayoutItem.Control {
    /// `REFERENCE NAME=VALUE …`.
    fileprivate var text: String {
        ([reference]
            + configuration.sorted { $0.key < $1.key }.map { "\($0.key)=\(ParameterAssignment.text(of: $0.value))" })
            .joined(separator: " ")
    }
}

extension GalleryControl {
    /// The table of a gallery, under headings.
    static func table(_ controls: [GalleryControl]) -> [String] {
        let rows = controls.map { control in
            [
                control.group, control.name, control.snapshot.displayName, control.snapshot.valueText ?? "-",
                control.parameters.isEmpty ? "-" : control.parameters.map(\.name).joined(separator: ", "),
                control.places.isEmpty ? "-" : control.places.joined(separator: ", "),
                control.snapshot.controlDescription ?? "-",
            ]
        }
        return Table.lines(
            [["FROM", "CONTROL", "NAME", "PREVIEW", "CONFIGURABLE", "PLACES", "DOES"]]
                + rows.map { $0.map(\.onOneLine) })
    }

    /// The name that users type: the control's key, or its kind.
    var name: String { key ?? snapshot.kind }

    /// The command to configure the control at a place, and its parameters; empty if there are none.
    func configurationHelp(at place: String) -> [String] {
        guard !parameters.isEmpty else { return [] }
        return ["it can be configured: holdfast configure \(place) NAME=VALUE"]
            + parameters.map { "  " + $0.text().onOneLine }
    }
}
