import Configuration
import Testing

@Suite("The nearest word")
struct NearestWordTests {
    @Test(
        "an extra, missing, wrong or swapped letter counts as one slip",
        arguments: ["ttoggle", "togle", "tuggle", "otggle", "toggel", "toggl", "TOGGLE", "toggle"])
    func slips(_ word: String) {
        #expect(NearestWord.to(word, among: ["toggle"]) == "toggle")
    }

    @Test(
        "a word of up to five letters may have one slip, of up to eight two, and a longer one three",
        arguments: [
            ("hodl", "hold", true), ("dohl", "hold", false), ("actvi", "active", true), ("btno", "button", false),
            ("buttn", "button", true),
            ("buxxxn", "button", false), ("hint_trun_onn", "hint_turn_on", true),
            ("hnit_trun_onn", "hint_turn_on", true),
            ("hnit_trun_noo", "hint_turn_on", false), ("x", "on", false), ("a", "b", false), ("", "a", false),
            ("", "on", false),
        ] as [(String, String, Bool)])
    func limits(_ word: String, _ other: String, _ isNear: Bool) {
        #expect((NearestWord.to(word, among: [other]) != nil) == isNear)
        #expect((NearestWord.to(other, among: [word]) != nil) == isNear)
    }

    @Test("the nearest of several words is suggested, and of two equally near words the first")
    func choice() {
        #expect(NearestWord.to("lihgts", among: ["light", "lights", "lihgt"]) == "lights")
        #expect(NearestWord.to("bat", among: ["cat", "bar", "bats"]) == "cat")
        #expect(NearestWord.to("brightness", among: ["title", "toggle", "button"]) == nil)
        #expect(NearestWord.to("title", among: []) == nil)
    }
}
