import Foundation
import Testing

@testable import holdfast

/// The report on the boot partition.
struct CardReportTests {
    private func report(_ change: (inout CardReport) -> Void = { _ in }) -> CardReport {
        var report = CardReport(
            name: "door", addresses: [.init(interface: "wlan0", address: "192.168.1.20")], authority: "AB:CD",
            intake: CardIntake.Result(text: "well\npanel.yaml: taken\n"), cardFaults: [],
            keyboards: ["/dev/input/by-id/usb-pad-event-kbd"], status: ["Door: locked, no faults"],
            isPanelWell: true)
        change(&report)
        return report
    }

    @Test("the report names the page, the addresses, the certificate, what was taken, and the panel's status")
    func text() {
        #expect(
            report().text.split(separator: "\r\n").map(String.init) == [
                "Holdfast's report of its last start: all is well.",
                "The machine is 'door'. Its page: https://door.local", "  192.168.1.20 (wlan0)",
                "The certificate that phones must trust once: http://door.local", "Its SHA-256: AB:CD",
                "From this partition:", "  panel.yaml: taken", "The panel:", "  Door: locked, no faults",
                "A keyboard for PINs, in panel.yaml:", "  keypad: {device: /dev/input/by-id/usb-pad-event-kbd}",
            ])
    }

    @Test(
        "a problem of a file, the card, the network or the panel needs a person",
        arguments: [
            { $0.intake = CardIntake.Result(text: "problems\nholdfast.txt:1: …\n") }, { $0.cardFaults = ["small"] },
            { $0.wirelessProblem = "Wi-Fi: …" }, { $0.isPanelWell = false },
        ] as [@Sendable (inout CardReport) -> Void])
    func attention(_ change: @Sendable (inout CardReport) -> Void) {
        #expect(!report().needsPerson)
        #expect(report(change).text.hasPrefix("Holdfast's report of its last start: there is something to correct."))
    }

    @Test("the file has one size, also for a text that is too long, and is written in place")
    func size() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try report { $0.status = Array(repeating: "é fault", count: 9_000) }.write(to: path)
        let long = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(long.count == CardReport.size)
        #expect(String(decoding: long, as: UTF8.self).hasSuffix("… The rest is in 'holdfast system report'.\r\n"))
        let file = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        try report().write(to: path)
        let short = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(short.count == CardReport.size)
        #expect(
            String(decoding: short, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix(
                "usb-pad-event-kbd}"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == file)
    }

    @Test("a result survives the file between take and report")
    func result() {
        let text = "problems\nholdfast.txt:1: a\npanel.yaml: taken\n"
        #expect(CardIntake.Result(text: text).text == text)
    }

    @Test("the light has a rhythm for the start, for ready and for the report")
    func light() throws {
        let leds = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: leds) }
        #expect(StatusLight(leds: leds.path) == nil)
        let light = leds.appending(path: "ACT")
        try FileManager.default.createDirectory(at: light, withIntermediateDirectories: true)
        for name in ["trigger", "delay_on", "delay_off", "brightness"] {
            try Data().write(to: light.appending(path: name))
        }
        func text(_ name: String) throws -> String {
            try String(contentsOf: light.appending(path: name), encoding: .utf8)
        }
        let found = try #require(StatusLight(leds: leds.path))
        #expect(found.show(.starting))
        #expect(try text("trigger") + text("delay_on") + text("delay_off") == "timer125125")
        #expect(found.show(.ready))
        // A kernel's attribute takes each write as a whole; a file keeps the rest of the longer word.
        #expect(try text("trigger").hasPrefix("none") && text("brightness") == "255")
    }
}
