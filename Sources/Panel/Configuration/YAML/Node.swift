/// A node of a YAML document, of what the reader allows: no anchors, aliases or tags, and keys that are scalars.
struct Node: Sendable {
    enum Content: Sendable {
        case scalar(Scalar)
        case list([Node])
        case mapping([Entry])
        /// What has been reported already, such as an alias; readers pass over it.
        case refused
    }

    struct Entry: Sendable {
        var key: Scalar
        var keyPosition: SourcePosition
        var value: Node
    }

    var content: Content
    var position: SourcePosition
}
