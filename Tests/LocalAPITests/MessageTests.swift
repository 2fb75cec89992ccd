import Controls
import Foundation
import Testing

@testable import LocalAPI

@Suite("Messages and the interfaces' texts")
struct MessageTests {
    private static func decoded<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    /// A message type, with what the text calls it, and one value of which everything is given.
    struct Sample: Sendable, CustomTestStringConvertible {
        var interface: String
        /// `Type`, `Method.in`, `Method.out`, or an error's name.
        var name: String
        var full: String
        /// The value read from JSON and written again.
        var rewrite: @Sendable (String) throws -> String
        /// Whether all that is written is read as the same.
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

    private static let choice =
        #"{"value":[1,"a",true,null,1.5],"title":"One","subtitle":"first","symbol":"symbols/x"}"#
    private static let parameter = """
        {"name":"room","title":"Room","description":"d","type":"text","isRequired":true,"value":"a","choices":[\(choice)]}
        """
    private static let snapshot = """
        {"kind":"a.b.c","displayName":"C","description":"d","isOn":true,"title":"T","symbol":"star","valueText":"V",
        "tint":"#112233","isDisabled":true,"isRunning":true,"hint":"H","status":"S","freshness":"stale",
        "failure":"F","privateState":true,"privateLabel":true,"privateValueLabel":true}
        """
    /// What the panel tells besides: an extension does not say of its controls what is left out of them.
    private static let shownSnapshot = String(snapshot.dropLast()) + #","isRedacted":true}"#
    private static let target = #"{"type":"T","typeName":"N","value":"v","title":"t"}"#
    private static let intent = """
        {"type":"I","title":"t","description":"d","values":{"a":1},"parameters":[\(parameter)],
        "authentication":"requiresAuthentication","isDiscoverable":false,"opensBeforePerforming":true,
        "opens":\(target)}
        """
    private static let evaluation = #"{"control":\#(snapshot),"running":\#(snapshot),"intent":\#(intent)}"#
    private static let request = """
        {"intent":"I","parameter":"p","title":"t","dialog":"d","choices":[\(choice)]}
        """
    private static let placement = #"{"kind":"a.b","configuration":{"r":"x"},"pushToken":"t"}"#
    private static let control = """
        {"name":"n","source":"s","places":["p"],"configuration":{"a":[1]},"parameters":[\(parameter)],
        "intent":\(intent),"authentication":"local","age":1.5,"confirmation":"q","snapshot":\(shownSnapshot)}
        """
    private static let light = ##"""
        {"name":"n","shows":"s","isLit":true,"color":"red","layers":[
        {"name":"fault","pattern":"fault","color":"#FF3B30","reason":"r"}]}
        """##
    private static let activity = #"{"id":"i","title":"t","subtitle":"s","symbol":"y","begins":1.5,"ends":2.5}"#
    private static let status = #"{"name":"n","domain":"d","state":"ready","detail":"x","controls":1}"#

    private static let galleryControl = """
        {"group":"g","source":"s","key":"k","snapshot":\(shownSnapshot),"parameters":[\(parameter)],
        "promptsForUserConfiguration":true,"places":["p"]}
        """
    private static let placedControl = """
        {"reference":"r","kind":"a.b","displayName":"d","configuration":{"a":[1]},"size":"large","problem":"p",
        "note":"n"}
        """
    private static let layoutItem = #"{"place":"lock_screen.1","isByHand":true,"control":\#(placedControl)}"#

    private static let logEntry =
        #"{"number":1,"time":1.5,"isSynchronized":true,"who":"w","what":"w","subject":"s","outcome":"o","detail":"d"}"#
    private static let lock = #"{"isUnlocked":true,"pending":"p","lockout":1.5,"remoteLockout":2.5}"#
    private static let person = #"{"name":"bob","role":"guest","limits":"uses=3"}"#

    static let extensionSamples: [Sample] = [
        Sample("Extension", "Choice", IntentChoice.self, choice),
        Sample("Extension", "Parameter", IntentParameterInfo.self, parameter),
        Sample("Extension", "ControlSnapshot", ControlSnapshot.self, snapshot),
        Sample("Extension", "Target", OpenTarget.self, target),
        Sample("Extension", "Intent", IntentReference.self, intent),
        Sample("Extension", "Evaluation", ControlEvaluation.self, evaluation),
        Sample(
            "Extension", "Control", DescribedControl.self,
            """
            {"kind":"a.b","displayName":"n","description":"d","parameters":[\(parameter)],
            "promptsForUserConfiguration":true,"wantsPushTokens":true,"preview":\(evaluation)}
            """),
        Sample("Extension", "Request", IntentParameterRequest.self, request),
        Sample("Extension", "Placement", PlacedControl.self, placement),
        Sample("Extension", "Describe.in", NoParameters.self, "{}"),
        Sample(
            "Extension", "Describe.out", ExtensionInterface.Describe.Reply.self,
            #"{"displayName":"d","controls":[],"notes":["n"]}"#),
        Sample("Extension", "Snapshot.in", SnapshotRequest.self, #"{"kind":"k","configuration":{"a":1}}"#),
        Sample(
            "Extension", "Snapshot.out", ExtensionInterface.Snapshot.Reply.self, #"{"evaluation":\#(evaluation)}"#),
        Sample(
            "Extension", "Perform.in", PerformRequest.self,
            #"{"performance":"p","kind":"k","configuration":{},"intent":"i","values":{"a":null},"answers":{"b":"x"},"#
                + #""isOn":true}"#),
        Sample(
            "Extension", "Perform.out", PerformReply.self,
            """
            {"failure":"f","request":\(request),"opens":\(target),"next":\(intent),"evaluation":\(evaluation),
            "valueFailure":"v"}
            """),
        Sample("Extension", "Suggest.in", SuggestRequest.self, #"{"kind":"k","intent":"i","parameter":"p"}"#),
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
        Sample("Host", "CurrentControls.in", NoParameters.self, "{}"),
        Sample(
            "Host", "CurrentControls.out", HostInterface.CurrentControls.Reply.self, #"{"placements":[\#(placement)]}"#),
        Sample("Host", "Confirm.in", HostInterface.Confirm.Parameters.self, #"{"performance":"p","dialog":"d"}"#),
        Sample("Host", "Confirm.out", HostInterface.Confirm.Reply.self, #"{"confirmed":true}"#),
        Sample("Host", "ShowActivity.in", HostInterface.ShowActivity.Parameters.self, #"{"activity":\#(activity)}"#),
        Sample("Host", "ShowActivity.out", NoParameters.self, "{}"),
        Sample("Host", "EndActivity.in", HostInterface.EndActivity.Parameters.self, #"{"id":"i"}"#),
        Sample("Host", "EndActivity.out", NoParameters.self, "{}"),
        Sample("Host", "NotYours", HostInterface.NotYours.self, #"{"kind":"k"}"#),
        Sample("Host", "ActivityRefused", HostInterface.ActivityRefused.self, #"{"id":"i"}"#),
    ]

    static let panelSamples: [Sample] = [
        Sample("Panel", "Choice", IntentChoice.self, choice),
        Sample("Panel", "Parameter", IntentParameterInfo.self, parameter),
        Sample("Panel", "ControlSnapshot", ControlSnapshot.self, shownSnapshot),
        Sample("Panel", "Target", OpenTarget.self, target),
        Sample("Panel", "Intent", IntentReference.self, intent),
        Sample("Panel", "Control", ListedControl.self, control),
        Sample("Panel", "Request", IntentParameterRequest.self, request),
        Sample("Panel", "Activity", ActivityState.self, activity),
        Sample("Panel", "Extension", ExtensionStatus.self, status),
        Sample("Panel", "NamedIntent", ListedIntent.self, #"{"name":"n","source":"s","intent":\#(intent)}"#),
        Sample(
            "Panel", "Notice", PanelNotice.self,
            """
            {"event":"control","name":"n","control":\(control),"text":"t","opens":\(target),"activity":\(activity),
            "extension":\(status)}
            """),
        Sample(
            "Panel", "LightLayer", ListedLight.Layer.self,
            ##"{"name":"state","pattern":"on","color":"#FFCC00","reason":"r"}"##),
        Sample("Panel", "Light", ListedLight.self, light),
        Sample("Panel", "Display.in", PanelInterface.Display.Parameters.self, #"{"columns":16,"rows":2}"#),
        Sample("Panel", "Display.out", PanelInterface.Display.Reply.self, #"{"columns":16,"rows":["a","b"]}"#),
        Sample("Panel", "Lights.in", NoParameters.self, "{}"),
        Sample("Panel", "Lights.out", PanelInterface.Lights.Reply.self, #"{"light":\#(light)}"#),
        Sample(
            "Panel", "TestLights.in", PanelInterface.TestLights.Parameters.self,
            #"{"light":"l","meaning":"fault","seconds":1.5}"#),
        Sample(
            "Panel", "TestLights.out", PanelInterface.TestLights.Reply.self, #"{"meaning":"fault","words":"w"}"#),
        Sample("Panel", "List.in", NoParameters.self, "{}"),
        Sample("Panel", "List.out", PanelInterface.List.Reply.self, #"{"control":\#(control)}"#),
        Sample("Panel", "Show.in", PanelInterface.Show.Parameters.self, #"{"control":"c"}"#),
        Sample("Panel", "Show.out", PanelInterface.Show.Reply.self, #"{"control":\#(control)}"#),
        Sample("Panel", "Watch.in", NoParameters.self, "{}"),
        Sample(
            "Panel", "Watch.out", PanelInterface.Watch.Reply.self,
            #"{"notice":{"event":"ready","name":"n","control":\#(control),"text":"t","opens":\#(target),"activity":\#(activity),"extension":\#(status)}}"#
        ),
        Sample(
            "Panel", "Perform.in", PanelInterface.Perform.Parameters.self,
            #"{"control":"c","isOn":true,"parameters":{"p":1}}"#),
        Sample(
            "Panel", "Perform.out", PerformedControl.self,
            #"{"failure":"f","request":\#(request),"opens":\#(target),"control":\#(control),"confirmation":"q"}"#),
        Sample("Panel", "Confirm.in", PanelInterface.Confirm.Parameters.self, #"{"control":"c","confirmed":true}"#),
        Sample("Panel", "Confirm.out", NoParameters.self, "{}"),
        Sample("Panel", "Reload.in", PanelInterface.Reload.Parameters.self, #"{"control":"c"}"#),
        Sample("Panel", "Reload.out", NoParameters.self, "{}"),
        Sample("Panel", "Intents.in", NoParameters.self, "{}"),
        Sample(
            "Panel", "Intents.out", PanelInterface.Intents.Reply.self,
            #"{"intent":{"name":"n","source":"s","intent":\#(intent)}}"#),
        Sample("Panel", "Run.in", PanelInterface.Run.Parameters.self, #"{"intent":"i","parameters":{"p":1}}"#),
        Sample("Panel", "Run.out", PerformedControl.self, #"{"failure":"f","request":\#(request),"opens":\#(target)}"#),
        Sample(
            "Panel", "Suggest.in", PanelInterface.Suggest.Parameters.self,
            #"{"control":"c","intent":"i","parameter":"p"}"#),
        Sample("Panel", "Suggest.out", PanelInterface.Suggest.Reply.self, #"{"choices":[\#(choice)]}"#),
        Sample("Panel", "Status.in", NoParameters.self, "{}"),
        Sample(
            "Panel", "Status.out", PanelStatus.self,
            """
            {"panel":"p","file":"f","uptime":1.5,"controls":1,"faults":["f"],"extensions":[\(status)],
            "activities":[\(activity)],"hint":"h","status":"s","lock":\(lock),
            "longestTurn":1,"longestTurnProcessor":1,"turns":1}
            """),
        Sample("Panel", "GalleryControl", GalleryControl.self, galleryControl),
        Sample("Panel", "PlacedControl", LayoutItem.Control.self, placedControl),
        Sample("Panel", "LayoutItem", LayoutItem.self, layoutItem),
        Sample("Panel", "Gallery.in", PanelInterface.Gallery.Parameters.self, #"{"search":"s"}"#),
        Sample("Panel", "Gallery.out", PanelInterface.Gallery.Reply.self, #"{"control":\#(galleryControl)}"#),
        Sample("Panel", "Why.in", PanelInterface.Why.Parameters.self, #"{"control":"c"}"#),
        Sample("Panel", "Why.out", PanelInterface.Why.Reply.self, #"{"isShown":true,"reason":"r"}"#),
        Sample("Panel", "Layout.in", NoParameters.self, "{}"),
        Sample("Panel", "Layout.out", PanelInterface.Layout.Reply.self, #"{"item":\#(layoutItem),"isFixed":true}"#),
        Sample(
            "Panel", "Place.in", PanelInterface.Place.Parameters.self,
            #"{"control":"c","place":"p","configuration":{"a":1},"size":"medium"}"#),
        Sample("Panel", "Place.out", PanelInterface.Placed.self, #"{"item":\#(layoutItem)}"#),
        Sample("Panel", "Move.in", PanelInterface.Move.Parameters.self, #"{"place":"p","to":"q"}"#),
        Sample("Panel", "Move.out", PanelInterface.Placed.self, #"{"item":\#(layoutItem)}"#),
        Sample("Panel", "Resize.in", PanelInterface.Resize.Parameters.self, #"{"place":"p","size":"small"}"#),
        Sample("Panel", "Resize.out", PanelInterface.Placed.self, #"{"item":\#(layoutItem)}"#),
        Sample("Panel", "Remove.in", PanelInterface.Remove.Parameters.self, #"{"place":"p"}"#),
        Sample("Panel", "Remove.out", NoParameters.self, "{}"),
        Sample(
            "Panel", "Configure.in", PanelInterface.Configure.Parameters.self,
            #"{"place":"p","configuration":{"a":null},"defaults":["b"]}"#),
        Sample("Panel", "Configure.out", PanelInterface.Placed.self, #"{"item":\#(layoutItem)}"#),
        Sample("Panel", "Reset.in", PanelInterface.Reset.Parameters.self, #"{"place":"p"}"#),
        Sample("Panel", "Reset.out", NoParameters.self, "{}"),
        Sample("Panel", "Person", ListedPerson.self, person),
        Sample("Panel", "Unlock.in", PanelInterface.Unlock.Parameters.self, #"{"pin":"135790"}"#),
        Sample("Panel", "Unlock.out", NoParameters.self, "{}"),
        Sample("Panel", "Lock", LockStatus.self, lock),
        Sample("Panel", "Lock.in", NoParameters.self, "{}"),
        Sample("Panel", "Lock.out", NoParameters.self, "{}"),
        Sample("Panel", "People.in", NoParameters.self, "{}"),
        Sample("Panel", "People.out", PanelInterface.People.Reply.self, #"{"person":\#(person)}"#),
        Sample(
            "Panel", "AddPerson.in", PanelInterface.AddPerson.Parameters.self,
            #"{"person":\#(person),"pin":"135790"}"#),
        Sample("Panel", "AddPerson.out", NoParameters.self, "{}"),
        Sample(
            "Panel", "EnrolAtPad.in", PanelInterface.EnrolAtPad.Parameters.self, #"{"person":\#(person)}"#),
        Sample(
            "Panel", "EnrolAtPad.out", PanelInterface.EnrolAtPad.Reply.self,
            #"{"asks":"pin","refusal":"the two differ"}"#),
        Sample("Panel", "RemovePerson.in", PanelInterface.RemovePerson.Parameters.self, #"{"name":"bob"}"#),
        Sample("Panel", "RemovePerson.out", NoParameters.self, "{}"),
        Sample("Panel", "MakeRecoveryCode.in", NoParameters.self, "{}"),
        Sample(
            "Panel", "MakeRecoveryCode.out", PanelInterface.MakeRecoveryCode.Reply.self, #"{"code":"ABCD-EFGH"}"#),
        Sample("Panel", "LogEntry", LogEntry.self, logEntry),
        Sample(
            "Panel", "Log.in", PanelInterface.Log.Parameters.self,
            #"{"seconds":1.5,"since":2.5,"last":1,"follow":true}"#),
        Sample(
            "Panel", "Log.out", PanelInterface.Log.Reply.self, #"{"entry":\#(logEntry),"unwritten":1,"dropped":1}"#),
        Sample("Panel", "EndLockout.in", PanelInterface.EndLockout.Parameters.self, #"{"code":"ABCD-EFGH"}"#),
        Sample("Panel", "EndLockout.out", NoParameters.self, "{}"),
        Sample("Panel", "BackUp.in", PanelInterface.BackUp.Parameters.self, #"{"passphrase":"p"}"#),
        Sample("Panel", "BackUp.out", PanelInterface.BackUp.Reply.self, #"{"backup":"00ff"}"#),
        Sample(
            "Panel", "Restore.in", PanelInterface.Restore.Parameters.self, #"{"backup":"00ff","passphrase":"p"}"#),
        Sample("Panel", "Restore.out", PanelInterface.Restore.Reply.self, #"{"people":2}"#),
        Sample("Panel", "OtherDeviceKey", PanelInterface.OtherDeviceKey.self, "{}"),
        Sample("Panel", "WrongPIN", PanelInterface.WrongPIN.self, #"{"seconds":1.5}"#),
        Sample("Panel", "NoSuchPlace", PanelInterface.NoSuchPlace.self, #"{"place":"p","nearest":"n"}"#),
        Sample("Panel", "LayoutFixed", PanelInterface.LayoutFixed.self, "{}"),
        Sample(
            "Panel", "InvalidConfiguration", PanelInterface.InvalidConfiguration.self,
            #"{"parameter":"p","reason":"r","nearest":"n"}"#),
        Sample(
            "Panel", "NoSuchControl", PanelInterface.NoSuchControl.self,
            #"{"control":"c","nearest":"n","problem":"p"}"#),
        Sample("Panel", "NoSuchIntent", PanelInterface.NoSuchIntent.self, #"{"intent":"c","nearest":"n"}"#),
        Sample("Panel", "Refused", PanelInterface.Refused.self, #"{"reason":"r"}"#),
    ]

    static let samples = extensionSamples + hostSamples + panelSamples

    static func text(of interface: String) throws -> InterfaceText {
        let texts = [
            "Extension": HoldfastInterfaces.extension, "Host": HoldfastInterfaces.host,
            "Panel": HoldfastInterfaces.panel,
        ]
        return try InterfaceText(try #require(texts[interface]))
    }

    private func declared(_ sample: Sample, in text: InterfaceText) -> InterfaceText.FieldType? {
        if let method = sample.name.split(separator: ".").first.flatMap({ text.methods[String($0)] }) {
            if sample.name.hasSuffix(".in") { return method.input }
            if sample.name.hasSuffix(".out") { return method.output }
        }
        return text.types[sample.name] ?? text.errors[sample.name]
    }

    @Test("E4 every message is as its interface's text says, nothing more and nothing less", arguments: samples)
    func declared(_ sample: Sample) throws {
        let text = try Self.text(of: sample.interface)
        let type = try #require(declared(sample, in: text))
        for json in [sample.full, try sample.rewrite(sample.full)] {
            let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
            #expect(text.problems(of: value, as: type, at: sample.name, complete: true) == [])
        }
        #expect(try sample.survives(sample.full))
    }

    @Test("E4 of a message that has only what its text demands the rest is filled in", arguments: samples)
    func least(_ sample: Sample) throws {
        let text = try Self.text(of: sample.interface)
        let type = try #require(declared(sample, in: text))
        let value = try JSONSerialization.jsonObject(with: Data(sample.full.utf8))
        let least = reduced(value, to: type, in: text)
        #expect(text.problems(of: least, as: type, at: sample.name, complete: false) == [])
        let json = String(decoding: try JSONSerialization.data(withJSONObject: least), as: UTF8.self)
        #expect(try sample.survives(json))
    }

    /// `value` without what may be left out.
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
        "E4 every type, method and error of the texts has its message here", arguments: ["Extension", "Host", "Panel"])
    func complete(interface: String) throws {
        let text = try Self.text(of: interface)
        let names = Set(Self.samples.filter { $0.interface == interface }.map(\.name))
        let declared =
            Array(text.types.keys) + text.errors.keys + text.methods.keys.flatMap { ["\($0).in", "\($0).out"] }
        #expect(names == Set(declared))
        #expect(text.name == "io.holdfast.\(interface)")
    }

    @Test("E4 the names in the code are those of the texts")
    func names() throws {
        let methods = [
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
                    HostInterface.Reload.method, HostInterface.CurrentControls.method, HostInterface.Confirm.method,
                    HostInterface.ShowActivity.method, HostInterface.EndActivity.method,
                ]
            ),
            (
                "Panel",
                [
                    PanelInterface.List.method, PanelInterface.Show.method, PanelInterface.Watch.method,
                    PanelInterface.Perform.method, PanelInterface.Confirm.method, PanelInterface.Reload.method,
                    PanelInterface.Intents.method, PanelInterface.Run.method, PanelInterface.Suggest.method,
                    PanelInterface.Status.method, PanelInterface.Lights.method,
                    PanelInterface.TestLights.method, PanelInterface.Display.method, PanelInterface.Gallery.method,
                    PanelInterface.Why.method,
                    PanelInterface.Layout.method,
                    PanelInterface.Place.method, PanelInterface.Move.method, PanelInterface.Resize.method,
                    PanelInterface.Remove.method, PanelInterface.Configure.method, PanelInterface.Reset.method,
                    PanelInterface.Unlock.method, PanelInterface.Lock.method, PanelInterface.People.method,
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
                    PanelInterface.OtherDeviceKey.self,
                ]
            ),
        ]
        for (interface, types) in errors {
            let text = try Self.text(of: interface)
            #expect(Set(types.map { $0.varlinkName }) == Set(text.errors.keys.map { "\(text.name).\($0)" }))
        }
    }
}
