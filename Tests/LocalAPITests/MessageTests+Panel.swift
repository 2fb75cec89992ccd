import ControlModel

@testable import LocalAPI

/// The messages of `io.holdfast.Panel`.
extension MessageTests {
    private static let light = ##"""
        {"name":"n","shows":"s","isLit":true,"color":"red","layers":[
        {"name":"fault","pattern":"fault","color":"#FF3B30","reason":"r"}]}
        """##
    private static let galleryControl = """
        {"group":"g","source":"s","key":"k","snapshot":\(shownSnapshot),"parameters":[\(parameter)],
        "promptsForUserConfiguration":true,"places":["p"]}
        """
    private static let placedControl = """
        {"reference":"r","kind":"a.b","displayName":"d","configuration":{"a":[1]},"size":"large","problem":"p",
        "note":"n"}
        """
    private static let layoutItem = #"{"place":"lock_screen.1","isByHand":true,"control":\#(placedControl)}"#

    private static let change = #"{"time":1.5,"isSynchronized":true,"isOn":true,"valueText":"21 °C"}"#

    private static let logEntry =
        #"{"number":1,"time":1.5,"isSynchronized":true,"who":"w","what":"w","subject":"s","title":"t","outcome":"o","detail":"d"}"#
    private static let lock = #"{"isUnlocked":true,"pending":"p","lockout":1.5,"remoteLockout":2.5,"minimumDigits":6}"#
    private static let person = #"{"name":"bob","role":"guest","limits":"uses=3"}"#

    static let panelSamples: [Sample] = [
        Sample("Panel", "Choice", IntentChoice.self, choice),
        Sample("Panel", "Suggestions", ParameterSuggestions.self, #"{"dependsOn":["a"]}"#),
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
        Sample("Panel", "ControlChange", ListedChange.self, change),
        Sample("Panel", "Changes.in", PanelInterface.Changes.Parameters.self, #"{"control":"c"}"#),
        Sample("Panel", "Changes.out", PanelInterface.Changes.Reply.self, #"{"change":\#(change)}"#),
        Sample("Panel", "Watch.in", NoParameters.self, "{}"),
        Sample(
            "Panel", "Watch.out", PanelInterface.Watch.Reply.self,
            #"{"notice":{"event":"ready","name":"n","control":\#(control),"text":"t","opens":\#(target),"activity":\#(activity),"extension":\#(status)}}"#
        ),
        Sample(
            "Panel", "Perform.in", PanelInterface.Perform.Parameters.self,
            #"{"control":"c","isOn":true,"parameters":{"p":1},"fromBroker":true,"requestedAt":9}"#),
        Sample(
            "Panel", "Perform.out", PerformedControl.self,
            #"{"failure":"f","request":\#(request),"opens":\#(target),"control":\#(control),"confirmation":"q","dialog":"d","value":[1,"x"],"problem":"p"}"#
        ),
        Sample(
            "Panel", "Confirm.in", PanelInterface.Confirm.Parameters.self,
            #"{"control":"c","confirmed":true,"requestedAt":9}"#),
        Sample("Panel", "Confirm.out", NoParameters.self, "{}"),
        Sample("Panel", "Reload.in", PanelInterface.Reload.Parameters.self, #"{"control":"c"}"#),
        Sample("Panel", "Reload.out", NoParameters.self, "{}"),
        Sample("Panel", "PushToken.in", PanelInterface.PushToken.Parameters.self, #"{"control":"c"}"#),
        Sample("Panel", "PushToken.out", PanelInterface.PushToken.Reply.self, #"{"token":"t","topic":"a/push/t"}"#),
        Sample("Panel", "Push.in", PanelInterface.Push.Parameters.self, #"{"token":"t"}"#),
        Sample("Panel", "Push.out", NoParameters.self, "{}"),
        Sample("Panel", "Intents.in", NoParameters.self, "{}"),
        Sample(
            "Panel", "Intents.out", PanelInterface.Intents.Reply.self,
            #"{"intent":{"name":"n","source":"s","intent":\#(intent)}}"#),
        Sample(
            "Panel", "Run.in", PanelInterface.Run.Parameters.self,
            #"{"intent":"i","parameters":{"p":1},"requestedAt":9}"#),
        Sample(
            "Panel", "Run.out", PerformedControl.self,
            #"{"failure":"f","request":\#(request),"opens":\#(target),"dialog":"d","value":2,"problem":"p"}"#),
        Sample(
            "Panel", "Suggest.in", PanelInterface.Suggest.Parameters.self,
            #"{"control":"c","intent":"i","parameter":"p","values":{"a":"x"}}"#),
        Sample("Panel", "Suggest.out", PanelInterface.Suggest.Reply.self, #"{"choices":[\#(choice)]}"#),
        Sample("Panel", "Status.in", NoParameters.self, "{}"),
        Sample(
            "Panel", "Status.out", PanelStatus.self,
            """
            {"panel":"p","file":"f","isSimulated":true,"uptime":1.5,"controls":1,"faults":["f"],"extensions":[\(status)],
            "activities":[\(activity)],"hint":"h","status":"s","lock":\(lock),
            "hasPINs":true,"longestTurn":1,"longestTurnProcessor":1,"turns":1}
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
        Sample("Panel", "Unlock.in", PanelInterface.Unlock.Parameters.self, #"{"pin":"135790","requestedAt":9}"#),
        Sample("Panel", "Unlock.out", NoParameters.self, "{}"),
        Sample(
            "Panel", "JoinSession.in", PanelInterface.JoinSession.Parameters.self,
            #"{"prolongs":false,"token":"\#(String(repeating: "0f", count: 32))"}"#),
        Sample("Panel", "JoinSession.out", NoParameters.self, "{}"),
        Sample("Panel", "ShowSession.in", NoParameters.self, "{}"),
        Sample(
            "Panel", "ShowSession.out", PanelInterface.ShowSession.Reply.self,
            #"{"person":"p","role":"owner","seconds":299.5}"#),
        Sample("Panel", "EndSession.in", NoParameters.self, "{}"),
        Sample("Panel", "EndSession.out", NoParameters.self, "{}"),
        Sample("Panel", "LockStatus", LockStatus.self, lock),
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
            #"{"seconds":1.5,"since":2.5,"last":1,"follow":true,"performances":true}"#),
        Sample(
            "Panel", "Log.out", PanelInterface.Log.Reply.self,
            #"{"entry":\#(logEntry),"unwritten":1,"dropped":1,"isReduced":true}"#),
        Sample("Panel", "EndLockout.in", PanelInterface.EndLockout.Parameters.self, #"{"code":"ABCD-EFGH"}"#),
        Sample("Panel", "EndLockout.out", NoParameters.self, "{}"),
        Sample("Panel", "BackUp.in", PanelInterface.BackUp.Parameters.self, #"{"file":"name: P","passphrase":"p"}"#),
        Sample("Panel", "BackUp.out", PanelInterface.BackUp.Reply.self, #"{"backup":"00ff"}"#),
        Sample(
            "Panel", "Restore.in", PanelInterface.Restore.Parameters.self, #"{"backup":"00ff","passphrase":"p"}"#),
        Sample("Panel", "Restore.out", PanelInterface.Restore.Reply.self, #"{"people":2}"#),
        Sample("Panel", "UnusableBackup", PanelInterface.UnusableBackup.self, #"{"reason":"r"}"#),
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
        Sample(
            "Panel", "AuthenticationRequired", PanelInterface.AuthenticationRequired.self, #"{"reason":"r"}"#),
        Sample("Panel", "Refused", PanelInterface.Refused.self, #"{"reason":"r"}"#),
    ]
}
