extension IntentChoice {
    init(value: IntentValue, representation: DisplayRepresentation) {
        self.init(
            value: value, title: String(localized: representation.title),
            subtitle: representation.subtitle.map { String(localized: $0) }, symbol: representation.image?.symbol)
    }

    /// A value as it says that it is shown, or as its data is written.
    init(of value: some _IntentValue) {
        if let shown = value as? any InstanceDisplayRepresentable {
            self.init(value: value._data, representation: shown.displayRepresentation)
        } else {
            self.init(value: value._data, title: value._data.description)
        }
    }
}
