import Testing

@testable import Controls

/// The samples of CLDR's plural rules.
struct PluralCategoryTests {
    @Test(
        "a language's plural category is that of CLDR",
        arguments: [
            ("en", "one 1; other 0 2 16 1.0 0.0 1.5 100 -2"), ("de", "one 1 -1; other 0 2 1.0"),
            ("fr", "one 0 1 0.0 1.5; many 1000000; other 2 17 2.0 1000001"),
            ("pt", "one 0 1 1.5; many 1000000; other 2 2.0"), ("pt-pt", "one 1; many 1000000; other 0 2 1.5"),
            ("pt-br", "one 0 1; other 2"), ("es", "one 1 1.0; many 1000000; other 0 2 0.5"),
            ("it", "one 1; many 1000000; other 0 2 1.0"), ("ro", "one 1; few 0 2 16 102 1.5; other 20 100 1000"),
            ("da", "one 1 0.1 1.6; other 0 2 2.0"), ("sv", "one 1; other 0 1.0"), ("nb", "one 1 1.0; other 0 2"),
            ("is", "one 1 21 31 101 0.1 1.1 10.1; other 0 2 11 111 1.2"), ("fi", "one 1; other 0 2"),
            ("ru", "one 1 21 101; few 2 4 22 102; many 0 5 11 14 19 100 111; other 0.0 1.5"),
            ("uk", "one 1 21; few 2 24; many 0 5 12; other 1.5"),
            ("be", "one 1 21 1.0; few 2 22; many 0 5 11; other 0.5"),
            ("pl", "one 1; few 2 4 22 102; many 0 5 11 12 21 100; other 1.5"),
            ("cs", "one 1; few 2 4; many 0.0 1.5; other 0 5 10"), ("sk", "one 1; few 3; many 1.0; other 0 11"),
            ("sl", "one 1 101; two 2 102; few 3 4 103 0.0 1.5; other 0 5 100"),
            ("hr", "one 1 21 0.1 1.1; few 2 4 22 0.2; other 0 5 11 12 0.5"), ("mk", "one 1 21 0.1; other 0 11 2 0.2"),
            ("lt", "one 1 21 1.0; few 2 9 22; many 0.1 1.5; other 0 10 11 19 20"),
            ("lv", "zero 0 10 11 19 20 111 0.0 0.11; one 1 21 0.1 1.1 0.001; other 2 9 22 0.2 0.10"),
            ("ar", "zero 0; one 1; two 2; few 3 10 103; many 11 99 111; other 100 102 200 0.1"),
            ("he", "one 1 0.5 0.0; two 2; other 0 3 1.5"), ("cy", "zero 0; one 1; two 2; few 3; many 6; other 4 5 7"),
            ("ga", "one 1; two 2; few 3 6; many 7 10; other 0 11"),
            ("mt", "one 1; two 2; few 0 3 10 103; many 11 19; other 20"),
            ("hi", "one 0 1 0.5; other 1.1 2"), ("hy", "one 0 1 1.5; other 2"), ("pa", "one 0 1 1.0; other 2 0.5"),
            ("si", "one 0 1 0.1; other 2 0.2"), ("fil", "one 0 1 2 3 5 7 0.1; other 4 6 9 14 0.4"),
            ("tr", "one 1; other 0 2"), ("ja", "other 0 1 2 1.5"), ("zh-hans", "other 1"), ("tlh", "other 1"),
            ("en", "other many .5 1. 1.2.3 1e3 ١ 99999999999999999999"), ("", "other 1"),
        ])
    func samples(language: String, samples: String) {
        for group in samples.split(separator: "; ") {
            let words = group.split(separator: " ")
            for number in words.dropFirst() {
                let category = PluralCategory(of: String(number), in: language)
                #expect(category.rawValue == words[0], "\(language) \(number)")
            }
        }
    }
}
