import ControlModel
import FileTrust
import MonotonicTime

extension PanelFileProblem {
    /// The problem, the expected value and the remedy, in one line.
    var text: String {
        switch self {
        case .unreadable(let reason): "the file cannot be read: \(reason)"
        case .isDirectory: "this is a directory; give the panel's YAML file"
        case .isNoRegularFile: "this is not a regular file; give the panel's YAML file"
        case .untrusted(let file): file.description
        case .tooLarge(let limit): "the file is larger than \(limit / 1_000_000) MB, which no panel needs; shorten it"
        case .noMemory: "there is not enough memory to read the file"

        case .notUTF8: "the file is not UTF-8 from here on; save it in that encoding"
        case .forbiddenCharacter(let value):
            "the character \(Unicode.Scalar(value)?.escaped ?? "here") is not allowed in a panel's file; remove it"
        case .directive: "a line may not begin with '%'; remove the directive, or indent the line"
        case .syntax(let problem): problem.text
        case .unquotedColor(let color):
            "# without quotes begins a comment, up to the end of the line; write the colour in quotes: \"\(color)\""
        case .commentInBrackets(let comment):
            "# without quotes begins a comment, up to the end of the line: '\(comment.shown)'; put text that contains # "
                + "in quotes"
        case .foreignSpace(let scalar, let lines):
            "\(scalar == "\u{A0}" ? "a non-breaking space" : "a character that looks like a space") (\(scalar.escaped)) "
                + "is here; replace it with a space"
                + (lines == 0 ? "" : ", and in \(lines) more line\(lines == 1 ? "" : "s")")
        case .equalsSign(let key): "'=' follows '\(key.shown)'; write '\(key.shown):' and a space"
        case .emptyFile: "the file is empty; a panel begins with name: and domain:"
        case .severalDocuments:
            "a second YAML document begins here; a panel's file is one document: remove '---' or '...'"

        case .anchor: "anchors (&) are not allowed; write the value out where it is needed"
        case .alias: "aliases (*) are not allowed; write the value out, or put text in quotes"
        case .tag: "tags (!) are not allowed; remove it, or put text in quotes"
        case .mergeKey: "merge keys (<<) are not allowed; write the keys out"
        case .keyIsNoText: "a key must be text, not a list or mapping"
        case .tooDeep(let limit): "mappings and lists are nested more than \(limit) deep; a panel needs a third of that"
        case .tooManyNodes(let limit):
            "the file has more than \(limit) keys and values, which no panel needs; shorten it"

        case .unknownKey(let unknown):
            "unknown key '\(unknown.key.shown)' in \(unknown.place.words); \(Self.suggestion(for: unknown))"
        case .indentMore(let key, let columns, let above, let place):
            "'\(key.shown)' begins in the column of '\(above.shown)'; indent it by \(columns) more columns to make it part "
                + "of \(place.words)"
        case .indentLess(let key, let place, let role):
            "'\(key.shown)' is indented as part of \(place.words); begin it in the column of \(place.words) to make it "
                + role
        case .duplicateKey(let key, let first, let place):
            "'\(key.shown)' appears twice in \(place.words), first at \(first); remove one"
        case .missingKey(let key, let form, let place):
            "\(place.words) has no key '\(key)'; add it: \(form.expectation)"
        case .malformedName(let name, let noun): Self.text(ofMalformedName: name, noun: noun)
        case .malformedParameter(let name): Self.text(ofMalformedParameter: name)
        case .nameTwice(let name, let first, let noun):
            "\(noun) '\(name.shown)' appears twice, first at \(first); rename one"
        case .nameInOtherCase(let name, let first, let position, let noun):
            "\(noun) '\(name.shown)' differs only in letter case from '\(first.shown)' at \(position); rename one"

        case .wrongType(let key, let expected, let found):
            "\(key): expected \(expected.expectation), found \(Self.text(of: found, in: key))"
                + Self.advice(key, expected, found)
        case .emptyText(let key): "\(key): the text is empty; write some, or remove the key"
        case .controlCharacter(let key, let scalar):
            "\(key): the text contains the character \(scalar.escaped), which cannot be shown here; remove it"
        case .tooLong(let key, let count, let limit):
            "\(key): the text has \(count) characters; expected at most \(limit)"
        case .unknownWord(let key, let word, let words):
            "\(key): expected \(words.listed("or")), found \(Self.text(ofWord: word, in: key))"
                + (Self.isAboutPINs(key: key, word) ? "; \(Self.localAdvice)" : Self.ending(for: word, among: words))
        case .malformedDuration(let key, let text, let expected):
            "\(key): expected \(expected.expectation), found '\(text.shown)'; \(Self.durationAdvice(text))"
        case .durationWithoutUnit(let key, let text, let expected):
            "\(key): expected \(expected.expectation), found \(text.shown) without a unit; add ms, s, m, h or d"
        case .durationOutOfRange(let key, let text, let range):
            "\(key): \(text.shown) is out of range; expected \(range.lowerBound.text) to \(range.upperBound.text)"
        case .malformedColor(let key, let text):
            "\(key): '\(text.shown)' is not a colour; expected \"#RRGGBB\", # and six hexadecimal digits"
        case .unknownColor(let key, let text, let names):
            "\(key): '\(text.shown)' is not a system colour; "
                + Self.suggestion(for: text, among: names, else: "expected \(names.listed("or")), or \"#RRGGBB\"")
        case .malformedLine(let key, let text):
            "\(key): '\(text.shown)' is not a line; expected a line's name such as GPIO17, or CHIP:OFFSET"
        case .lineNameTooLong(let key, let text, let limit):
            "\(key): '\(text.shown)' is longer than any line's name; the kernel allows \(limit) bytes"
        case .malformedDomain(let key, let text):
            "\(key): '\(text.shown)' is not a domain; expected two or more parts of letters, digits and hyphens with dots "
                + "between, \(Domain.limit) bytes at most, such as org.example.hallway"
        case .mistypedBoard(let key, let text, let nearest):
            "\(key): expected auto, simulated, or a chip's label, name or path, found '\(text.shown)'; "
                + "did you mean '\(nearest)'? (a chip with that name can be given by its path)"
        case .unknownControl(let key, let text, let controls, let isKind, let words):
            "\(key): there is no control '\(text.shown)' in this file; "
                + Self.suggestion(
                    for: text, among: words + (isKind ? controls.keys.compactMap(controls.kind) : controls.keys),
                    else: controls.keys.isEmpty
                        ? "add it under controls:" : "it has \(controls.keys.map(\.shown).listed("and", limit: 12))")
        case .titleInsteadOfKey(let key, let text, let control):
            "\(key): '\(text.shown)' is the title of control '\(control.shown)'; write '\(control.shown)'"
        case .keyInsteadOfKind(let key, let text, let kind):
            "\(key): '\(text.shown)' is a control's key; expected its kind, \(kind)"

        case .malformedKind(let key, let text):
            "\(key): '\(text.shown)' is not a kind; expected two or more parts of letters, digits, '-' and '_' with dots "
                + "between, 253 bytes at most, such as org.example.focus.timer"
        case .foreignKind(let key, let text, let controls):
            "\(key): no extension has the domain of '\(text.shown)'; "
                + (controls.kindMeant(by: text).map { "did you mean '\($0.shown)'?" }
                    ?? (controls.extensionDomains?.isEmpty ?? true
                        ? "add it under extensions:"
                        : "there are \(controls.domains.map(\.shown).listed("and", limit: 8))"))
        case .nulCharacter(let key): "\(key): a program cannot be given the character \\u{0}; remove it"
        case .tooManyParameters(let key, let count, let limit):
            "\(key): it has \(count) parameters; expected at most \(limit)"
        case .configurationTooLarge(let key, let limit):
            "\(key): its names and values have more than \(limit) bytes; shorten them"
        case .ambiguousTruth(let key, let text, let isTrue):
            "\(key): some readers of YAML take '\(text)' for \(isTrue); write \(isTrue), or \"\(text)\" in quotes"
        case .unusableNumber(let key, let text):
            "\(key): expected a decimal number of 64 bits, found '\(text.shown)'; write it so, or in quotes for text"

        case .lacksPlaceholder(let key, let placeholder):
            "\(key): no argument contains \(placeholder), the path of the file to write; add it in quotes"
        case .placeholderInCode(let key, let placeholder):
            "\(key): \(placeholder) would be read as code; write \"$1\" there, and give the argument "
                + "$0 and then \"\(placeholder)\" after it"
        case .placeholderAsProgram(let key, let placeholder):
            "\(key): \(placeholder) would choose the program; name the program, and give \"\(placeholder)\" as an argument "
                + "after it"
        case .placeholderAsServer(let key, let placeholder):
            "\(key): \(placeholder) would choose the server; write \(placeholder) after the server's name, in the path or the "
                + "query"
        case .malformedDevice(let key, let text):
            "\(key): '\(text.shown)' is not a device's path; expected one below /dev, such as /dev/lcd"
        case .tooManyItems(let key, let count, let limit):
            "\(key): the list has \(count) items; expected at most \(limit)"
        case .malformedTimeOfDay(let key, let text):
            "\(key): '\(text.shown)' is not a time of day; expected hours and minutes from 00:00 to 23:59, such as \"07:30\""
        case .malformedPercentage(let key, let text, let range):
            "\(key): expected a percentage from \(range.lowerBound)% to \(range.upperBound)%, found '\(text.shown)'; "
                + "write one such as \(range.upperBound / 5)%"
        case .malformedLED(let key, let text):
            "\(key): '\(text.shown)' is not an LED's name; expected the name of a folder in /sys/class/leds, such as rgb:door"
        case .malformedUnit(let key, let text): "\(key): \(Self.text(ofMalformedUnit: text))"
        case .malformedURL(let key, let text):
            "\(key): '\(text.shown)' is not an address of a web server; expected one such as \"http://localhost:9/ring\""
        case .malformedAddress(let key, let text):
            "\(key): '\(text.shown)' is not a numeric address with a port; expected one such as \"127.0.0.1:8080\""
        case .malformedOrigin(let key, let text):
            "\(key): '\(text.shown)' is not an HTTPS origin; expected one such as \"https://panel.local\", without a path"
        case .exposed(let key, let address, let remedy):
            "\(key): other machines reach \(address) without encryption; listen at 127.0.0.1 behind a proxy with HTTPS, or "
                + "add \(remedy): true, and the page accepts no PINs"
        case .malformedBroker(let key, let text):
            "\(key): '\(text.shown)' is not a broker's address; expected one such as \"mqtt://localhost\", or \"mqtts://\" with TLS"
        case .malformedTopic(let key, let text):
            "\(key): '\(text.shown)' cannot begin a topic; expected words such as house/panels, without +, # and $"
        case .unencrypted(let key, let address):
            "\(key): \(address) is a connection without TLS; write mqtts:// in broker, or remove \(key)"
        case .malformedHeader(let key, let text):
            "\(key): '\(text.shown)' cannot be a header field; expected a name of letters, digits and hyphens, and one line "
                + "of text"
        case .numberOutOfRange(let key, let text, let range):
            "\(key): \(text.shown) is out of range; expected \(range.lowerBound) to \(range.upperBound)"
        case .reservedName(let name, let noun):
            "\(noun) '\(name)' has a name that Holdfast reserves; choose another name"
        case .reservedDomain(let key, let text):
            "\(key): \(text) is a domain that Holdfast reserves; choose one that is yours"

        case .lineUsedTwice(let line, let place, let first, let other, let position):
            "\(place.words) uses line \(line.shown), which \(first.words) uses already"
                + (other == line ? "" : " as \(other.shown)") + " at \(position); give each its own"
        case .ledUsedTwice(let led, let place, let first, let position):
            "\(place.words) uses LED \(led.shown), which \(first.words) uses already at \(position); give each its own"
        case .domainsOverlap(let domain, let place, let other, let otherPlace, let position):
            "\(place.words) has the domain \(domain), which overlaps with \(other), that of \(otherPlace.words) at "
                + "\(position); give each its own"
        case .notConfigurable(let key, let kind):
            "\(key): \(kind.shown) is a control of this file, which has nothing to configure; remove the key"
        case .noAction(let actions, let showing, let place):
            "\(place.words) does nothing; add \(actions.listed("or"))"
                + (showing.isEmpty ? "" : "; with \(showing.listed("or")) alone it would show something")
        case .severalActions(let actions, let place):
            "\(place.words) has \(actions.listed("and")); a control has one action: split it into two controls"
        case .noneOf(let keys, let place): "\(place.words) lacks one of its keys; add \(keys.listed("or"))"
        case .severalOf(let keys, let place):
            "\(place.words) has \(keys.listed("and")), but can have only one of them; remove one"
        case .onlyForButton(let key, let place):
            "\(key): \(place.words) is a toggle, whose value text is that of its state; use value_on and value_off, "
                + "or a button"
        case .onlyForToggle(let key, let instead, let place):
            "\(key): \(place.words) is not a toggle, and so has no on and off; "
                + (instead.map { "use \($0)" } ?? "remove the key")
        case .onlyShows(let key, let control):
            "\(key): '\(control.shown)' only shows, and cannot be performed; remove it"
        case .hidden(let key, let others): "\(key): it has no effect beside \(others.listed("and")); remove it"
        case .withItself(let key, let control):
            "\(key): '\(control.shown)' is the control itself; remove it"
        case .guardedInterlock(let key, let control):
            "\(key): turning '\(control.shown)' off needs a PIN, but an interlock turns it off without one; add "
                + "authentication_turn_off: none"
        case .sceneInCircle(let key, let path):
            "\(key): the scene would set itself: \(path.map(\.shown).joined(separator: " → ")); remove one of them"
        case .cannotBeTurnedOff(let key, let control):
            "\(key): '\(control.shown)' is a button, which has no off; write true to perform it, or remove it"
        case .noGesture(let gestures, let place): "\(place.words) performs nothing; add \(gestures.listed("or"))"
        case .withoutEffect(let key, let needs):
            "\(key): it has no effect without \(needs.listed("or")); add \(needs.count == 1 ? "that" : "one"), "
                + "or remove the key"
        case .nobodyCan(let action, let control, let key):
            "\(key): nobody can \(action.replacing("%", with: "'\(control.shown)'")): local asks for a PIN at the panel's "
                + "keypad, and it has none; add keypad:, or a button with trusted: true that performs it"
        case .noHours(let key, let other, let text):
            "\(key): \(text) is also \(other), so that there are no such hours; give another time, or remove the mapping"
        case .notLonger(let key, let duration, let other, let otherDuration):
            "\(key): \(duration.text) is not longer than \(other), which is \(otherDuration.text); make it longer"

        case .keysOfRows(let count, let rows):
            "keys: expected as many texts as there are rows, \(rows), found \(count); write the keys of each row from left to "
                + "right"
        case .keysOfColumns(let text, let row, let count, let columns):
            "keys: row \(row) is '\(text.shown)': expected as many keys as there are columns, \(columns), found \(count); write "
                + "a space where there is none"
        case .keyTwice(let key): "keys: '\(key.shown)' appears twice; give each key a character of its own"
        case .sameKey(let key, let other, let character):
            "\(other): '\(character.shown)' is \(key) already; choose another key"
        case .digitAsKey(let key, let digit): "\(key): '\(digit)' is a digit of PINs; choose another key"
        case .noEnter(let enter):
            "keys: none of the keys is enter, '\(enter.shown)', which ends a PIN; name another key for it: enter: \"E\""
        case .noSuchKey(let key, let character):
            "\(key): the keypad has no key '\(character.shown)'; name one of its keys, or remove the key"
        case .noDigits: "keys: none of the keys is a digit, which a PIN needs; add 0 to 9"
        }
    }

    private static func suggestion(for word: String, among words: [String], else other: String) -> String {
        NearestWord.to(word, among: words).map { "did you mean '\($0.shown)'?" } ?? other
    }

    private static func suggestion(for unknown: UnknownKey) -> String {
        let known = unknown.mapping.keys.map(\.name)
        return switch MeantKey(unknown) {
        case .joined(let key, ":", let value): "write '\(key): \(value.shown)', with a space"
        case .joined(let key, let sign, let value):
            "write '\(key): \(value.shown)', with ':' in place of '\(sign)'"
        case .foreign(let remedy): remedy
        case .gesture:
            "the gestures are \(ButtonKeys.gestures.listed("and")); a tap shows the hint of what a hold performs"
        case .spelled(let word): "did you mean '\(word)'?"
        case .standing(let places): "it is a key of \(places.listed("or"))"
        case nil: known.count == 1 ? "the key there is \(known[0])" : "the keys there are \(known.listed("and"))"
        }
    }

    private static func ending(for word: String, among words: [String]) -> String {
        NearestWord.to(word, among: words).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Whether a value of a key about authentication is a PIN, or asks for one.
    private static func isAboutPINs(key: String, _ word: String) -> Bool {
        key.hasPrefix(ControlKeys.authentication.name)
            && (isPIN(word) || ["pin", "code", "password"].contains(word.lowercased()))
    }

    /// Whether a text may be a PIN, which no message repeats: the journal would keep the message.
    private static func isPIN(_ text: String) -> Bool { !text.isEmpty && text.allSatisfy(\.isPINDigit) }

    private static let localAdvice = "write local to ask for a PIN, and give people theirs by 'holdfast pin add NAME'"

    private static func text(ofWord word: String, in key: String) -> String {
        isAboutPINs(key: key, word) && isPIN(word) ? "a number" : "'\(word.shown)'"
    }

    private static func text(of content: Node.Content, in key: String) -> String {
        if case .scalar(let scalar) = content, key.hasPrefix(ControlKeys.authentication.name), isPIN(scalar.text) {
            return "a number"
        }
        switch content {
        case .list(let items): return items.isEmpty ? "an empty list" : "a list"
        case .mapping: return "a mapping"
        case .refused: return "what is not allowed"
        case .scalar(let scalar):
            switch scalar.meaning {
            case .nothing: return scalar.text.isEmpty ? "nothing" : "'\(scalar.text)', which means nothing"
            case .truth: return "'\(scalar.text)', which YAML takes for true or false"
            case .number: return "the number \(scalar.text.shown)"
            case .text: return "'\(scalar.text.shown)'"
            }
        }
    }

    private static func advice(_ key: String, _ expected: ValueForm, _ found: Node.Content) -> String {
        if key.hasPrefix(ControlKeys.authentication.name) {
            switch (expected, found) {
            case (.choice, .mapping): return "; \(localAdvice)"
            case (.mapping, .scalar(let scalar)) where isAboutPINs(key: key, scalar.text):
                return "; \(ForeignWord.meaning(of: "pin", in: AuthenticationKeys.mapping)?.remedy ?? "")"
            default: break
            }
        }
        if case .scalar(let scalar) = found, expected.isMapping, let joined = MeantKey.joined(scalar.text),
            joined.sign == "="
        {
            return "; write '\(joined.key.shown):' and a space, with ':' in place of '='"
        }
        if case .scalar(let scalar) = found, let comment = scalar.comment, case .nothing = scalar.meaning,
            expected.isText
        {
            return "; # without quotes begins a comment: write "
                + (comment.contains(" ") ? "text that begins with # in quotes" : "\"\(comment.shown)\"")
        }
        // YAML reads braces without quotes as a mapping of a name to an empty value.
        if case .mapping(let entries) = found, entries.count == 1, let entry = entries.first, case .argument = expected,
            case .scalar(let value) = entry.value.content, value.text.isEmpty
        {
            return "; write it in quotes: \"{\(entry.key.text.shown)}\""
        }
        guard case .scalar(let scalar) = found else { return "" }
        if case .list(of: .argument, example: _, minimum: _) = expected, case .text = scalar.meaning,
            scalar.text.contains(" ")
        {
            let hasShell = scalar.text.contains { "|<>&;$".contains($0) }
            let words = scalar.text.split(separator: " ").map(String.init)
            return hasShell
                ? "; no shell reads it: write [sh, -c, \"…\"], with the whole command in the quotes"
                : "; write [\(words.joined(separator: ", ").shown)]"
        }
        switch (expected, scalar.meaning) {
        case (.text, .truth), (.text, .number), (.argument, .truth), (.argument, .number), (.symbol, .truth),
            (.symbol, .number):
            return "; write it in quotes: \"\(scalar.text.shown)\""
        case (.device, _) where scalar.text.hasPrefix("0x"):
            return ForeignWord.meaning(of: "address", in: DisplayKeys.mapping)
                .map { "; \($0.remedy)" } ?? ""
        case (.line, .number) where scalar.text.allSatisfy { ("0"..."9").contains($0) }:
            return "; did you mean 'GPIO\(scalar.text.shown)'?"
        case (.boolean, .truth(let value)): return "; write \(value)"
        case (.boolean, .text) where ["true", "false"].contains(scalar.text): return "; remove the quotes"
        case (.color, .nothing): return "; # without quotes begins a comment"
        default: return ""
        }
    }

    /// Suggests a correction for the usual mistakes in durations: spaces, capitals, longer names of the units.
    private static func durationAdvice(_ text: String) -> String {
        let number = text.prefix { "0123456789.,".contains($0) }
        let unit = text[number.endIndex...].filter { $0 != " " }.lowercased()
        let units = [
            "millisecond": "ms", "msec": "ms", "second": "s", "sec": "s", "minute": "m", "min": "m", "hour": "h",
            "hr": "h",
            "day": "d",
        ]
        let singular = unit.count > 2 && unit.hasSuffix("s") ? String(unit.dropLast()) : unit
        let meant = number.map { $0 == "," ? "." : String($0) }.joined() + (units[singular] ?? unit)
        if meant.count < 12, Duration(text: meant) != nil { return "did you mean '\(meant)'?" }
        return "write a number and one of ms, s, m, h, d"
    }

    private static func text(ofMalformedUnit name: String) -> String {
        if UnitName.isTemplate(name) {
            let example = name.replacing("@.", with: "@NAME.")
            return
                "'\(name.shown)' is a template, which cannot be started itself; write an instance after the @, such as "
                + example.shown
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let type = parts.count > 1 ? NearestWord.to(String(parts.last ?? ""), among: UnitName.types) : nil
        let meant = (type.map { parts.dropLast().joined(separator: ".") + "." + $0 } ?? name + ".service")
        return "'\(name.shown)' is not a unit name that systemd accepts; "
            + (UnitName.isValid(meant)
                ? "did you mean '\(meant.shown)'?"
                : "expected letters, digits and :-_.\\@ with a type after them, such as backup.service")
    }

    private static func text(ofMalformedName name: Scalar, noun: String) -> String {
        let rule = "a letter, then letters, digits, '-' and '_', \(Name.limit) at most"
        let noun = noun.withArticle
        return switch name.meaning {
        case .nothing: "the name of \(noun) is empty; expected \(rule)"
        case .truth: "YAML takes '\(name.text)' for true or false; choose another name, or put it in quotes"
        case .number, .text: "'\(name.text.shown)' cannot be the name of \(noun); expected \(rule)"
        }
    }

    private static func text(ofMalformedParameter name: Scalar) -> String {
        let rule = "a letter or '_', then letters, digits and '_', \(ParameterName.limit) bytes at most"
        return switch name.meaning {
        case .nothing: "the name of a parameter is empty; expected \(rule)"
        case .truth: "YAML takes '\(name.text)' for true or false; put the parameter's name in quotes"
        case .number, .text: "'\(name.text.shown)' cannot be the name of a parameter; expected \(rule)"
        }
    }
}
