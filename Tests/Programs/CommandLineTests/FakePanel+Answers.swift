import ControlModel
import Foundation
import LocalAPI

/// The fake panel's data, as in the interface.
extension FakePanel {
    nonisolated static let controls: [ListedControl] = decode(
        """
        [
            {
                "name": "lamp", "places": ["buttons.action.hold", "lights.lamp"], "configuration": {},
                "parameters": [], "authentication": "required",
                "snapshot": {"kind": "org.example.lamp", "displayName": "Lamp", "isOn": false, "symbol": "lightbulb"}
            },
            {
                "name": "org.example.focus.timer", "source": "focus", "places": [], "configuration": {"room": "kitchen"},
                "parameters": [{"name": "room", "title": "Room", "isRequired": true}], "age": 200,
                "authentication": "local",
                "intent": {
                    "type": "StartTimer", "title": "Start a Timer", "authentication": "requiresAuthentication",
                    "parameters": [
                        {
                            "name": "timer", "title": "Timer", "isRequired": true,
                            "choices": [{"value": "work", "title": "Work"}, {"value": "a break", "title": "Break"}]
                        },
                        {"name": "minutes", "value": 25}
                    ]
                },
                "snapshot": {
                    "kind": "org.example.focus.timer", "displayName": "Focus", "title": "Timer\\u001b[2J\\nx",
                    "description": "Counts down.", "valueText": "25 min", "isRunning": true, "freshness": "stale",
                    "failure": "no battery", "tint": "#FF0000", "status": "Started", "privateState": true
                }
            },
            {
                "name": "org.example.focus.bell", "source": "focus", "places": [], "configuration": {},
                "parameters": [],
                "snapshot": {
                    "kind": "org.example.focus.bell", "displayName": "Bell", "freshness": "preview", "isDisabled": true
                },
                "confirmation": "Ring the neighbours?",
                "intent": {"type": "Ring", "values": {"bell": "door"}, "parameters": [{"name": "bell", "value": "all"}]}
            }
        ]
        """)

    nonisolated static let lights: [ListedLight] = decode(
        ##"""
        [
            {
                "name": "status", "shows": "status", "isLit": false, "color": "red",
                "layers": [
                    {"name": "fault", "pattern": "fault", "color": "#FF3B30", "reason": "button 'side': stuck"},
                    {"name": "hold", "pattern": "hold", "color": "#AF52DE", "reason": "a button is held"}
                ]
            },
            {
                "name": "lamp", "shows": "lamp", "isLit": true, "color": "yellow",
                "layers": [{"name": "state", "pattern": "on", "color": "#FFCC00", "reason": "'Lamp': On"}]
            },
            {
                "name": "bell", "isLit": true,
                "layers": [{"name": "momentary", "pattern": "failed", "color": "#FFCC00", "reason": "'Bell' was not performed"}]
            },
            {"name": "spare", "isLit": false, "layers": []}
        ]
        """##)

    nonisolated static let intents: [ListedIntent] = decode(
        """
        [
            {
                "name": "StartTimer", "source": "focus",
                "intent": {
                    "type": "StartTimer", "title": "Start a Timer",
                    "parameters": [{"name": "minutes", "title": "Minutes", "value": 25}]
                }
            },
            {"name": "StopTimer", "source": "focus", "intent": {"type": "StopTimer", "title": "Stop the Timer"}}
        ]
        """)

    nonisolated static let status: PanelStatus = decode(
        """
        {
            "panel": "Hallway", "file": "/etc/holdfast/panel.yaml", "isSimulated": true, "uptime": 7260,
            "controls": 3,
            "faults": ["button 'action' sticks"], "hint": "Hold to Turn On 'Lamp'",
            "lock": {"isUnlocked": false, "pending": "door", "lockout": 301, "remoteLockout": 7200, "minimumDigits": 6},
            "extensions": [
                {"name": "focus", "domain": "org.example.focus", "state": "ready", "controls": 2},
                {
                    "name": "music", "domain": "org.example.music", "state": "absent", "controls": 0,
                    "detail": "cannot be reached"
                }
            ],
            "activities": [{"id": "1", "title": "Timer", "subtitle": "Work", "ends": 10}],
            "hasPINs": true, "longestTurn": 812, "longestTurnProcessor": 430, "turns": 1234
        }
        """)

    nonisolated static let target: OpenTarget = decode(
        #"{"type": "Room", "typeName": "Room", "value": "kitchen", "title": "Kitchen"}"#)

    nonisolated static let request: IntentParameterRequest = decode(
        """
        {
            "intent": "Start a Timer", "parameter": "timer", "title": "Timer", "dialog": "Which one?",
            "choices": [
                {"value": "work", "title": "Work"}, {"value": "a break", "title": "Break"},
                {"value": "5", "title": "Five"}, {"value": 5, "title": "5"}
            ]
        }
        """)

    private nonisolated static func decode<Value: Decodable>(_ json: String) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(json.utf8))
        } catch {
            preconditionFailure("\(error): \(json)")
        }
    }
}
