import ProgramSupport

extension SystemdTools {
    /// Restarts a gateway that runs. The gateway reads the panel's file and the symbols of extensions when it starts.
    ///
    /// - Returns: Why the gateway was not restarted, and the remedy, in one line.
    func restartGateway() async -> String? {
        let gateway = "holdfast-gateway.service"
        do throws(Failure) {
            // Others, such as one that is not installed, show nothing of before.
            let state = try await activeState(of: gateway)
            guard state != "inactive", state != "failed" else { return nil }
            // The unit's start limit counts these restarts, and would leave the gateway stopped.
            try await run("systemctl", "reset-failed", gateway, to: "reset failures of \(gateway)")
            try await run("systemctl", "try-restart", gateway, to: "restart \(gateway)")
            return nil
        } catch {
            return "\(error); the page is unavailable or out of date: run 'sudo systemctl restart \(gateway)'"
        }
    }

    /// The state of a unit in systemd's words: `active`, `inactive`, `failed`.
    func activeState(of unit: String) async throws(Failure) -> String {
        let text = try await run(
            "systemctl", "show", "--value", "--property=ActiveState", unit, to: "ask systemd for \(unit)")
        return String(text.prefix { $0 != "\n" })
    }
}
