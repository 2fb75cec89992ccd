/// The texts of the interfaces, as the `.varlink` files of this package have them.
public enum HoldfastInterfaces {
    /// `io.holdfast.Board`.
    public static let board = text(PackageResources.io_holdfast_Board_varlink)
    /// `io.holdfast.Panel`.
    public static let panel = text(PackageResources.io_holdfast_Panel_varlink)
    /// `io.holdfast.Extension`.
    public static let `extension` = text(PackageResources.io_holdfast_Extension_varlink)
    /// `io.holdfast.Host`.
    public static let host = text(PackageResources.io_holdfast_Host_varlink)
    /// `org.varlink.service`.
    public static let service = text(PackageResources.org_varlink_service_varlink)

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
