/// The branch that an `if` or `switch` in a label took.
public struct _ConditionalContent<TrueContent, FalseContent> {
    enum Branch {
        case first(TrueContent)
        case second(FalseContent)
    }

    let branch: Branch
}

extension _ConditionalContent: View, LabelElement where TrueContent: View, FalseContent: View {
    /// The view itself.
    public var body: _ConditionalContent { self }

    func describe(in content: inout LabelContent) {
        switch branch {
        case .first(let view): content.read(view)
        case .second(let view): content.read(view)
        }
    }
}
