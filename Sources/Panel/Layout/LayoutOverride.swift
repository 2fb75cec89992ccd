import Configuration
import ControlModel

/// What people have made of a surface, and what the file said of it then.
///
/// Once the file says something else, the file wins: who wrote it knew of the surface, and may know nothing of what was
/// done by hand.
public struct LayoutOverride: Sendable, Hashable, Codable {
    /// What the file said.
    public var file: [LayoutEntry]
    /// What is there now.
    public var now: [LayoutEntry]
    /// Whether it is of a button that was trusted then, so that who changed it had the right to; `nil`: no.
    public var isTrusted: Bool?

    /// An override of its parts.
    public init(file: [LayoutEntry], now: [LayoutEntry], isTrusted: Bool? = nil) {
        self.file = file
        self.now = now
        self.isTrusted = isTrusted
    }

    /// Whether a surface can be so: a single place has one control at most, sizes are only where there are some, and a
    /// panel's file could say the same of each control.
    func fits(_ surface: LayoutSurface) -> Bool {
        (surface.isList || now.count <= 1)
            && now.allSatisfy { entry in
                (entry.size != nil) == surface.hasSizes && ControlKind.isWellFormed(entry.reference.kind)
                    && entry.reference.configurationProblem == nil
            }
    }
}
