import Foundation

@testable import Configuration

/// The schema as it is published, read once: each case of a test makes its suite anew, and unoptimised that takes long.
enum PublishedSchema {
    private static let read = Result {
        let schema = try JSONDecoder().decode(JSON.self, from: Data(PanelSchema.text.utf8))
        return (schema: schema, validator: try SchemaValidator(schema))
    }

    /// What it says.
    static var schema: JSON { get throws { try read.get().schema } }

    /// What validates by it.
    static var validator: SchemaValidator { get throws { try read.get().validator } }
}
