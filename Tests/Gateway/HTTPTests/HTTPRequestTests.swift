import HTTP
import Testing

@Suite struct HTTPRequestTests {
    @Test(
        "a header is found in any letter case, and one with different values counts as missing",
        arguments: [
            ([("Host", "a")], "a"), ([("HOST", "a")], "a"), ([("host", "a"), ("Host", "a")], "a"),
            ([("Host", "a"), ("host", "b")], nil), ([("Hosts", "a"), ("Hos", "a")], nil),
            ([], nil),
        ] as [([(String, String)], String?)])
    func header(fields: [(String, String)], value: String?) {
        let request = HTTPRequest("GET", "/", headers: fields.map { .init($0.0, $0.1) })
        #expect(request.header("Host") == value)
    }
}
