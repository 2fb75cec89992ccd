import Commands
import ControlExtension
import Controls

/// Holdfast's stock extension: controls that run commands, switch systemd units and call webhooks, as configured in a
/// panel's file. Its program is `holdfast-actions`.
public struct Actions: WidgetBundle {
    public init() {}

    /// The extension's controls, in the gallery's order.
    public var body: some Widget {
        CommandControl()
        CommandToggle()
        ValueControl()
        UnitToggle()
        WebhookControl()
        CaptureControl()
    }
}

/// The services that the extension's intents and providers use. The system creates intents and providers, which
/// therefore find the services in `current`.
final class ActionsRuntime: Sendable {
    /// The runtime of the current task. Tests set their own.
    @TaskLocal static var current = ActionsRuntime(
        environment: CommandEnvironment.variables(of: ProcessEnvironment.variables), bus: UnitManager.Bus.process,
        journal: StandardError.note)

    let commands: CommandRunner
    let requested: RequestedStates
    let values: ValueReader
    /// The states of toggles that have a `state` command.
    let states: ValueReader
    let units: UnitManager
    let webhooks: WebhookSender

    /// - Parameters:
    ///   - journal: Receives the output of commands, and failures outside of any call.
    init(
        environment: [String: String], bus: UnitManager.Bus, journal: @escaping @Sendable (String) -> Void
    ) {
        commands = CommandRunner(environment: environment, journal: journal)
        requested = RequestedStates()
        values = ValueReader(commands: commands, journal: journal)
        states = ValueReader(commands: commands, journal: journal)
        units = UnitManager(bus: bus)
        webhooks = WebhookSender()
    }
}

extension UnitManager.Bus {
    /// The user's bus if `HOLDFAST_BUS` is `user`, else the system bus.
    fileprivate static var process: UnitManager.Bus {
        ProcessEnvironment.variables["HOLDFAST_BUS"] == "user" ? .user : .system
    }
}

/// The time limits of actions and values.
enum ActionLimits {
    /// The default time limit of an action, in ms. It is shorter than a panel's limit for an intent, 30 s, to leave
    /// time to read the resulting state.
    static let action = 25_000
    /// The longest configurable time limit, in ms.
    static let longest = 3_600_000
    /// The time limit for reading a state or a value. It is shorter than a panel's limit for a provider, 5 s.
    static let value = Duration.milliseconds(4_500)
}
