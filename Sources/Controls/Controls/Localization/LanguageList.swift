/// The user's languages, from the environment.
enum LanguageList {
    /// The languages, in order of preference, in lower case and with hyphens. Each is followed by its more general
    /// form: `de_CH.UTF-8` gives `de-ch` and `de`.
    ///
    /// The first set variable of LC_ALL, LC_MESSAGES and LANG counts. If it names a language, the languages in
    /// LANGUAGE, separated by colons, precede it (locale(7); GNU gettext, 2.3.2).
    static func languages(of environment: (_ name: String) -> String?) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
        guard !candidates(locale).isEmpty else { return [] }
        let preferred = environment("LANGUAGE")?.split(separator: ":").map(String.init) ?? []
        var seen: Set<String> = []
        return (preferred + [locale]).flatMap(candidates).filter { seen.insert($0).inserted }
    }

    /// The form in which languages are compared: `zh_Hans` and `zh-hans` are the same.
    static func normal(_ language: some StringProtocol) -> String {
        String(language.lowercased().map { $0 == "_" ? "-" : $0 })
    }

    private static func candidates(_ locale: String) -> [String] {
        let name = normal(locale.prefix { $0 != "." && $0 != "@" })
        guard !name.isEmpty, name != "c", name != "posix" else { return [] }
        let parts = name.split(separator: "-")
        guard !parts.isEmpty else { return [] }
        var candidates = (1...parts.count).reversed().map { parts.prefix($0).joined(separator: "-") }
        // Tables of Chinese are named after the script, locales after the country.
        if parts.first == "zh", parts.count == 2 {
            let isTraditional = ["tw", "hk", "mo", "hant"].contains(parts[1])
            candidates.insert(isTraditional ? "zh-hant" : "zh-hans", at: 1)
        }
        return candidates
    }
}
