extension IntentParameterInfo {
    init(name: String, parameter: any AnyIntentParameter) {
        self.init(
            name: name, title: parameter.title.map(String.init(localized:)),
            description: parameter.description.map(String.init(localized:)), type: parameter.type,
            isRequired: parameter.isRequired, value: parameter.data, choices: parameter.choices)
    }
}
