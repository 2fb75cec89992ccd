/// Several widgets, in order.
struct WidgetGroup: Widget {
    var members: [any Widget] = []

    var body: EmptyWidgetConfiguration { EmptyWidgetConfiguration() }
}
