/// The keys of a panel's file.
enum PanelKeys {
    static let name = Key<String>.required(
        "name", .line(), "The panel's name for people. Controls without a title have the same name.")
    static let domain = Key<String>.required(
        "domain", .domain,
        """
        The owner of the panel's controls in reverse-DNS form, in any letter case. A control's kind is the domain, a dot \
        and the control's key, and identifies the control for good. At most \(Domain.limit) bytes.
        """)
    static let board = Key<BoardSelection>.optional(
        "board", .board, default: .automatic,
        """
        The GPIO chip: auto finds the chip of a Raspberry Pi's header by its label; simulated is a board in memory; any \
        other text is a chip's label (pinctrl-bcm2711), name (gpiochip0) or path (/dev/gpiochip0).
        """)
    static let controls = Key<[ControlDescription]>.optional(
        "controls", .table(ControlKeys.mapping, build: ControlKeys.control),
        "The panel's controls, in the order of lists. Keys are unique in any letter case.")
    static let buttons = Key<[ButtonDescription]>.optional(
        "buttons", .table(ButtonKeys.mapping, build: ButtonKeys.button),
        "The push buttons. A tap shows what a hold does.")
    static let lights = Key<[LightDescription]>.optional(
        "lights", .table(LightKeys.mapping, build: LightKeys.light),
        "The lights. Each light shows a control or the panel's status.")
    static let display = Key<DisplayDescription>.optional(
        "display", .mapping(DisplayKeys.mapping, build: DisplayKeys.display),
        "A text display, which shows what a Lock Screen shows: hints, status, activities and faults.")
    static let extensions = Key<[ExtensionGrant]>.optional(
        "extensions", .list(ExtensionKeys.mapping, build: ExtensionKeys.grant),
        "The extensions: processes whose controls the panel has in addition to its own.")

    static let opened = Key<[OpenedAction]>.optional(
        "opened", .table(FollowingActionKeys.mapping, build: FollowingActionKeys.opened),
        """
        The actions when a control or an intent opens something: history, a control by its key, the target of an \
        extension's intent, or a URL by its scheme. \(DelegatedAction.placeholder) stands for the URL, or for the \
        target's name.
        """)
    static let notify = Key<[NotifiedOccasion: FollowingAction]>.optional(
        "notify", .mapping(NotifyKeys.mapping, build: NotifyKeys.notified),
        "Actions for events that people should know of.")
    static let sound = Key<SoundDescription>.optional(
        "sound", .mapping(SoundKeys.mapping, build: SoundKeys.sound),
        "The sounds of presses and results, for people who do not see the lights.")
    static let keypad = Key<[KeypadDescription]>.optional(
        "keypad", KeypadKeys.keypads, "The PIN pad, or a list of several PIN pads, each with a name.")
    static let authentication = Key<AuthenticationDescription>.optional(
        "authentication", .mapping(AuthenticationKeys.mapping, build: AuthenticationKeys.authentication),
        "How the panel locks and unlocks.")
    static let lockScreen = Key<[ControlReference]>.optional(
        "lock_screen", .list(of: .control, example: "[flashlight, door]", mayBeEmpty: true),
        "The controls of the lock screen, in their order.")
    static let controlCenter = Key<[ControlTile]>.optional(
        "control_center", .list(of: .tile, example: "[{control: flashlight, size: large}, door]", mayBeEmpty: true),
        "The controls of Control Center, in their order. Each is given as for a button, or with its size.")
    static let layout = Key<LayoutPolicy>.optional(
        "layout", .choice(), default: .editable,
        "Whether people may place controls elsewhere than in this file: editable, or fixed.")

    static let clock = Key<ClockSource>.optional(
        "clock", .choice(), default: .synchronized,
        """
        The clock for guests' hours and for dim: synchronized is a clock that a time source has set since boot; rtc is \
        also a clock that the kernel has set from the board's real-time clock, while its time is not before the newest \
        stored time.
        """)

    static let gateway = Key<GatewayDescription>.optional(
        "gateway", .mapping(GatewayKeys.mapping, build: GatewayKeys.gateway),
        """
        The address at which browsers and other programs reach the panel by HTTP. Default: http://127.0.0.1:8080, if \
        holdfast-gateway is installed.
        """
    )

    static let mqtt = Key<BrokerDescription>.optional(
        "mqtt", .mapping(BrokerKeys.mapping, build: BrokerKeys.description),
        "The MQTT broker to which holdfast-gateway publishes the state of the panel and its controls.")

    static let mapping = MappingDescription(
        noun: "panel", example: "{name: Hallway, domain: org.example.hallway}", documentation: "A control panel.",
        keys: [
            name, domain, board, controls, buttons, lights, display, extensions, opened, notify, sound, keypad,
            authentication, lockScreen, controlCenter, layout, clock, gateway, mqtt,
        ])

    /// The panel that the root of a file describes.
    ///
    /// - Throws: `Incomplete` where the file has errors, which `reading` has noted.
    static func panel(_ root: Node, reading: PanelReading) throws(Incomplete) -> PanelDescription {
        guard case .mapping(let entries) = root.content else {
            reading.findings.add(
                .wrongType(key: "the panel", expected: .mapping(mapping), found: root.content), at: root.position)
            throw Incomplete()
        }
        let fields = Fields(entries, of: mapping, in: .panel, at: root.position, reading: reading)
        defer {
            fields.readRemaining()
            reading.checkLines(on: fields[board])
            reading.checkDomains()
        }
        // The order of reading matters. Controls need `name` and `domain`. References to controls need the controls'
        // keys and the domains of extensions.
        reading.name = fields[name]
        if let domain = fields[domain], let position = fields.position(of: Self.domain) {
            reading.use(domain: domain, in: .panel, at: position)
        }
        let grants = fields.has(extensions) ? fields[extensions] : []
        reading.controls = fields.names(in: controls).map { keys in
            ControlNames(
                keys: keys, titles: fields.texts(of: ControlKeys.title, in: controls), domain: fields[domain],
                extensionDomains: grants?.map(\.domain))
        }
        if let controls = fields[controls] { ControlChecks.check(controls, reading) }
        // A button with an error may be the trusted one.
        if let controls = fields[controls], !fields.has(keypad),
            (fields[buttons] ?? []).count == fields.names(in: buttons)?.count
        {
            ControlChecks.checkPads(controls, fields[buttons] ?? [], reading)
        }
        return PanelDescription(
            name: try fields.value(name), domain: try fields.value(domain), board: try fields.value(board),
            boardPosition: fields.position(of: board), controls: fields[controls] ?? [], buttons: fields[buttons] ?? [],
            lights: fields[lights] ?? [],
            display: fields[display], extensions: grants ?? [], opened: fields[opened] ?? [],
            notified: fields[notify] ?? [:], sound: fields[sound], keypads: fields[keypad] ?? [],
            authentication: fields[authentication] ?? AuthenticationDescription(), lockScreen: fields[lockScreen] ?? [],
            controlCenter: fields[controlCenter] ?? [], layout: try fields.value(layout),
            clock: try fields.value(clock), gateway: fields[gateway] ?? .usual, broker: fields[mqtt],
            symbols: reading.symbols, notes: reading.notes,
            file: reading.findings.file)
    }
}
