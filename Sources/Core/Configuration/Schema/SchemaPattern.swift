import ControlModel

/// Regular expressions (ECMA-262) for the values that the readers of scalars accept.
///
/// The expressions work in other dialects too: they use no classes of Unicode properties, no `\s` or `\w`, and no
/// flags. They count code points, as the readers count Unicode scalars.
enum SchemaPattern {
    /// The general categories Cc, Zl and Zp, for a character class.
    private static let unshown = #"\u0000-\u001f\u007f-\u009f\u2028\u2029"#
    /// The same categories without the line feed.
    private static let unshownInParagraph = #"\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029"#
    /// The displayable characters with the property White_Space.
    private static let blank = #"\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"#

    /// One line that is not blank.
    static let line = "^(?![\(blank)]*$)[^\(unshown)]*$"
    /// One or more lines that are not all blank.
    static let paragraph = "^(?![\(blank)\\u000a]*$)[^\(unshownInParagraph)]*$"
    /// Any number of lines; may be empty.
    static let possiblyEmpty = "^[^\(unshownInParagraph)]*$"
    /// Text that `execv(3)` accepts.
    static let argument = #"^[^\u0000]*$"#

    /// A path below `/dev` without empty parts, `.` and `..`.
    static let device = "^/dev(?:/(?!\\.{1,2}(?:/|$))[^/\(unshown)]+)+$"

    private static let key = "[A-Za-z][A-Za-z0-9_-]{0,\(Name.limit - 1)}"
    static let name = "^\(key)$"

    /// A superset of the valid names. An exact pattern for characters beyond ASCII would need Unicode's tables.
    static let parameterName = #"^(?:[A-Za-z_]|[^\u0000-\u007f])(?:[A-Za-z0-9_]|[^\u0000-\u007f])*$"#

    private static let labelEnd = "(?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    static let domain = "^[A-Za-z]\(labelEnd)(?:\\.[A-Za-z0-9]\(labelEnd))+$"

    private static let kindLabel = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
    /// A kind. The last part of a kind of the file's own is a key, which may end with a hyphen.
    private static let anyKind = "\(kindLabel)(?:\\.\(kindLabel))*\\.(?:\(kindLabel)|\(key))"
    static let kind = "^\(anyKind)$"
    static let keyOrKind = "^(?:\(key)|\(anyKind))$"

    /// Printable ASCII characters without blanks; the scheme in any letter case.
    static let url = #"^[Hh][Tt][Tt][Pp][Ss]?://[\u0021-\u007e]+$"#
    /// A numeric address and a port; ranges are not checked.
    static let listenAddress = #"^(?:[0-9.]{7,15}|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}$"#
    /// An origin by HTTPS, in any letter case; the port's range is not checked.
    static let origin = "^[Hh][Tt][Tt][Pp][Ss]://[A-Za-z0-9.-]+(?::[0-9]{1,5})?$"
    /// The address of an MQTT broker, the scheme in any letter case; the port's range is not checked.
    static let broker =
        #"^[Mm][Qq][Tt][Tt][Ss]?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[1-9][0-9]{0,4})?$"#
    /// Levels of topics, none of them empty, without wildcards; the limit in bytes is not checked.
    static let topic = "^(?!\\$)(?![\(blank)]*$)[^\(unshown)/+#]+(?:/[^\(unshown)/+#]+)*$"
    static let headerName = "^[A-Za-z0-9_-]+$"
    /// One line of ASCII that is not blank.
    static let headerText = #"^(?! *$)[\u0020-\u007e]+$"#

    /// The name of a unit that is not a template.
    static let unit =
        "^(?!@)(?![^@]*@\\.[a-z]+$)[A-Za-z0-9:_.\\\\@-]+\\.(?:\(UnitName.types.joined(separator: "|")))$"

    static let duration = #"^[0-9]+(?:\.[0-9]+)?(?:ms|s|m|h|d)$"#
    static let timeOfDay = "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$"
    /// A percentage; the range is not checked.
    static let percentage = "^[0-9]{1,3}%$"
    /// One line that is not blank, and no path to another folder.
    static let led = "^(?![\(blank)]*$)(?!\\.{1,2}$)[^\(unshown)/]*$"
    static let hexadecimalColor = "^#[0-9A-Fa-f]{6}$"

    /// 0 to 65535, with leading zeros.
    private static let offset =
        "0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})"
    /// A line's name, which has no colon, or `CHIP:OFFSET`. The limit of a name is in bytes, which an expression cannot
    /// count.
    static let gpio =
        "^(?:(?![\(blank)]*$)[^:\(unshown)]{1,\(LineName.limit)}|[^\(unshown)]+:\(offset))$"
}
