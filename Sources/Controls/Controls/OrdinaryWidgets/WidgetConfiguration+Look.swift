/// What Apple's systems make use of when they show an ordinary widget. A panel shows none.
extension WidgetConfiguration {
    /// Names the widget.
    public func configurationDisplayName(_ displayName: LocalizedStringResource) -> some WidgetConfiguration { self }

    /// Names the widget, by a text known only at run time.
    @_disfavoredOverload
    public func configurationDisplayName(_ displayName: some StringProtocol) -> some WidgetConfiguration { self }

    /// Says what the widget shows.
    public func description(_ description: LocalizedStringResource) -> some WidgetConfiguration { self }

    /// Says what the widget shows, by a text known only at run time.
    @_disfavoredOverload
    public func description(_ description: some StringProtocol) -> some WidgetConfiguration { self }

    /// Tells the widget's sizes.
    public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }

    /// Takes the widget's margins away.
    public func contentMarginsDisabled() -> some WidgetConfiguration { self }

    /// Tells whether the widget's background can be taken away.
    public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> some WidgetConfiguration { self }

    /// Tells in which sizes an activity is shown on other devices.
    public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> some WidgetConfiguration { self }
}
