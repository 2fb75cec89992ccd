import ArgumentParser
import Authentication
import LocalAPI

/// `holdfast pin key FILE`
struct PinKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make a device's key, where there is none.",
        discussion: """
            32 random bytes that PINs are worth nothing without, for 'holdfast run --device-key FILE'; 'make install' has made \
            one for the service. What is there is never written over.
            """)

    @Argument(help: "The file to make.", completion: .file())
    var file: String

    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            _ = try DeviceKey.make(at: file)
            try json.print([NoParameters()], lines: [])
        }
    }
}
