import FileTrust

/// All possible problems of a panel's file. `PanelFileProblem+Text.swift` turns them into words.
enum PanelFileProblem: Sendable {
    // The file.
    case unreadable(reason: String)
    case isDirectory
    case isNoRegularFile
    case untrusted(UntrustedFile)
    case tooLarge(limit: Int)
    case noMemory

    // The file's text.
    case notUTF8
    case forbiddenCharacter(UInt32)
    case directive
    case syntax(SyntaxProblem)
    case unquotedColor(String)
    case commentInBrackets(String)
    case foreignSpace(Unicode.Scalar, moreLines: Int)
    case equalsSign(key: String)
    case emptyFile
    case severalDocuments

    // YAML features that a panel's file may not use.
    case anchor
    case alias
    case tag
    case mergeKey
    case keyIsNoText
    case tooDeep(limit: Int)
    case tooManyNodes(limit: Int)

    // Keys of a mapping.
    case unknownKey(UnknownKey)
    case indentMore(String, columns: Int, below: String, in: Place)
    case indentLess(String, in: Place, as: String)
    case duplicateKey(String, first: SourcePosition, in: Place)
    case missingKey(String, ValueForm, in: Place)
    case malformedName(Scalar, noun: String)
    case malformedParameter(Scalar)
    case nameTwice(String, first: SourcePosition, noun: String)
    case nameInOtherCase(String, first: String, at: SourcePosition, noun: String)

    // Values; each message begins with the value's key.
    case wrongType(key: String, expected: ValueForm, found: Node.Content)
    case emptyText(key: String)
    case controlCharacter(key: String, Unicode.Scalar)
    case tooLong(key: String, count: Int, limit: Int)
    case unknownWord(key: String, String, words: [String])
    case malformedDuration(key: String, String, expected: ValueForm)
    case durationWithoutUnit(key: String, String, expected: ValueForm)
    case durationOutOfRange(key: String, String, ClosedRange<Duration>)
    case malformedColor(key: String, String)
    case unknownColor(key: String, String, names: [String])
    case malformedLine(key: String, String)
    case lineNameTooLong(key: String, String, limit: Int)
    case malformedDomain(key: String, String)
    case mistypedBoard(key: String, String, nearest: String)
    case unknownControl(key: String, String, ControlNames, isKind: Bool, words: [String])
    case titleInsteadOfKey(key: String, String, control: String)
    case keyInsteadOfKind(key: String, String, kind: String)
    case malformedKind(key: String, String)
    case foreignKind(key: String, String, ControlNames)
    case nulCharacter(key: String)
    case tooManyParameters(key: String, count: Int, limit: Int)
    case configurationTooLarge(key: String, limit: Int)
    case ambiguousTruth(key: String, String, Bool)
    case unusableNumber(key: String, String)

    case lacksPlaceholder(key: String, String)
    case placeholderInCode(key: String, String)
    case placeholderAsProgram(key: String, String)
    case placeholderAsServer(key: String, String)
    case malformedDevice(key: String, String)
    case tooManyItems(key: String, count: Int, limit: Int)
    case malformedTimeOfDay(key: String, String)
    case malformedPercentage(key: String, String, ClosedRange<Int>)
    case malformedLED(key: String, String)
    case malformedUnit(key: String, String)
    case malformedURL(key: String, String)
    case malformedAddress(key: String, String)
    case malformedOrigin(key: String, String)
    case exposed(key: String, String, remedy: String)
    case malformedBroker(key: String, String)
    case malformedTopic(key: String, String)
    case unencrypted(key: String, String)
    case malformedHeader(key: String, String)
    case numberOutOfRange(key: String, String, ClosedRange<Int>)
    case reservedName(String, noun: String)
    case reservedDomain(key: String, String)

    // Values that are valid alone, but not together.
    case lineUsedTwice(String, by: Place, first: Place, as: String, at: SourcePosition)
    case ledUsedTwice(String, by: Place, first: Place, at: SourcePosition)
    case domainsOverlap(String, of: Place, with: String, ofFirst: Place, at: SourcePosition)
    case notConfigurable(key: String, kind: String)
    case noAction(actions: [String], orShowing: [String], in: Place)
    case severalActions(actions: [String], in: Place)
    case noneOf([String], in: Place)
    case severalOf([String], in: Place)
    case onlyForToggle(key: String, instead: String?, in: Place)
    case onlyForButton(key: String, in: Place)
    case hidden(key: String, by: [String])
    case onlyShows(key: String, String)
    case withItself(key: String, String)
    case guardedInterlock(key: String, String)
    case sceneInCircle(key: String, [String])
    case cannotBeTurnedOff(key: String, String)
    case noGesture(gestures: [String], in: Place)
    case withoutEffect(key: String, needs: [String])
    case nobodyCan(String, control: String, key: String)
    case noHours(key: String, other: String, String)
    case notLonger(key: String, Duration, than: String, Duration)

    // Keypads.
    case keysOfRows(count: Int, rows: Int)
    case keysOfColumns(String, row: Int, count: Int, columns: Int)
    case keyTwice(String)
    case sameKey(String, String, String)
    case digitAsKey(key: String, String)
    case noEnter(String)
    case noSuchKey(key: String, String)
    case noDigits
}
