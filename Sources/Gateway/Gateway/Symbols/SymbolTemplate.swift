/// A drawing as the app SF Symbols exports it: one symbol in up to 27 weights and sizes, with guides and notes.
///
/// The page shows one of these variants, in a square that the guides give.
struct SymbolTemplate {
    /// The size of the largest template, in bytes.
    static let sizeLimit = 1_048_576

    /// The identifier of the variant's group, such as `Regular-M`.
    let variant: String
    /// The square around the variant.
    let viewBox: String

    /// Reads a template.
    ///
    /// - Returns: `nil` for another drawing.
    /// - Throws: `SymbolRefusal` for a template without guides around its variants.
    init?(_ file: [UInt8]) throws(SymbolRefusal) {
        guard var reader = try? SVGReader(file, sizeLimit: Self.sizeLimit) else { return nil }
        var contents = Contents()
        // `SymbolDrawing` reads the drawing afterwards, and reports what is not well-formed.
        while let tag = try? reader.next() { contents.read(tag) }
        let variants = contents.variants.sorted { Self.rank($0) ?? .max < Self.rank($1) ?? .max }
        guard let best = variants.first else { return nil }
        let usable = variants.compactMap { name in contents.viewBox(around: name).map { (name: name, box: $0) } }
        guard let first = usable.first else { throw SymbolRefusal(.noGuides(best)) }
        (variant, viewBox) = (first.name, first.box)
    }

    /// Whether an element is the group of the variant.
    func isVariant(_ name: String, _ attributes: [SVGReader.Attribute]) -> Bool {
        name == "g" && attributes.contains { $0.name == "id" && $0.value == variant }
    }

    /// The order of preference of a group's identifier, from 0; `nil` for one that is no variant's.
    private static func rank(_ identifier: String) -> Int? {
        let parts = identifier.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let weight = weights.firstIndex(of: parts[0]),
            let scale = scales.firstIndex(of: parts[1])
        else { return nil }
        return weight * scales.count + scale
    }

    private static let weights = [
        "Regular", "Medium", "Light", "Semibold", "Thin", "Bold", "Ultralight", "Heavy", "Black",
    ]
    private static let scales = ["M", "S", "L"]

    /// The variants with shapes, and the guides.
    private struct Contents {
        private struct Element {
            /// The variant to which the element belongs.
            var variant: String?
            /// Whether the element or one around it is moved by a transformation.
            var isMoved = false
        }

        private(set) var variants: Set<String> = []
        /// The variants whose place is unknown.
        private var moved: Set<String> = []
        /// The places of the guides, by their identifiers.
        private var guides: [String: Double] = [:]
        private var open: [Element] = []

        mutating func read(_ tag: SVGReader.Tag) {
            switch tag {
            case .begin(let name, let attributes): begin(name, attributes)
            case .end: _ = open.popLast()
            }
        }

        private mutating func begin(_ name: String, _ attributes: [SVGReader.Attribute]) {
            var values: [String: String] = [:]
            for attribute in attributes { values[attribute.name] = attribute.value }
            let identifier = values["id"] ?? ""
            var element = open.last ?? Element()
            if element.variant == nil, name == "g", SymbolTemplate.rank(identifier) != nil {
                element.variant = identifier
                if element.isMoved { moved.insert(identifier) }
            }
            element.isMoved = element.isMoved || values["transform"] != nil
            open.append(element)
            if let variant = element.variant {
                if SymbolDrawing.shapes.contains(name) { variants.insert(variant) }
            } else if !element.isMoved, let place = Self.place(of: identifier, name, values) {
                guides[identifier] = place
            }
        }

        /// The place of a guide: of a horizontal one from the top, of a vertical one from the left.
        private static func place(of guide: String, _ name: String, _ values: [String: String]) -> Double? {
            let isHorizontal = guide.hasPrefix("Baseline-") || guide.hasPrefix("Capline-")
            guard isHorizontal || guide.hasPrefix("left-margin") || guide.hasPrefix("right-margin") else { return nil }
            let place: Double?
            switch name {
            case "line": place = values[isHorizontal ? "y1" : "x1"].flatMap { Double($0) }
            case "path":
                // Other programs write a line as a path: "M18,26 l500,0".
                let numbers = (values["d"] ?? "").split { !"0123456789.-+".contains($0) }
                place = numbers.count < 2 ? nil : Double(numbers[isHorizontal ? 1 : 0])
            default: place = nil
            }
            guard let place, abs(place) < 1_000_000 else { return nil }
            return place
        }

        /// The square around a variant; `nil` without its guides.
        func viewBox(around variant: String) -> String? {
            let scale = String(variant.suffix(1))
            // Before version 3 of the template, all variants have the same margins.
            guard !moved.contains(variant), let left = guides["left-margin-\(variant)"] ?? guides["left-margin"],
                let right = guides["right-margin-\(variant)"] ?? guides["right-margin"],
                let top = guides["Capline-\(scale)"], let bottom = guides["Baseline-\(scale)"],
                left < right, top < bottom
            else { return nil }
            // A circle is 1.4 times as high as a capital. The rest is space, as around the page's icons.
            let side = max(1.1 * (right - left), 1.7 * (bottom - top))
            let (x, y) = ((left + right - side) / 2, (top + bottom - side) / 2)
            return [x, y, side, side].map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " ")
        }
    }
}
