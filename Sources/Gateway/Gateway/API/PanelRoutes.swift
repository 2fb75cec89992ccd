import EventLoop
import HTTP
import LocalAPI

/// The panel as a whole: health, status, metrics, and the description of the API.
@PanelActor
struct PanelRoutes {
    let caller: PanelCaller
    let settings: GatewaySettings
    /// The number of open event streams.
    let streamCount: @PanelActor () -> Int

    private struct Health: Encodable {
        var status = "ok"
        var version: String
        var panel: String
    }

    /// The panel's status with the gateway's own members beside its members.
    private struct Status: Encodable {
        enum CodingKeys: CodingKey { case version, origins }

        let panel: SharedStatus
        let settings: GatewaySettings

        func encode(to encoder: any Encoder) throws {
            try panel.encode(to: encoder)
            var own = encoder.container(keyedBy: CodingKeys.self)
            try own.encode(settings.version, forKey: .version)
            try own.encode(settings.rules.origins, forKey: .origins)
        }
    }

    var routes: [Route] {
        [
            Route("GET", "health") { exchange in
                checkVersion(exchange) { ask($0) { Health(version: settings.version, panel: $0.panel) } }
            },
            Route("GET", "status") { ask($0) { Status(panel: $0, settings: settings) } },
            Route("GET", "metrics") { metrics($0) },
            Route("GET", "openapi.json") { exchange in
                exchange.http.respond(HTTPResponse(type: "application/json", body: settings.document).guarded)
            },
        ]
    }

    /// Calls `body` unless the core has another version than the gateway, as between two steps of an update.
    private func checkVersion(_ exchange: Exchange, _ body: @escaping @PanelActor (Exchange) -> Void) {
        caller.askOnce(VarlinkService.GetInfo.self, NoParameters(), as: exchange.caller) { result in
            switch result {
            case .success(let info) where info.version != settings.version:
                exchange.respond(Problem(coreVersion: info.version, version: settings.version))
            case .success: body(exchange)
            case .failure(let problem): exchange.respond(problem)
            }
        }
    }

    private func ask(_ exchange: Exchange, _ body: @escaping @PanelActor (SharedStatus) -> some Encodable) {
        caller.askOnce(PanelInterface.Status.self, NoParameters(), as: exchange.caller) { result in
            switch result {
            case .success(let status): exchange.respond(body(status.shared))
            case .failure(let problem): exchange.respond(problem)
            }
        }
    }

    /// The metrics in Prometheus' text format, version 0.0.4. A panel that is away is a value, not an error: the scrape has
    /// succeeded.
    private func metrics(_ exchange: Exchange) {
        caller.askOnce(PanelInterface.Status.self, NoParameters(), as: exchange.stranger) { result in
            let status = try? result.get()
            var lines = Metric("holdfast_up", "Whether the panel answers.", status == nil ? "0" : "1").lines
            if let status {
                lines +=
                    Metric("holdfast_uptime_seconds", "The time since the panel's start.", "\(status.uptime)").lines
                lines += Metric("holdfast_controls", "The number of controls.", "\(status.controls)").lines
                lines += Metric("holdfast_faults", "The number of present faults.", "\(status.faults.count)").lines
            }
            lines += Metric("holdfast_gateway_streams", "The number of open event streams.", "\(streamCount())").lines
            let text = lines.joined(separator: "\n") + "\n"
            exchange.http.respond(
                HTTPResponse(type: "text/plain; version=0.0.4; charset=utf-8", body: Array(text.utf8)).guarded)
        }
    }

    private struct Metric {
        var lines: [String]

        init(_ name: String, _ help: String, _ value: String) {
            lines = ["# HELP \(name) \(help)", "# TYPE \(name) gauge", "\(name) \(value)"]
        }
    }
}
