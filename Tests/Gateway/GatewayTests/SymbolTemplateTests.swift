import Foundation
import Testing

@testable import Gateway

/// Custom symbols as the app SF Symbols exports them.
struct SymbolTemplateTests {
    private func drawing(_ file: String) throws(SymbolRefusal) -> String {
        String(decoding: try SymbolDrawing(Array(file.utf8)).svg, as: UTF8.self)
    }

    private static let guides = """
        <g id="H-reference" transform="matrix(1 0 0 1 339 696)"><path d="M 54 0 L 57 0"/></g>
        <line id="Baseline-S" style="fill:none;stroke:#27AAE1" x1="263" x2="3036" y1="696" y2="696"/>
        <line id="Capline-S" x1="263" x2="3036" y1="626" y2="626"/>
        <line id="Baseline-M" x1="263" x2="3036" y1="1126" y2="1126"/>
        <line id="Capline-M" x1="263" x2="3036" y1="1056" y2="1056"/>
        <line id="left-margin-Regular-M" x1="1400" x2="1400" y1="1030" y2="1150"/>
        <line id="right-margin-Regular-M" x1="1500" x2="1500" y1="1030" y2="1150"/>
        """

    private static let symbols = """
        <g id="Black-M" transform="matrix(1 0 0 1 2857 1126)"><path d="M 9 9"/></g>
        <g id="Regular-M" transform="matrix(1 0 0 1 1400 1126)">
        <path class="monochrome-0 SFSymbolsPreviewWireframe" d="M 0 0 L 9 -9 Z"/>
        <g><circle r="5" style="fill:black"/></g></g>
        <g id="Regular-S" transform="matrix(1 0 0 1 1400 696)"><path d="M 7 7"/></g>
        """

    private static func template(
        guides: String = SymbolTemplateTests.guides, symbols: String = SymbolTemplateTests.symbols
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!--Generator: Apple Native CoreSVG 341-->
        <!DOCTYPE svg
        PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
        <svg version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="3300"
          height="2200">
         <!--glyph: "", point size: 100.0, template writer version: "138.0.0"-->
         <style>.SFSymbolsPreviewWireframe {fill:none;opacity:1.0;stroke:black;stroke-width:0.5}</style>
         <g id="Notes"><rect height="2200" id="artboard" style="fill:white" width="3300" x="0" y="0"/>
          <text id="template-version" transform="matrix(1 0 0 1 3036 1933)">Template v.6.0</text></g>
         <g id="Guides">\(guides)</g>
         <g id="Symbols">\(symbols)</g>
        </svg>
        """
    }

    /// The shapes of `Regular-M` above.
    private static let shapes = """
        <g transform="matrix(1 0 0 1 1400 1126)"><path d="M 0 0 L 9 -9 Z"></path>\
        <g><circle fill="currentColor" r="5"></circle></g></g></svg>
        """

    @Test("C7 of a template, the symbol of regular weight and medium size is drawn, without notes and guides")
    func regular() throws {
        let start = "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"symbol\" viewBox=\"1390.5 1031.5 119.0 119.0\">"
        #expect(try drawing(Self.template()) == start + Self.shapes)
    }

    @Test("a wide symbol is in a square with space beside it")
    func wide() throws {
        let guides = Self.guides.replacing("1500", with: "1600")
        #expect(try drawing(Self.template(guides: guides)).contains("viewBox=\"1390.0 981.0 220.0 220.0\""))
    }

    @Test("guides of older templates, and guides that are paths, are understood")
    func olderGuides() throws {
        let expected = try drawing(Self.template())
        let common = Self.guides.replacing("-margin-Regular-M", with: "-margin")
        #expect(try drawing(Self.template(guides: common)) == expected)
        let paths = """
            <path id="Capline-M" d="M18.0,1056 l500.0,0.0"/><path id="Baseline-M" d="M18.0,1126.0 l500.0,0.0"/>
            <path id="left-margin-Regular-M" d="M 1400 1030 L 1400 1150"/>
            <path id="right-margin-Regular-M" d="M1500,1030 v120"/>
            """
        #expect(try drawing(Self.template(guides: paths)) == expected)
    }

    @Test("a template with other variants alone shows the one nearest to regular weight and medium size")
    func otherVariants() throws {
        let symbols = """
            <g id="Ultralight-S"><path d="M 1 1"/></g><g id="Regular-S"><path d="M 2 2"/></g>
            <g id="Regular-M"></g><g id="Black-S"><path d="M 3 3"/></g>
            """
        let guides = Self.guides.replacing("Regular-M", with: "Regular-S")
        let drawn = try drawing(Self.template(guides: guides, symbols: symbols))
        #expect(drawn.hasSuffix("<g><path d=\"M 2 2\"></path></g></svg>"), "\(drawn)")
    }

    @Test(
        "a template whose symbol has no known place is refused with the remedy",
        arguments: [
            template(guides: ""), template(guides: guides.replacing("Capline-M", with: "Capline")),
            template(guides: guides.replacing("\"1500\"", with: "\"nan\"")),
            template(guides: guides.replacing("\"1500\"", with: "\"1300\"")),
            template(guides: "<g transform=\"translate(1, 2)\">\(guides)</g>"),
            template(symbols: "<g transform=\"translate(1, 2)\">\(symbols)</g>"),
        ])
    func withoutGuides(file: String) {
        let refusal = #expect(throws: SymbolRefusal.self) { try drawing(file) }
        #expect(refusal?.reason == .noGuides("Regular-M"))
        #expect(refusal?.description.contains("export it with SF Symbols") == true)
    }

    @Test("attack: what a template draws is refused as in any drawing, and what it does not draw has no effect")
    func refused() throws {
        for (content, reason) in [
            ("<script/>", .element("script")), ("<text>a</text>", .element("text")),
            ("<path d='url(x)'/>", .value("d")),
            ("<path d='\(String(repeating: "M 1 1 ", count: 6_000))'/>", .tooLarge),
        ] as [(String, SymbolRefusal.Reason)] {
            let symbols = "<g id=\"Regular-M\"><path/>\(content)</g>"
            let refusal = #expect(throws: SymbolRefusal.self) { try drawing(Self.template(symbols: symbols)) }
            #expect(refusal?.reason == reason)
        }
        let outside = "<g id=\"Thin-M\"><script>alert(1)</script><image href='//x'/></g>" + Self.symbols
        #expect(try drawing(Self.template(symbols: outside)) == drawing(Self.template()))
        let entity = Self.template(symbols: Self.symbols + "&x;")
        let refusal = #expect(throws: SymbolRefusal.self) { try drawing(entity) }
        #expect(refusal?.reason == .markup("an entity"))
    }

    @Test("attack: a template has a megabyte at most, and the time is in proportion to the size")
    func bounds() throws {
        let empty = Self.template().utf8.count
        let filler = String(repeating: " ", count: SymbolDrawing.templateSizeLimit - empty)
        let fit = Self.template(symbols: Self.symbols + filler)
        #expect(try drawing(fit) == drawing(Self.template()))
        let refusal = #expect(throws: SymbolRefusal.self) { try drawing(fit + " ") }
        #expect(refusal?.reason == .tooLarge)
        for part in ["<g id=\"Thin-M\"/>", "<g id=\"Regular-M\"/>", "<path/>", "&amp;", "<!---->"] {
            let count = filler.utf8.count / 8 / part.utf8.count
            let file = Self.template(symbols: Self.symbols + String(repeating: part, count: count))
            let time = ContinuousClock().measure { _ = try? drawing(file) }
            // An unoptimised build on a busy machine takes many times as long as the program.
            #expect(time < .seconds(5), "\(part): \(time)")
        }
    }
}
