public import FoundationEssentials

extension DynamicIsland {
    /// Draws nothing.
    public func widgetURL(_ url: URL?) -> DynamicIsland { self }

    /// Draws nothing.
    public func keylineTint(_ color: Color?) -> DynamicIsland { self }

    /// Draws nothing.
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double) -> DynamicIsland { self }
}
