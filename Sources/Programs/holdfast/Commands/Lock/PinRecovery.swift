import ArgumentParser
import LocalAPI

/// `holdfast pin recovery`
struct PinRecovery: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery", abstract: "Make a code that ends a lockout, in place of the one before.",
        discussion:
            "It is shown this once: write it down, and keep it elsewhere. It can be used once ('holdfast pin reset --code')."
    )

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let code = try PanelClient(path: socket.path).makeRecoveryCode()
            try json.print([PanelInterface.MakeRecoveryCode.Reply(code: code)], lines: [code])
        }
    }
}
