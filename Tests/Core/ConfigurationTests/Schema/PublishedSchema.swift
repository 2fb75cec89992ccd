import Foundation

@testable import Configuration

/// The published schema, read once: each case of a test makes a new suite, and reading it is slow without optimization.
enum PublishedSchema {
    private static let read = Result {
        let schema = try JSONDecoder().decode(JSON.self, from: Data(PanelSchema.text.utf8))
        return (schema: schema, validator: try SchemaValidator(schema))
    }

    /// The schema as JSON.
    static var schema: JSON { get throws { try read.get().schema } }

    /// The validator of the schema.
    static var validator: SchemaValidator { get throws { try read.get().validator } }
}
