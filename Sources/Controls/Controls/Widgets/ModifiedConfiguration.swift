/// A configuration with one thing said about it.
struct ModifiedConfiguration<Content: ControlWidgetConfiguration>: ControlWidgetConfiguration, ConfigurationElement {
    enum Modification {
        case displayName(LocalizedStringResource)
        case description(LocalizedStringResource)
        case promptsForUserConfiguration
        case pushHandler(any ControlPushHandler.Type)
    }

    let content: Content
    let modification: Modification

    var body: ModifiedConfiguration { self }

    func describe(in content: inout ConfigurationContent) {
        content.read(self.content)
        switch modification {
        case .displayName(let text): content.displayName = content.displayName ?? String(localized: text)
        case .description(let text): content.description = content.description ?? String(localized: text)
        case .promptsForUserConfiguration: content.promptsForUserConfiguration = true
        case .pushHandler(let type): content.pushHandler = content.pushHandler ?? type
        }
    }
}
