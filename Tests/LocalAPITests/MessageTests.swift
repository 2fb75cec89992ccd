import ControlModel
import Foundation
import Testing

@testable import LocalAPI

@Suite("Messages and the interfaces' texts")
struct MessageTests {
    private static func decoded<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    /// A message type with its name in the interface's text, and a value with all optional parts.
    struct Sample: Sendable, CustomTestStringConvertible {
        var interface: String
        /// `Type`, `Method.in`, `Method.out`, or an error's name.
        var name: String
        var full: String
        /// Reads the value from JSON and writes it again.
        var rewrite: @Sendable (String) throws -> String
        /// Whether a written value is read back equal.
        var survives: @Sendable (String) throws -> Bool

        var testDescription: String { "\(interface) \(name)" }

        init<Value: Codable & Hashable & Sendable>(
            _ interface: String, _ name: String, _ type: Value.Type, _ full: String
        ) {
            (self.interface, self.name, self.full) = (interface, name, full)
            rewrite = { json in
                String(decoding: try JSONEncoder().encode(try MessageTests.decoded(json, as: type)), as: UTF8.self)
            }
            survives = { json in
                let value = try MessageTests.decoded(json, as: type)
                return try JSONDecoder().decode(type, from: try JSONEncoder().encode(value)) == value
            }
        }
    }

    static let choice =
        #"{"value":[1,"a",true,null,1.5],"title":"One","subtitle":"first","symbol":"symbols/x","section":"s"}"#
    static let parameter = """
        {"name":"room","title":"Room","description":"d","type":"text","isRequired":true,"value":"a","choices":[\(choice)],
        "suggestions":{"dependsOn":["a"]}}
        """
    static let snapshot = """
        {"kind":"a.b.c","displayName":"C","description":"d","isOn":true,"title":"T","symbol":"star","valueText":"V",
        "tint":"#112233","isDisabled":true,"isRunning":true,"hint":"H","status":"S","freshness":"stale",
        "failure":"F","privateState":true,"privateLabel":true,"privateValueLabel":true}
        """
    /// The panel's snapshot has an additional member: an extension does not report what was redacted.
    static let shownSnapshot = String(snapshot.dropLast()) + #","isRedacted":true}"#
    static let target = #"{"type":"T","typeName":"N","value":"v","title":"t"}"#
    static let intent = """
        {"type":"I","title":"t","description":"d","values":{"a":1},"parameters":[\(parameter)],
        "authentication":"requiresAuthentication","isDiscoverable":false,"opensBeforePerforming":true,
        "opens":\(target)}
        """
    /// An evaluation that looks the same while it runs is written without `running`.
    static let evaluation =
        #"{"control":\#(snapshot),"running":\#(snapshot.replacing(#""title":"T""#, with: #""title":"R""#)),"intent":\#(intent)}"#
    static let request = """
        {"intent":"I","parameter":"p","title":"t","dialog":"d","choices":[\(choice)]}
        """
    static let placement = #"{"kind":"a.b","configuration":{"r":"x"},"pushToken":"t"}"#
    static let control = """
        {"name":"n","source":"s","places":["p"],"configuration":{"a":[1]},"parameters":[\(parameter)],
        "intent":\(intent),"authentication":"local","takesCommands":true,"age":1.5,"confirmation":"q","snapshot":\(shownSnapshot)}
        """
    static let activity = #"{"id":"i","title":"t","subtitle":"s","symbol":"y","begins":1.5,"ends":2.5}"#
    static let status = #"{"name":"n","domain":"d","state":"ready","detail":"x","controls":1}"#

    static let extensionSamples: [Sample] = [
        Sample("Extension", "Choice", IntentChoice.self, choice),
        Sample("Extension", "Suggestions", ParameterSuggestions.self, #"{"dependsOn":["a"]}"#),
        Sample("Extension", "Parameter", IntentParameterInfo.self, parameter),
        Sample("Extension", "ControlSnapshot", ControlSnapshot.self, snapshot),
        Sample("Extension", "Target", OpenTarget.self, target),
        Sample("Extension", "Intent", IntentReference.self, intent),
        Sample("Extension", "Evaluation", ControlEvaluation.self, evaluation),
        Sample(
            "Extension", "Control", DescribedControl.self,
            """
            {"kind":"a.b","displayName":"n","description":"d","parameters":[\(parameter)],
            "promptsForUserConfiguration":true,"wantsPushTokens":true,"preview":\(evaluation),"problem":"p"}
            """),
        Sample("Extension", "Shortcut", DescribedShortcut.self, #"{"phrase":"p","intent":\#(intent)}"#),
        Sample("Extension", "Request", IntentParameterRequest.self, request),
        Sample("Extension", "Placement", PlacedControl.self, placement),
        Sample("Extension", "Describe.in", ExtensionInterface.Describe.Parameters.self, #"{"domain":"d"}"#),
        Sample(
            "Extension", "Describe.out", ExtensionInterface.Describe.Reply.self,
            #"{"displayName":"d","controls":[],"shortcuts":[{"phrase":"p","intent":\#(intent)}],"notes":["n"]}"#),
        Sample("Extension", "Snapshot.in", SnapshotRequest.self, #"{"kind":"k","configuration":{"a":1}}"#),
        Sample(
            "Extension", "Snapshot.out", ExtensionInterface.Snapshot.Reply.self, #"{"evaluation":\#(evaluation)}"#),
        Sample(
            "Extension", "Perform.in", PerformRequest.self,
            #"{"performance":"p","kind":"k","configuration":{},"intent":"i","values":{"a":null},"answers":{"b":"x"},"#
                + #""isOn":true,"requestedAt":9}"#),
        Sample(
            "Extension", "Perform.out", PerformReply.self,
            """
            {"failure":"f","request":\(request),"opens":\(target),"next":\(intent),"evaluation":\(evaluation),
            "valueFailure":"v","dialog":"d","value":true,"problem":"p"}
            """),
        Sample(
            "Extension", "Suggest.in", SuggestRequest.self,
            #"{"kind":"k","intent":"i","parameter":"p","values":{"a":1}}"#),
        Sample("Extension", "Suggest.out", ExtensionInterface.Suggest.Reply.self, #"{"choices":[\#(choice)]}"#),
        Sample(
            "Extension", "PushTokensChanged.in", ExtensionInterface.PushTokensChanged.Parameters.self,
            #"{"placements":[\#(placement)]}"#),
        Sample("Extension", "PushTokensChanged.out", NoParameters.self, "{}"),
        Sample("Extension", "NoSuchControl", ExtensionInterface.NoSuchControl.self, #"{"kind":"k"}"#),
        Sample("Extension", "NoSuchIntent", ExtensionInterface.NoSuchIntent.self, #"{"intent":"i"}"#),
        Sample("Extension", "ValueFailed", ExtensionInterface.ValueFailed.self, #"{"reason":"r"}"#),
    ]

    static let hostSamples: [Sample] = [
        Sample("Host", "Placement", PlacedControl.self, placement),
        Sample("Host", "Activity", ActivityState.self, activity),
        Sample("Host", "Reload.in", HostInterface.Reload.Parameters.self, #"{"kind":"k"}"#),
        Sample("Host", "Reload.out", NoParameters.self, "{}"),
        Sample("Host", "Value", PlacedValue.self, #"{"configuration":{"c":1},"evaluation":\#(evaluation)}"#),
        Sample(
            "Host", "Update.in", HostInterface.Update.Parameters.self,
            #"{"kind":"k","values":[{"configuration":{},"evaluation":\#(evaluation)}]}"#),
        Sample("Host", "Update.out", NoParameters.self, "{}"),
        Sample("Host", "CurrentControls.in", NoParameters.self, "{}"),
        Sample(
            "Host", "CurrentControls.out", HostInterface.CurrentControls.Reply.self, #"{"placements":[\#(placement)]}"#),
        Sample("Host", "Confirm.in", HostInterface.Confirm.Parameters.self, #"{"performance":"p","dialog":"d"}"#),
        Sample("Host", "Confirm.out", HostInterface.Confirm.Reply.self, #"{"confirmed":true}"#),
        Sample(
            "Host", "Progress.in", HostInterface.Progress.Parameters.self, #"{"performance":"p","completed":0.5}"#),
        Sample("Host", "Progress.out", NoParameters.self, "{}"),
        Sample("Host", "ShowActivity.in", HostInterface.ShowActivity.Parameters.self, #"{"activity":\#(activity)}"#),
        Sample("Host", "ShowActivity.out", NoParameters.self, "{}"),
        Sample("Host", "EndActivity.in", HostInterface.EndActivity.Parameters.self, #"{"id":"i"}"#),
        Sample("Host", "EndActivity.out", NoParameters.self, "{}"),
        Sample("Host", "Report.in", HostInterface.Report.Parameters.self, #"{"extension":"e","problem":"p"}"#),
        Sample("Host", "Report.out", NoParameters.self, "{}"),
        Sample("Host", "NotYours", HostInterface.NotYours.self, #"{"kind":"k"}"#),
        Sample("Host", "ActivityRefused", HostInterface.ActivityRefused.self, #"{"id":"i"}"#),
    ]

    static let boardSamples: [Sample] = [
        Sample("Board", "Line", BoardLine.self, #"{"name":"n","usedBy":"u","isActive":true}"#),
        Sample("Board", "Keypad", BoardKeypad.self, #"{"name":"n","rows":["12","0#"]}"#),
        Sample("Board", "Parts.in", NoParameters.self, "{}"),
        Sample(
            "Board", "Parts.out", BoardInterface.Parts.Reply.self,
            #"{"buttons":["b"],"sensors":["l"],"keypads":[{"name":"n","rows":["1"]}],"chips":["c"]}"#),
        Sample(
            "Board", "Press.in", BoardInterface.Press.Parameters.self, #"{"button":"b","seconds":1.5,"requestedAt":9}"#),
        Sample("Board", "Press.out", BoardInterface.Press.Reply.self, #"{"isDown":true}"#),
        Sample("Board", "Release.in", BoardInterface.ButtonParameters.self, #"{"button":"b"}"#),
        Sample("Board", "Release.out", NoParameters.self, "{}"),
        Sample("Board", "Stick.in", BoardInterface.ButtonParameters.self, #"{"button":"b"}"#),
        Sample("Board", "Stick.out", NoParameters.self, "{}"),
        Sample("Board", "Unstick.in", BoardInterface.ButtonParameters.self, #"{"button":"b"}"#),
        Sample("Board", "Unstick.out", NoParameters.self, "{}"),
        Sample(
            "Board", "Chatter.in", BoardInterface.Chatter.Parameters.self,
            #"{"button":"b","seconds":1.5,"every":0.25}"#),
        Sample("Board", "Chatter.out", NoParameters.self, "{}"),
        Sample("Board", "Sense.in", BoardInterface.Sense.Parameters.self, #"{"line":"l","isActive":true}"#),
        Sample("Board", "Sense.out", NoParameters.self, "{}"),
        Sample(
            "Board", "Keys.in", BoardInterface.Keys.Parameters.self, #"{"text":"12#","keypad":"k","requestedAt":9}"#),
        Sample("Board", "Keys.out", NoParameters.self, "{}"),
        Sample("Board", "Drop.in", BoardInterface.Drop.Parameters.self, #"{"line":"l","count":2}"#),
        Sample("Board", "Drop.out", NoParameters.self, "{}"),
        Sample("Board", "Unplug.in", BoardInterface.ChipParameters.self, #"{"chip":"c"}"#),
        Sample("Board", "Unplug.out", NoParameters.self, "{}"),
        Sample("Board", "Replug.in", BoardInterface.ChipParameters.self, #"{"chip":"c"}"#),
        Sample("Board", "Replug.out", NoParameters.self, "{}"),
        Sample("Board", "Levels.in", BoardInterface.Levels.Parameters.self, #"{"follow":true}"#),
        Sample(
            "Board", "Levels.out", BoardInterface.Levels.Reply.self,
            #"{"line":{"name":"n","usedBy":"u","isActive":false}}"#),
        Sample(
            "Board", "NoSuchPart", BoardInterface.NoSuchPart.self, #"{"part":"button","name":"n","nearest":"m"}"#),
        Sample("Board", "Refused", BoardInterface.Refused.self, #"{"reason":"r"}"#),
    ]

    static let samples = boardSamples + extensionSamples + hostSamples + panelSamples

    /// Read once for all samples.
    private static let texts = Result {
        [
            "Board": try InterfaceText(HoldfastInterfaces.board),
            "Extension": try InterfaceText(HoldfastInterfaces.extension),
            "Host": try InterfaceText(HoldfastInterfaces.host), "Panel": try InterfaceText(HoldfastInterfaces.panel),
        ]
    }

    static func text(of interface: String) throws -> InterfaceText {
        try #require(try texts.get()[interface])
    }

    private func declared(_ sample: Sample, in text: InterfaceText) -> InterfaceText.FieldType? {
        if let method = sample.name.split(separator: ".").first.flatMap({ text.methods[String($0)] }) {
            if sample.name.hasSuffix(".in") { return method.input }
            if sample.name.hasSuffix(".out") { return method.output }
        }
        return text.types[sample.name] ?? text.errors[sample.name]
    }

    @Test("E4 every message matches its interface's text exactly", arguments: samples)
    func declared(_ sample: Sample) throws {
        let text = try Self.text(of: sample.interface)
        let type = try #require(declared(sample, in: text))
        for json in [sample.full, try sample.rewrite(sample.full)] {
            let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
            #expect(text.problems(of: value, as: type, at: sample.name, complete: true) == [])
        }
        #expect(try sample.survives(sample.full))
    }

    @Test("E4 a message with only its required parts is read with defaults", arguments: samples)
    func least(_ sample: Sample) throws {
        let text = try Self.text(of: sample.interface)
        let type = try #require(declared(sample, in: text))
        let value = try JSONSerialization.jsonObject(with: Data(sample.full.utf8))
        let least = reduced(value, to: type, in: text)
        #expect(text.problems(of: least, as: type, at: sample.name, complete: false) == [])
        let json = String(decoding: try JSONSerialization.data(withJSONObject: least), as: UTF8.self)
        #expect(try sample.survives(json))
    }

    /// Returns `value` without its optional parts.
    private func reduced(_ value: Any, to type: InterfaceText.FieldType, in text: InterfaceText) -> Any {
        switch type {
        case .named(let name): text.types[name].map { reduced(value, to: $0, in: text) } ?? value
        case .array(let type): (value as? [Any])?.map { reduced($0, to: type, in: text) } ?? value
        case .structure(let fields):
            Dictionary(
                uniqueKeysWithValues: fields.compactMap { field -> (String, Any)? in
                    if case .optional = field.type { return nil }
                    guard let member = (value as? [String: Any])?[field.name] else { return nil }
                    return (field.name, reduced(member, to: field.type, in: text))
                })
        default: value
        }
    }

    @Test(
        "E4 every type, method and error of the texts has a message here",
        arguments: ["Board", "Extension", "Host", "Panel"])
    func complete(interface: String) throws {
        let text = try Self.text(of: interface)
        let names = Set(Self.samples.filter { $0.interface == interface }.map(\.name))
        let declared =
            Array(text.types.keys) + Array(text.errors.keys) + text.methods.keys.flatMap { ["\($0).in", "\($0).out"] }
        #expect(names == Set(declared))
        #expect(text.name == "io.holdfast.\(interface)")
    }

    @Test("E4 the names in the code are those of the interfaces' texts")
    func names() throws {
        let methods = [
            (
                "Board",
                [
                    BoardInterface.Press.method,
                    BoardInterface.Release.method,
                    BoardInterface.Stick.method,
                    BoardInterface.Unstick.method, BoardInterface.Parts.method,
                    BoardInterface.Chatter.method,
                    BoardInterface.Sense.method,
                    BoardInterface.Keys.method,
                    BoardInterface.Drop.method,
                    BoardInterface.Unplug.method,
                    BoardInterface.Replug.method,
                    BoardInterface.Levels.method,
                ]
            ),
            (
                "Extension",
                [
                    ExtensionInterface.Describe.method, ExtensionInterface.Snapshot.method,
                    ExtensionInterface.Perform.method, ExtensionInterface.Suggest.method,
                    ExtensionInterface.PushTokensChanged.method,
                ]
            ),
            (
                "Host",
                [
                    HostInterface.Reload.method, HostInterface.Update.method, HostInterface.CurrentControls.method,
                    HostInterface.Confirm.method, HostInterface.Progress.method,
                    HostInterface.ShowActivity.method, HostInterface.EndActivity.method, HostInterface.Report.method,
                ]
            ),
            (
                "Panel",
                [
                    PanelInterface.List.method, PanelInterface.Show.method, PanelInterface.Changes.method,
                    PanelInterface.Watch.method,
                    PanelInterface.Perform.method, PanelInterface.Confirm.method, PanelInterface.Reload.method,
                    PanelInterface.PushToken.method, PanelInterface.Push.method,
                    PanelInterface.Intents.method, PanelInterface.Run.method, PanelInterface.Suggest.method,
                    PanelInterface.Status.method, PanelInterface.Lights.method,
                    PanelInterface.TestLights.method, PanelInterface.Display.method, PanelInterface.Gallery.method,
                    PanelInterface.Why.method,
                    PanelInterface.Layout.method,
                    PanelInterface.Place.method, PanelInterface.Move.method, PanelInterface.Resize.method,
                    PanelInterface.Remove.method, PanelInterface.Configure.method, PanelInterface.Reset.method,
                    PanelInterface.Unlock.method, PanelInterface.JoinSession.method,
                    PanelInterface.ShowSession.method, PanelInterface.EndSession.method, PanelInterface.Lock.method,
                    PanelInterface.People.method,
                    PanelInterface.AddPerson.method, PanelInterface.EnrolAtPad.method,
                    PanelInterface.RemovePerson.method,
                    PanelInterface.MakeRecoveryCode.method, PanelInterface.EndLockout.method,
                    PanelInterface.Log.method,
                    PanelInterface.BackUp.method, PanelInterface.Restore.method,
                ]
            ),
        ]
        for (interface, names) in methods {
            let text = try Self.text(of: interface)
            #expect(Set(names) == Set(text.methods.keys.map { "\(text.name).\($0)" }))
        }
        let errors: [(String, [any VarlinkError.Type])] = [
            (
                "Extension",
                [
                    ExtensionInterface.NoSuchControl.self, ExtensionInterface.NoSuchIntent.self,
                    ExtensionInterface.ValueFailed.self,
                ]
            ),
            ("Host", [HostInterface.NotYours.self, HostInterface.ActivityRefused.self]),
            (
                "Panel",
                [
                    PanelInterface.NoSuchControl.self, PanelInterface.NoSuchIntent.self, PanelInterface.Refused.self,
                    PanelInterface.NoSuchPlace.self, PanelInterface.LayoutFixed.self,
                    PanelInterface.InvalidConfiguration.self, PanelInterface.WrongPIN.self,
                    PanelInterface.OtherDeviceKey.self, PanelInterface.UnusableBackup.self,
                    PanelInterface.AuthenticationRequired.self,
                ]
            ),
        ]
        for (interface, types) in errors {
            let text = try Self.text(of: interface)
            #expect(Set(types.map { $0.varlinkName }) == Set(text.errors.keys.map { "\(text.name).\($0)" }))
        }
    }
}
