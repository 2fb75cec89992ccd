import Commands
import ControlExtension
import Controls
import Glibc

/// Holdfast's stock extension: controls that run commands, switch systemd's units and call webhooks, as a panel's file
/// says. Its program is `holdfast-actions`.
public struct Actions: WidgetBundle {
    /// The bundle.
    public init() {}

    /// Its controls.
    public var body: some Widget {
        CommandControl()
        CommandToggle()
        ValueControl()
        UnitToggle()
        WebhookControl()
        CaptureControl()
    }
}

/// What the extension's intents and providers, which the system makes, carry their work out with.
final class ActionsRuntime: Sendable {
    /// That of the code that asks: tests have their own.
    @TaskLocal static var current = ActionsRuntime(
        environment: CommandEnvironment.process, bus: ServiceManager.Bus.process, journal: StandardError.note)

    let commands: CommandRunner
    let wishes: Wishes
    let values: ValueReader
    /// The states of toggles whose commands tell them.
    let states: ValueReader
    let units: ServiceManager
    let webhooks: WebhookSender

    /// - Parameters:
    ///   - environment: The variables of commands.
    ///   - bus: Where the service manager is.
    ///   - journal: Is given what commands write, and what goes wrong that nobody waits for.
    init(
        environment: [String: String], bus: ServiceManager.Bus, journal: @escaping @Sendable (String) -> Void
    ) {
        commands = CommandRunner(environment: environment, journal: journal)
        wishes = Wishes()
        values = ValueReader(commands: commands, journal: journal)
        states = ValueReader(commands: commands, journal: journal)
        units = ServiceManager(bus: bus)
        webhooks = WebhookSender()
    }
}

extension ServiceManager.Bus {
    /// The one that `HOLDFAST_BUS` names: `user`, or the system's.
    fileprivate static var process: ServiceManager.Bus {
        getenv("HOLDFAST_BUS").map { String(cString: $0) } == "user" ? .user : .system
    }
}

/// How long things may take.
enum TimeLimits {
    /// Of an action, unless its configuration says otherwise, in ms: within the 30 s that a panel gives an intent, with
    /// time left to ask for the state that it led to.
    static let action = 25_000
    /// The most that a configuration can say, in ms.
    static let longest = 3_600_000
    /// Of reading a state or a value: within the 5 s that a panel gives a provider.
    static let value = Duration.milliseconds(4_500)
}
