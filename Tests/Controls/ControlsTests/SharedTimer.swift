import Testing

/// The tests that share the sample's timer, and therefore run in series.
@Suite(.serialized)
enum SharedTimer {}
