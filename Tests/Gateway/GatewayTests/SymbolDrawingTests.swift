import Foundation
import TestSupport
import Testing

@testable import Gateway

@Suite struct SymbolDrawingTests {
    private func drawing(_ file: [UInt8]) throws(SymbolRefusal) -> String {
        String(decoding: try SymbolDrawing(file).svg, as: UTF8.self)
    }

    private func drawing(_ file: String) throws(SymbolRefusal) -> String { try drawing(Array(file.utf8)) }

    /// A drawing with `content` in it.
    private static func svg(_ content: String, _ attributes: String = "viewBox=\"0 0 24 24\"") -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)>\(content)</svg>"
    }

    /// The document with `content` in it.
    private static func document(_ content: String, _ attributes: String = "") -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"symbol\" viewBox=\"0 0 24 24\"\(attributes)>\(content)</svg>"
    }

    @Test("a document is written from a drawing's shapes, and every colour becomes the page's")
    func shapes() throws {
        let file = """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!-- Drawn by hand -->
            <svg width="48px" height="48" viewBox="0,0 24\n24" version="1.1" fill="none" stroke="#f00" id="a">
              <title>A &lt;gate&gt; &#38; more &#x1F6AA;</title>
              <metadata><rdf:RDF><cc:Work/></rdf:RDF></metadata><defs/>
              <sodipodi:namedview pagecolor="#fff"><inkscape:grid/></sodipodi:namedview>
              <g transform="translate(1, 2) rotate(-45)" class="x" onclick="alert(1)">
                <path d="M4 4h16\n v.5e1z" fill-rule="evenodd" style="fill:#123456; stroke : none;stroke-width:2px;filter:url(#f)"/>
                <circle cx='1' cy='2' r='3%' stroke-linecap="round" fill=" NONE " opacity=".3"/>
              </g>
              <polygon points="1,1 2,2 3,1" fill="url(#gradient)" href="javascript:alert(1)" xlink:href="#a"></polygon>
            </svg>

            """
        let shapes = """
            <g transform="translate(1, 2) rotate(-45)">\
            <path d="M4 4h16\n v.5e1z" fill="currentColor" fill-rule="evenodd" stroke="none" stroke-width="2px"></path>\
            <circle cx="1" cy="2" fill="none" opacity=".3" r="3%" stroke-linecap="round"></circle></g>\
            <polygon fill="currentColor" points="1,1 2,2 3,1"></polygon>
            """
        #expect(try drawing(file) == Self.document(shapes, " fill=\"none\" stroke=\"currentColor\""))
        #expect(try drawing("\u{FEFF}" + file) == drawing(file))
        #expect(try drawing(drawing(file)) == drawing(file))
    }

    @Test("a document type without declarations is passed over")
    func documentType() throws {
        let type = """
            <?xml version="1.0"?>
            <!DOCTYPE svg
            PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
            """
        #expect(try drawing(type + Self.svg("<path/>")) == Self.document("<path></path>"))
    }

    @Test("a drawing without a viewBox has the size that it gives itself")
    func size() throws {
        for attributes in ["width='24' height='24px'", "viewBox='0 0 24 24' width='1em'"] {
            #expect(try drawing(Self.svg("<path/>", attributes)) == Self.document("<path></path>"))
        }
        for attributes in [
            "", "width='24'", "width='100%' height='100%'", "viewBox='0 0 24'", "viewBox='0 0 0 24'",
            "viewBox='0 0 nan 9'",
            "viewBox='0 0 1e999 9'", "viewBox='0 0 24 24 1'", "viewBox='a b c d'", "viewBox=''",
        ] {
            let refusal = #expect(throws: SymbolRefusal.self) { try drawing(Self.svg("<path/>", attributes)) }
            #expect(refusal?.reason == .noSize, "\(attributes)")
        }
    }

    @Test(
        "attack: a file with anything but shapes is refused, with its line",
        arguments: [
            (svg("<script>alert(1)</script>"), .element("script")),
            (svg("<title><script/></title><path/>"), .element("script")),
            (svg("<defs><style>*{fill:url(//x)}</style></defs><path/>"), .element("style")),
            (svg("<foreignObject><p/></foreignObject>"), .element("foreignObject")),
            (svg("<use href='#a'/>"), .element("use")), (svg("<image href='//x'/>"), .element("image")),
            (svg("<a href='javascript:alert(1)'><path/></a>"), .element("a")),
            (svg("<animate attributeName='href'/>"), .element("animate")), (svg("<set/>"), .element("set")),
            (svg("<svg><path/></svg>"), .element("svg")), (svg("<text>a</text>"), .element("text")),
            (svg("<PATH/>"), .element("PATH")), (svg("<linearGradient/>"), .element("linearGradient")),
            ("<html><path/></html>", .root("html")), ("<svg:svg viewBox='0 0 1 1'><path/></svg:svg>", .root("svg:svg")),
            (svg("<g xmlns='http://www.w3.org/1999/xhtml'><path/></g>"), .namespace("g")),
            ("<svg xmlns='http://www.w3.org/1999/xhtml' viewBox='0 0 1 1'><path/></svg>", .namespace("svg")),
            ("<!DOCTYPE svg []>" + svg("<path/>"), .markup("a document type")),
            ("<!DOCTYPE svg" + svg("<path/>"), .markup("a document type")),
            (svg("<!DOCTYPE svg><path/>"), .markup("a document type")),
            ("<!ELEMENT svg>" + svg("<path/>"), .markup("a document type")),
            (svg("<![CDATA[<path/>]]>"), .markup("CDATA")),
            ("<?xml-stylesheet href='//x'?>" + svg("<path/>"), .markup("a processing instruction")),
            (svg("<?php x ?>"), .markup("a processing instruction")),
            (" <?xml version='1.0'?>" + svg("<path/>"), .markup("a processing instruction")),
            (svg("<path d='&a;'/>"), .markup("an entity")), (svg("<title>&nbsp;</title>"), .markup("an entity")),
            (svg("&lt"), .markup("an entity")),
            (svg("<path id='&#\(String(repeating: "1", count: 99));'/>"), .markup("an entity")),
            (svg("<path d='M0 0&quot;'/>"), .value("d")), (svg("<path d='url(x)'/>"), .value("d")),
            (svg("<path transform='expression(1)'/>"), .value("transform")),
            (svg("<path transform='scale(2) url(1)'/>"), .value("transform")),
            (svg("<path transform='scale(2)\u{2028}scale(2)'/>"), .value("transform")),
            (svg("<path transform='scale(2'(1)'/>"), .malformed("<path> has no '>'")),
            (svg("<rect x='\u{0661}'/>"), .value("x")),
            (svg("<path fill-rule='x'/>"), .value("fill-rule")),
            (svg("<g style='opacity:var(--x)'/>"), .value("opacity")),
            (svg(""), .empty), (svg("<g/>"), .empty), (svg("<title><path/></title>"), .empty),
        ] as [(String, SymbolRefusal.Reason)])
    func refused(file: String, reason: SymbolRefusal.Reason) {
        let refusal = #expect(throws: SymbolRefusal.self) { try drawing("\n\n" + file) }
        #expect(refusal == SymbolRefusal(reason, line: reason == .empty ? nil : 3), "\(file)")
    }

    @Test(
        "attack: a file that is not well-formed is refused",
        arguments: [
            "", " ", "<", "<svg", "<svg ", "<svg viewBox='0 0 1 1'>", "</svg>", "text", "<!--", "<!-->", "<?xml ",
            "<svg viewBox='0 0 1 1'/><svg/>",
            svg("<path"), svg("<path>"), svg("<g></path>"), svg("</g>"), svg("<path d=1/>"), svg("<path d/>"),
            svg("<path d='/>"),
            svg("<path d='<'/>"), svg("<path x='1'y='2'/>"), svg("<path x='1' x='2'/>"), svg("< path/>"), svg("<1/>"),
            svg("<p\u{E4}th/>"), svg("<path/>") + "x", svg("<path/>") + svg("<path/>"), svg("<path/ >"),
            svg("<!-- -- ><path/>"),
        ])
    func malformed(file: String) {
        let refusal = #expect(throws: SymbolRefusal.self) { try drawing(file) }
        guard case .malformed = refusal?.reason else {
            Issue.record("\(file): \(String(describing: refusal))")
            return
        }
    }

    @Test("attack: bytes that are no text in UTF-8 are refused")
    func encodings() {
        let file = Array(Self.svg("<title> </title><path/>").utf8)
        #expect(throws: Never.self) { try drawing(file) }
        let title = file.prefix { $0 != UInt8(ascii: ">") } + Array("><title>".utf8)
        let foreign: [[UInt8]] = [
            [0], [7], [0x1B], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ]
        for bytes in foreign {
            let damaged = Array(title) + bytes + Array(file.dropFirst(title.count))
            let refusal = #expect(throws: SymbolRefusal.self) { try drawing(damaged) }
            #expect(refusal?.reason == .noText, "\(bytes)")
        }
        let wide = String(decoding: file, as: UTF8.self).utf16
        let little = wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
            let refusal = #expect(throws: SymbolRefusal.self) { try drawing(bytes) }
            #expect(refusal?.reason == .noText)
        }
    }

    @Test(
        "attack: entities that multiply, deep nesting and large files are refused, and no file takes a second"
    )
    func bounds() throws {
        let bomb = """
            <!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\(Self.svg("<title>&b;</title>"))
            """
        func nested(_ count: Int) -> String {
            Self.svg(String(repeating: "<g>", count: count) + "<path/>" + String(repeating: "</g>", count: count))
        }
        #expect(throws: Never.self) { try drawing(nested(14)) }
        let filler = String(repeating: " ", count: SymbolDrawing.sizeLimit)
        let fit = Self.svg("<path/>") + filler.dropLast(Self.svg("<path/>").utf8.count)
        #expect(throws: Never.self) { try drawing(fit) }
        for (file, reason) in [
            (bomb, .markup("a document type")), (nested(15), .tooDeep), (nested(10_000), .tooLarge),
            (fit + " ", .tooLarge),
            (String(repeating: "<g>", count: 10_000), .root("g")),
            (Self.svg("<title>" + String(repeating: "<a>", count: 10_000)), .tooDeep),
        ] as [(String, SymbolRefusal.Reason)] {
            let refusal = #expect(throws: SymbolRefusal.self) { try drawing(file) }
            #expect(refusal?.reason == reason)
        }
        // A reader that reads a part of the file again for each of these takes long.
        for (part, start) in [
            ("<g/>", ""), ("&#1;", ""), ("&#1", ""), ("<!---->", ""), ("<!--", ""), ("a='' ", "<path "),
            ("\n", "<path "),
            ("fill:;", "<path style='"), ("<", "<path id='"), ("&amp;", "<path id='"), ("--", "<!--"), ("]]", ""),
        ] {
            let count = (SymbolDrawing.sizeLimit - 200) / part.utf8.count
            let file = Self.svg(start + String(repeating: part, count: count))
            let time = ContinuousClock().measure { _ = try? drawing(file) }
            // An unoptimised build on a busy machine takes several times as long as the program.
            #expect(time < .seconds(1), "\(part): \(time)")
        }
    }

    private static let fragments: [[UInt8]] =
        [
            "<", ">", "/", "/>", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE x>", "<!ENTITY a 'b'>",
            "&a;",
            "&#0;", "&lt;", "\"", "'", "=", " ", "\n", "\0", ":", "xmlns='x'", "xmlns:x='y'", "<script>", "</script>",
            "<style>",
            "<use href='#a'/>", "<image href='//x'/>", " onload='x()'", " href='javascript:x'",
            " style='fill:url(//x)'",
            "<x:path/>", "<svg viewBox='0 0 1 1'>", "</svg>", "<g>", "</g>", "<title>", "</title>", "url(#a)",
            "javascript:", "\u{FEFF}",
            "\u{202E}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xFF, 0xFE], [0xED, 0xA0, 0x80]]

    @Test("a damaged file is refused in one line, or its document has shapes and plain attributes alone")
    func mutations() throws {
        let original = Array(
            Self.svg(
                """
                <title>Gate</title><g transform="scale(2)" fill="red"><path d="M0 0h9z" style="stroke:#000"/></g>
                <!-- a --><rect x='1' y='2' width='3' height='4' rx="1"></rect><defs><a/></defs>
                """
            ).utf8)
        var accepted = 0
        let count = Effort.count(50_000)
        for seed in 0..<UInt64(count) {
            var generator = SplitMix64(seed: seed)
            var file = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) { Self.damage(&file, &generator) }
            do throws(SymbolRefusal) {
                let document = try drawing(file)
                accepted += 1
                #expect(document.wholeMatch(of: Self.plainDocument) != nil, "seed \(seed): \(document)")
                #expect(try drawing(document) == document, "seed \(seed)")
            } catch {
                let words = error.description
                #expect(
                    words.utf8.count < 300 && words.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 > 0x7F },
                    "seed \(seed)")
            }
        }
        // Other counts would mean that the mutations leave most files valid, or make nearly all invalid.
        #expect(accepted > count / 50 && accepted < count / 2, "\(accepted) of \(count)")
    }

    private static func damage(_ bytes: inout [UInt8], _ generator: inout SplitMix64) {
        let start = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, start + Int.random(in: 0...20, using: &generator))
        let fragment = fragments.randomElement(using: &generator) ?? []
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: fragment, at: start)
        case 2: bytes.replaceSubrange(start..<end, with: fragment)
        case 3: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &generator))
        default: if start < bytes.count { bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
        }
    }

    /// A document as a browser may get it.
    private nonisolated(unsafe) static let plainDocument =
        #/
        <svg\ xmlns="http://www\.w3\.org/2000/svg"\ id="symbol"\ viewBox="[-+0-9.eEpx%\ ]+"(?<attributes>\ [a-z-]+="[-+0-9.,%()a-zA-Z\s]*")*>
        (</?(g|circle|ellipse|line|path|polygon|polyline|rect)(\ (?!on|href|style)[a-z0-9-]+="[-+0-9.,%()a-zA-Z\s]*")*>)*
        </svg>
        /#
}
