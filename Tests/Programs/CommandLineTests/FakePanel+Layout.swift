import ControlModel
import EventLoop
import LocalAPI

/// The fake panel's gallery and layout. Each change is recorded, and answered with the resulting place.
extension FakePanel {
    nonisolated static let timer = "org.example.focus.timer"

    nonisolated static let gallery = [
        GalleryControl(
            group: "Focus", source: "focus",
            snapshot: ControlSnapshot(
                kind: timer, displayName: "Timer", controlDescription: "Counts\u{1B}[2J down.", template: .button,
                title: "Timer", hint: "Hold for 'Timer'", freshness: .preview),
            parameters: [
                IntentParameterInfo(
                    name: "timer", title: "Which", description: "The timer to start.", type: .enumeration,
                    isRequired: true,
                    choices: [
                        IntentChoice(value: .string("work"), title: "Work", subtitle: "25 min"),
                        IntentChoice(value: .string("rest"), title: "Rest"),
                    ]),
                IntentParameterInfo(name: "minutes", title: "Minutes", type: .integer, value: .int(25)),
                IntentParameterInfo(name: "room", title: "Room", type: .entity),
                IntentParameterInfo(name: "quiet", title: "Quiet", type: .boolean),
            ], promptsForUserConfiguration: true, places: ["lock_screen.2"]),
        GalleryControl(
            group: "Hallway", key: "lamp",
            snapshot: ControlSnapshot(
                kind: "org.example.hallway.lamp", displayName: "Lamp", template: .toggle(isOn: false), title: "Lamp",
                valueText: "Off", hint: "", freshness: .preview), places: ["buttons.action.hold"]),
    ]

    nonisolated static let layout = [
        LayoutItem(place: "buttons.action.hold", isByHand: false, control: lamp()),
        LayoutItem(place: "buttons.action.double_tap", isByHand: true, control: nil),
        LayoutItem(place: "buttons.side.hold", isByHand: false, control: nil),
        LayoutItem(place: "lights.lamp", isByHand: true, control: nil),
        LayoutItem(place: "lock_screen.1", isByHand: true, control: lamp()),
        LayoutItem(
            place: "lock_screen.2", isByHand: true,
            control: .init(
                reference: timer, kind: timer, displayName: "Timer\u{7}",
                configuration: ["timer": .string("a break"), "minutes": .int(5)], problem: "it needs room",
                note: "it has no parameter 'minutes'")),
        LayoutItem(place: "control_center.1", isByHand: false, control: lamp(.large)),
        LayoutItem(place: "control_center.2", isByHand: false, control: lamp(.small)),
    ]

    nonisolated private static func lamp(_ size: TileSize? = nil) -> LayoutItem.Control {
        .init(reference: "lamp", kind: "org.example.hallway.lamp", displayName: "Lamp", size: size)
    }

    static func layoutMethods(_ recorder: Recorder) -> [VarlinkMethod] {
        [
            .method(PanelInterface.Gallery.self, streams: true) { parameters, call in
                if let search = parameters.search { recorder.note("gallery \(search)") }
                var rest = gallery[...]
                call.stream { rest.popFirst().map { .init(control: $0) } }
            },
            .method(PanelInterface.Why.self) {
                recorder.note("why \($0.control)")
                $1.reply(.init(isShown: false, reason: "the extension is\u{7} gone"))
            },
            .method(PanelInterface.Layout.self, streams: true) {
                var rest = layout[...]
                $1.stream { rest.popFirst().map { .init(item: $0, isFixed: false) } }
            },
            .method(PanelInterface.Place.self) { parameters, call in
                recorder.note(
                    "place \(text(parameters.control, nil, parameters.configuration)) at \(parameters.place)"
                        + (parameters.size.map { " \($0)" } ?? ""))
                place(parameters, call)
            },
            .method(PanelInterface.Move.self) {
                recorder.note("move \($0.place) \($0.to)")
                $1.reply(.init(item: LayoutItem(place: $0.to, isByHand: true, control: lamp())))
            },
            .method(PanelInterface.Resize.self) {
                recorder.note("resize \($0.place) \($0.size)")
                $1.reply(.init(item: LayoutItem(place: $0.place, isByHand: true, control: lamp($0.size))))
            },
            .method(PanelInterface.Configure.self) {
                recorder.note("configure \(text($0.place, nil, $0.configuration)) \($0.defaults ?? [])")
                $1.fail(
                    PanelInterface.InvalidConfiguration(
                        parameter: "timer", reason: "expected work or rest, found 'wrok'", nearest: "work"))
            },
            .method(PanelInterface.Remove.self) {
                recorder.note("remove \($0.place)")
                $1.reply(NoParameters())
            },
            .method(PanelInterface.Reset.self) {
                recorder.note("reset \($0.place ?? "all")")
                $1.reply(NoParameters())
            },
            .method(PanelInterface.Suggest.self) { parameters, call in
                recorder.note("suggest \(parameters.control ?? "-") \(parameters.parameter)")
                call.reply(.init(choices: [IntentChoice(value: .string("k1"), title: "Kitchen")]))
            },
        ]
    }

    private static func place(
        _ parameters: PanelInterface.Place.Parameters, _ call: VarlinkCall<PanelInterface.Placed>
    ) {
        switch parameters.place {
        case "lock_scren": call.fail(PanelInterface.NoSuchPlace(place: parameters.place, nearest: "lock_screen"))
        case "lights.none": call.fail(PanelInterface.NoSuchPlace(place: parameters.place))
        case "lights.fixed": call.fail(PanelInterface.LayoutFixed())
        case "lights.full": call.fail(PanelInterface.Refused(reason: "no room"))
        default:
            var control = lamp(parameters.size)
            if parameters.control == timer {
                control.displayName = "Timer"
                control.problem = parameters.configuration == nil ? "it needs timer" : nil
            }
            call.reply(.init(item: LayoutItem(place: parameters.place, isByHand: true, control: control)))
        }
    }
}
