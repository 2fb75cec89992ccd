import ControlModel

extension PanelInterface {
    /// Lists the kinds of control that can be placed. Called with `more`.
    public enum Gallery: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// Words that must all occur, in any letter case, in a control's names, description, kind or group; `nil`
            /// for all controls.
            public var search: String?

            public init(search: String? = nil) {
                self.search = search
            }
        }

        public struct Reply: Codable, Sendable, Hashable {
            /// The control; `nil` if none matches.
            public var control: GalleryControl?

            public init(control: GalleryControl?) {
                self.control = control
            }
        }
    }

    /// Says whether the gallery shows a control, and where, or why not (C48).
    public enum Why: Method {
        /// A kind, or a key in the panel's file. The control need not exist.
        public typealias Parameters = Show.Parameters

        /// The control's state in the gallery.
        public struct Reply: Codable, Sendable, Hashable {
            /// Whether the gallery shows the control.
            public var isShown: Bool
            /// The control's position in the gallery, or the reason why it is missing, for people.
            public var reason: String

            public init(isShown: Bool, reason: String) {
                self.isShown = isShown
                self.reason = reason
            }
        }
    }

    /// Lists the places of the layout with their controls. Called with `more`.
    public enum Layout: Method {
        public struct Reply: Codable, Sendable, Hashable {
            /// The place; `nil` if the panel has none.
            public var item: LayoutItem?
            /// Whether the panel's file forbids changes of the layout.
            public var isFixed: Bool?

            public init(item: LayoutItem?, isFixed: Bool?) {
                self.item = item
                self.isFixed = isFixed
            }
        }
    }

    /// The reply of the methods that change one place.
    public struct Placed: Codable, Sendable, Hashable {
        /// The place where the control is now.
        public var item: LayoutItem

        public init(item: LayoutItem) {
            self.item = item
        }
    }

    public enum Place: Method {
        public typealias Reply = Placed

        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's kind, its key in the panel's file, or the name of a placed control, whose configuration is
            /// copied.
            public var control: String
            /// The target: a place, or a list, which gets the control at its end.
            public var place: String
            /// Values of the configuration's parameters.
            public var configuration: [String: IntentValue]?
            /// The control's size, in Control Center.
            public var size: TileSize?

            public init(
                control: String, place: String, configuration: [String: IntentValue]? = nil, size: TileSize? = nil
            ) {
                self.control = control
                self.place = place
                self.configuration = configuration
                self.size = size
            }
        }
    }

    public enum Move: Method {
        public typealias Reply = Placed

        public struct Parameters: Codable, Sendable, Hashable {
            public var place: String
            /// The target place.
            public var to: String

            public init(place: String, to: String) {
                self.place = place
                self.to = to
            }
        }
    }

    /// Gives a control another size.
    public enum Resize: Method {
        public typealias Reply = Placed

        public struct Parameters: Codable, Sendable, Hashable {
            public var place: String
            public var size: TileSize

            public init(place: String, size: TileSize) {
                self.place = place
                self.size = size
            }
        }
    }

    /// Removes a control from its place.
    public enum Remove: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var place: String

            public init(place: String) {
                self.place = place
            }
        }
    }

    /// Configures a placed control.
    public enum Configure: Method {
        public typealias Reply = Placed

        public struct Parameters: Codable, Sendable, Hashable {
            public var place: String
            /// Values of parameters. Other parameters keep their values.
            public var configuration: [String: IntentValue]
            /// Names of parameters to reset to their defaults.
            public var defaults: [String]?

            public init(place: String, configuration: [String: IntentValue], defaults: [String]? = nil) {
                self.place = place
                self.configuration = configuration
                self.defaults = defaults
            }
        }
    }

    /// Restores the layout of the panel's file.
    public enum Reset: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// A place, or a list; `nil` for the whole layout.
            public var place: String?

            public init(place: String?) {
                self.place = place
            }
        }
    }

    public struct NoSuchPlace: Failure {
        /// The place that the caller gave.
        public var place: String
        /// A similar existing place; `nil` if there is none.
        public var nearest: String?

        public init(place: String, nearest: String? = nil) {
            self.place = place
            self.nearest = nearest
        }
    }

    /// The panel's file forbids changes of the layout.
    public struct LayoutFixed: Failure {
        public init() {}
    }

    /// The configuration is invalid for the control.
    public struct InvalidConfiguration: Failure {
        /// The parameter; `nil` if the error concerns the configuration as a whole.
        public var parameter: String?
        /// The error, and the expected value.
        public var reason: String
        /// The parameter or value that the caller probably meant; `nil` if none is similar.
        public var nearest: String?

        public init(parameter: String?, reason: String, nearest: String? = nil) {
            self.parameter = parameter
            self.reason = reason
            self.nearest = nearest
        }
    }
}
