/// An error of libyaml, in words for authors who do not know libyaml's grammar.
///
/// The texts in the patterns are constants of libyaml 0.2.5, `scanner.c` and `parser.c`. Other texts of libyaml are
/// passed on unchanged.
struct SyntaxProblem: Sendable {
    let problem: String
    let context: String?
    /// The position where libyaml noticed the error.
    let position: SourcePosition
    /// The position where the construct of `context` begins.
    let contextPosition: SourcePosition

    /// The position where the author has to look. libyaml notices an unclosed or incomplete construct only behind its
    /// end.
    var reportedPosition: SourcePosition {
        switch (problem, context) {
        case ("could not find expected ':'", _),
            ("did not find expected alphabetic or numeric character", _),
            ("found unexpected end of stream", "while scanning a quoted scalar"),
            ("found unexpected document indicator", "while scanning a quoted scalar"):
            contextPosition
        default:
            position
        }
    }

    /// The remedy for a text whose apostrophe or colon ends a value early: `{title: 'Lamp's'}`, `{title: Pump: big}`.
    private static let quotes = "; put a text that contains ' or ': ' in double quotes"

    var text: String {
        let line = contextPosition.line
        switch (problem, context) {
        case ("mapping values are not allowed in this context", _):
            return "a key cannot begin here; check the indentation of this line and the one above, and put text that "
                + "contains ': ' in quotes"
        case ("found character that cannot start any token", _):
            return "no value can begin with this character; put the text in quotes, and indent with spaces, not tabs"
        case ("found a tab character that violates indentation", _),
            ("found a tab character where an indentation space is expected", _):
            return "a tab cannot indent; use spaces"
        case ("could not find expected ':'", _):
            return "expected a key, ':' and a space; text of several lines must be indented or in quotes"
        case ("did not find expected key", _):
            return "expected a key; check the indentation: the keys of the mapping that begins in line \(line) must "
                + "all begin in one column, and nothing may follow a value"
        case ("did not find expected '-' indicator", _):
            return "expected '-'; check the indentation: the items of the list that begins in line \(line) must all "
                + "begin in one column"
        case ("did not find expected ',' or '}'", _):
            return "expected ',' or '}' in the mapping that begins in line \(line)\(Self.quotes)"
        case ("did not find expected ',' or ']'", _):
            return "expected ',' or ']' in the list that begins in line \(line)\(Self.quotes)"
        case ("found unexpected end of stream", "while scanning a quoted scalar"),
            ("found unexpected document indicator", "while scanning a quoted scalar"):
            return "these quotes are not closed"
        case ("found unknown escape character", _):
            return "unknown escape after '\\'; in double quotes write '\\\\' for a backslash, or use single quotes"
        case ("did not find expected alphabetic or numeric character", "while scanning an alias"):
            return PanelFileProblem.alias.text
        case ("did not find expected alphabetic or numeric character", "while scanning an anchor"):
            return PanelFileProblem.anchor.text
        case ("found undefined tag handle", _):
            return PanelFileProblem.tag.text
        case ("block sequence entries are not allowed in this context", _):
            return "a list cannot begin here; begin it in a line of its own"
        case ("did not find expected <document start>", _):
            return "nothing may follow here; check the indentation of this line, or add a key in front of the value"
        case ("did not find expected node content", _):
            return "expected a value here"
        default:
            return "the file is not YAML: \(problem)" + (context.map { ", \($0) that begins in line \(line)" } ?? "")
        }
    }
}
