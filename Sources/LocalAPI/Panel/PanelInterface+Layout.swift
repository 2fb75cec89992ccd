import ControlModel

extension PanelInterface {
    /// The kinds of control that can be placed. Called with `more`.
    public enum Gallery {
        /// The method's name within the interface.
        public static let name = "Gallery"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Words that must all be there, in any letter case, in a control's names, description, kind or group.
            public var search: String?

            /// Parameters for a search.
            public init(search: String? = nil) {
                self.search = search
            }
        }

        /// One control.
        public struct Reply: Codable, Sendable, Hashable {
            /// The control; `nil` where there are none at all.
            public var control: GalleryControl?

            /// An answer.
            public init(control: GalleryControl?) {
                self.control = control
            }
        }
    }

    /// Whether the gallery shows a control, where, and if it does not, why (C48).
    public enum Why {
        /// The method's name within the interface.
        public static let name = "Why"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// A kind, or a key in the panel's file; there need be no such control.
            public var control: String

            /// Parameters for a control.
            public init(control: String) {
                self.control = control
            }
        }

        /// What is so.
        public struct Reply: Codable, Sendable, Hashable {
            /// Whether it is in the gallery.
            public var isShown: Bool
            /// Where it is there, or why it is not, for people.
            public var reason: String

            /// An answer.
            public init(isShown: Bool, reason: String) {
                self.isShown = isShown
                self.reason = reason
            }
        }
    }

    /// The places, and what is there. Called with `more`.
    public enum Layout {
        /// The method's name within the interface.
        public static let name = "Layout"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// One place.
        public struct Reply: Codable, Sendable, Hashable {
            /// The place; `nil` where there are none at all.
            public var item: LayoutItem?
            /// Whether people may not change the layout.
            public var isFixed: Bool?

            /// An answer.
            public init(item: LayoutItem?, isFixed: Bool?) {
                self.item = item
                self.isFixed = isFixed
            }
        }
    }

    /// What the methods that change one place answer.
    public struct Placed: Codable, Sendable, Hashable {
        /// The place where the control is now.
        public var item: LayoutItem

        /// An answer.
        public init(item: LayoutItem) {
            self.item = item
        }
    }

    /// Places a control; answered with `Placed`.
    public enum Place {
        /// The method's name within the interface.
        public static let name = "Place"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's kind, its key in the panel's file, or the name of one that is placed, to be configured
            /// alike.
            public var control: String
            /// Where to: a place, or a list, at whose end it is put then.
            public var place: String
            /// Values of the configuration's parameters.
            public var configuration: [String: IntentValue]?
            /// Its size, in Control Center.
            public var size: TileSize?

            /// Parameters for a control and a place.
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

    /// Moves a control; answered with `Placed`.
    public enum Move {
        /// The method's name within the interface.
        public static let name = "Move"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Where it is.
            public var place: String
            /// Where to.
            public var to: String

            /// Parameters for two places.
            public init(place: String, to: String) {
                self.place = place
                self.to = to
            }
        }
    }

    /// Gives a control another size; answered with `Placed`.
    public enum Resize {
        /// The method's name within the interface.
        public static let name = "Resize"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Where it is.
            public var place: String
            /// Its size.
            public var size: TileSize

            /// Parameters for a place and a size.
            public init(place: String, size: TileSize) {
                self.place = place
                self.size = size
            }
        }
    }

    /// Takes a control away.
    public enum Remove {
        /// The method's name within the interface.
        public static let name = "Remove"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Where it is.
            public var place: String

            /// Parameters for a place.
            public init(place: String) {
                self.place = place
            }
        }
    }

    /// Configures a control where it is; answered with `Placed`.
    public enum Configure {
        /// The method's name within the interface.
        public static let name = "Configure"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Where it is.
            public var place: String
            /// Values of parameters; those of others stay.
            public var configuration: [String: IntentValue]
            /// Names of parameters that are to have their defaults again.
            public var defaults: [String]?

            /// Parameters for a place and its values.
            public init(place: String, configuration: [String: IntentValue], defaults: [String]? = nil) {
                self.place = place
                self.configuration = configuration
                self.defaults = defaults
            }
        }
    }

    /// Has what the panel's file says hold again.
    public enum Reset {
        /// The method's name within the interface.
        public static let name = "Reset"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// A place, or a list; `nil` for all of them.
            public var place: String?

            /// Parameters for a place.
            public init(place: String?) {
                self.place = place
            }
        }
    }

    /// The panel has no such place.
    public struct NoSuchPlace: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".NoSuchPlace"
        /// What was asked for.
        public var place: String
        /// One of a similar name.
        public var nearest: String?

        /// The error for a place.
        public init(place: String, nearest: String? = nil) {
            self.place = place
            self.nearest = nearest
        }
    }

    /// The panel's file keeps the layout as it is.
    public struct LayoutFixed: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".LayoutFixed"

        /// The error.
        public init() {}
    }

    /// A control cannot be configured so.
    public struct InvalidConfiguration: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".InvalidConfiguration"
        /// The parameter; `nil` where the configuration as a whole is meant.
        public var parameter: String?
        /// What is wrong, and what was expected.
        public var reason: String
        /// The parameter, or the value, that was probably meant.
        public var nearest: String?

        /// The error for a parameter.
        public init(parameter: String?, reason: String, nearest: String? = nil) {
            self.parameter = parameter
            self.reason = reason
            self.nearest = nearest
        }
    }
}
