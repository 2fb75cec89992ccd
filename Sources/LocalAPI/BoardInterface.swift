/// The interface `io.holdfast.Board`: works a panel's simulated board by hand.
public enum BoardInterface: VarlinkInterfaceName {
    public static let name = "io.holdfast.Board"

    public protocol Method: VarlinkMethodSignature where Interface == BoardInterface {}

    public protocol Failure: VarlinkInterfaceError where Interface == BoardInterface {}

    /// Parameters of the methods that take a button alone.
    public struct ButtonParameters: Codable, Sendable, Hashable {
        public var button: String
    }

    /// Parameters of the methods that take a chip.
    public struct ChipParameters: Codable, Sendable, Hashable {
        /// The chip's name or label; `nil` for all chips.
        public var chip: String?
    }

    /// Lists what people may move by hand.
    public enum Parts: Method {
        public typealias Parameters = NoParameters

        /// The parts, in the order of the panel's file.
        public struct Reply: Codable, Sendable, Hashable {
            public var buttons: [String]
            /// The names of the sensors' lines.
            public var sensors: [String]
            public var keypads: [BoardKeypad]
            /// The labels of the chips.
            public var chips: [String]

            public init(buttons: [String], sensors: [String], keypads: [BoardKeypad], chips: [String]) {
                (self.buttons, self.sensors, self.keypads, self.chips) = (buttons, sensors, keypads, chips)
            }
        }
    }

    /// Presses a button until the time is over, `Release` is called or the caller disconnects.
    public enum Press: Method {
        /// The button and the duration.
        public struct Parameters: Codable, Sendable, Hashable, TimedParameters {
            public var button: String
            /// The duration in seconds, from 0.001 to 3600; `nil`: until `Release`.
            public var seconds: Double?
            /// The moment of the touch, or of the command's start.
            public var requestedAt: RequestTime?

            public init(button: String, seconds: Double? = nil, requestedAt: RequestTime? = nil) {
                (self.button, self.seconds, self.requestedAt) = (button, seconds, requestedAt)
            }
        }

        public struct Reply: Codable, Sendable, Hashable {
            /// Whether the button is down now; `false` in the last answer.
            public var isDown: Bool

            public init(isDown: Bool) {
                self.isDown = isDown
            }
        }
    }

    /// Ends a press.
    public enum Release: Method {
        public typealias Parameters = ButtonParameters
    }

    /// Makes a contact stick: it closes and stays closed until `Unstick`.
    public enum Stick: Method {
        public typealias Parameters = ButtonParameters
    }

    /// Opens a contact that sticks.
    public enum Unstick: Method {
        public typealias Parameters = ButtonParameters
    }

    /// Makes a contact open and close repeatedly.
    public enum Chatter: Method {
        /// The button, the duration and the interval.
        public struct Parameters: Codable, Sendable, Hashable {
            public var button: String
            /// The duration in seconds, from 0.0001 to 60.
            public var seconds: Double
            /// The time between two changes, in seconds, from 0.0001 to 60.
            public var every: Double
        }
    }

    /// Sets the level of a sensor's line.
    public enum Sense: Method {
        /// The line and its level.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The line's name, as in the panel's file.
            public var line: String
            /// Whether the line becomes active.
            public var isActive: Bool

            public init(line: String, isActive: Bool) {
                (self.line, self.isActive) = (line, isActive)
            }
        }
    }

    /// Presses keys of a PIN pad.
    public enum Keys: Method {
        /// The keys and their pad.
        public struct Parameters: Codable, Sendable, Hashable, TimedParameters {
            /// The keys in their order, at most 64.
            public var text: String
            /// The pad's name; `nil` if the panel has one pad only.
            public var keypad: String?
            /// The moment of the first touch, or of the command's start.
            public var requestedAt: RequestTime?

            public init(text: String, keypad: String? = nil, requestedAt: RequestTime? = nil) {
                (self.text, self.keypad, self.requestedAt) = (text, keypad, requestedAt)
            }
        }
    }

    /// Makes the kernel lose edges.
    public enum Drop: Method {
        /// The line and the number of edges.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The line's name, as in the panel's file.
            public var line: String
            /// How many edges, from 1 to 1000.
            public var count: Int
        }
    }

    /// Unplugs chips.
    public enum Unplug: Method {
        public typealias Parameters = ChipParameters
    }

    /// Plugs chips in again.
    public enum Replug: Method {
        public typealias Parameters = ChipParameters
    }

    /// Lists the levels of the panel's lines. Called with `more`.
    public enum Levels: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// Whether the call goes on with each change until the caller disconnects; `nil` for no.
            public var follow: Bool?

            public init(follow: Bool? = nil) {
                self.follow = follow
            }
        }

        public struct Reply: Codable, Sendable, Hashable {
            /// The line; `nil` if the panel has none.
            public var line: BoardLine?

            public init(line: BoardLine?) {
                self.line = line
            }
        }
    }

    // MARK: Errors

    /// The panel has no part of this name.
    public struct NoSuchPart: Failure {
        /// The kind of part that the caller named.
        public enum Part: String, Codable, Sendable, Hashable {
            case button, sensor, line, keypad, chip
        }

        /// The kind of part that the caller named.
        public var part: Part
        /// The name that the caller gave.
        public var name: String
        /// The nearest existing name; `nil` if none is similar.
        public var nearest: String?

        public init(part: Part, name: String, nearest: String? = nil) {
            (self.part, self.name, self.nearest) = (part, name, nearest)
        }
    }

    /// The board cannot do this, or cannot do it now.
    public struct Refused: Failure {
        /// The reason, for people.
        public var reason: String

        public init(reason: String) {
            self.reason = reason
        }
    }
}

/// A PIN pad of a simulated board.
public struct BoardKeypad: Codable, Sendable, Hashable {
    /// The pad's name; `nil` if the panel has one pad without a name.
    public var name: String?
    /// The keys of each row, from left to right: `123`.
    public var rows: [String]

    public init(name: String?, rows: [String]) {
        (self.name, self.rows) = (name, rows)
    }
}

/// A line of a simulated board that the panel uses.
public struct BoardLine: Codable, Sendable, Hashable {
    /// The line's name, as in the panel's file.
    public var name: String
    /// The part that uses the line, for people: `button action`.
    public var usedBy: String
    /// Whether the line is active, by the polarity in the panel's file; `nil` while its chip is unplugged.
    public var isActive: Bool?

    public init(name: String, usedBy: String, isActive: Bool?) {
        (self.name, self.usedBy, self.isActive) = (name, usedBy, isActive)
    }
}
