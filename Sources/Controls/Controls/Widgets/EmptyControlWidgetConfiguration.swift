/// No control. A control of this configuration is not listed.
public struct EmptyControlWidgetConfiguration: ControlWidgetConfiguration, ConfigurationElement {
    /// The empty configuration.
    public nonisolated init() {}

    /// The configuration itself.
    public var body: EmptyControlWidgetConfiguration { self }

    func describe(in content: inout ConfigurationContent) {}
}
