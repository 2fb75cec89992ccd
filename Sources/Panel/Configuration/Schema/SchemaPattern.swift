import ControlModel

/// Regular expressions (ECMA-262) of what the readers of scalars take.
///
/// They use nothing that other dialects lack or understand otherwise: no classes of Unicode properties, no `\s` or `\w`,
/// no flags. Code points are counted, as the readers count Unicode scalars.
enum SchemaPattern {
    /// General categories Cc, Zl and Zp, for a class.
    private static let unshown = #"\u0000-\u001f\u007f-\u009f\u2028\u2029"#
    /// The same without the line feed.
    private static let unshownInParagraph = #"\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029"#
    /// What of White_Space can be shown.
    private static let blank = #"\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"#

    /// One line that is not blank.
    static let line = "^(?![\(blank)]*$)[^\(unshown)]*$"
    /// Lines that are not all blank.
    static let paragraph = "^(?![\(blank)\\u000a]*$)[^\(unshownInParagraph)]*$"
    /// Lines, or nothing.
    static let possiblyEmpty = "^[^\(unshownInParagraph)]*$"
    /// What `execv(3)` takes.
    static let argument = #"^[^\u0000]*$"#

    /// Parts of a path below `/dev`, none of them empty, `.` or `..`.
    static let device = "^/dev(?:/(?!\\.{1,2}(?:/|$))[^/\(unshown)]+)+$"

    private static let key = "[A-Za-z][A-Za-z0-9_-]{0,\(Name.limit - 1)}"
    static let name = "^\(key)$"

    /// A superset: which characters beyond ASCII an identifier may have takes Unicode's tables.
    static let parameterName = #"^(?:[A-Za-z_]|[^\u0000-\u007f])(?:[A-Za-z0-9_]|[^\u0000-\u007f])*$"#

    private static let labelEnd = "(?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    static let domain = "^[A-Za-z]\(labelEnd)(?:\\.[A-Za-z0-9]\(labelEnd))+$"

    private static let kindLabel = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
    /// The last part of a kind of the file's own is a key, which may end with a hyphen.
    private static let anyKind = "\(kindLabel)(?:\\.\(kindLabel))*\\.(?:\(kindLabel)|\(key))"
    static let kind = "^\(anyKind)$"
    static let keyOrKind = "^(?:\(key)|\(anyKind))$"

    /// Printable characters of ASCII without blanks, in any letter case of the scheme.
    static let url = #"^[Hh][Tt][Tt][Pp][Ss]?://[\u0021-\u007e]+$"#
    static let headerName = "^[A-Za-z0-9_-]+$"
    /// One line of ASCII that is not blank.
    static let headerText = #"^(?! *$)[\u0020-\u007e]+$"#

    /// A unit's name, of one that is no template.
    static let unit =
        "^(?!@)(?![^@]*@\\.[a-z]+$)[A-Za-z0-9:_.\\\\@-]+\\.(?:\(UnitName.types.joined(separator: "|")))$"

    static let duration = #"^[0-9]+(?:\.[0-9]+)?(?:ms|s|m|h|d)$"#
    static let timeOfDay = "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$"
    /// Without the range.
    static let percentage = "^[0-9]{1,3}%$"
    /// One line that is not blank, and no way to another folder.
    static let led = "^(?![\(blank)]*$)(?!\\.{1,2}$)[^\(unshown)/]*$"
    static let hexadecimalColor = "^#[0-9A-Fa-f]{6}$"

    /// 0 to 65535, with leading zeros.
    private static let offset =
        "0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})"
    /// A line's name, which has no colon, or `CHIP:OFFSET`. A name's bytes are limited, which no expression counts.
    static let gpio =
        "^(?:(?![\(blank)]*$)[^:\(unshown)]{1,\(LineName.limit)}|[^\(unshown)]+:\(offset))$"
}
