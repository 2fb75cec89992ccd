import Testing

/// The tests that share the timer of the sample, hence one after another.
@Suite(.serialized)
enum SharedTimer {}
