/// A rule about several keys of one mapping, by their names. The reader, the schema and the explanations use the same
/// declaration.
enum KeyRule: Sendable {
    /// Exactly one of these keys is given. A key of `instead` may replace them, and may also stand beside them.
    case exactlyOne([String], areActions: Bool = true, instead: [String] = [])
    /// One or more of these keys are given.
    case atLeastOne([String])
    /// Each of these keys has no effect unless one of `others` is given.
    case needs([String], oneOf: [String])
    /// `key` is not given without `other`, which has no default.
    case requires(key: String, other: String)
    /// These keys apply to an on and an off state, which a mapping without `toggle` lacks. `instead` is the key that
    /// covers both states.
    case ofToggle([String], toggle: String, instead: String? = nil)
    /// As `ofToggle`, but a mapping with `sensor` and without `button` has an on and an off state as well.
    case ofState(key: String, toggle: String, button: String, sensor: String, instead: String?)
    /// `key` gives a text that a mapping with `toggle` takes from its state.
    case ofButton(key: String, toggle: String)
    /// `key` has no effect where all of `others` are given.
    case hidden(key: String, by: [String])
}

extension Fields {
    /// Reports the given keys that break the rules of their mapping.
    ///
    /// Where all keys of a choice are missing, only the choice is reported, not the keys that go with it.
    func check(_ rules: [KeyRule]) {
        var lacksChoice = false
        for rule in rules {
            switch rule {
            case .exactlyOne(let keys, let areActions, let instead):
                let given = keys.filter(has)
                if given.isEmpty, instead.isEmpty || lacksAll(instead) {
                    lacksChoice = true
                    if lacksAll(keys) {
                        report(
                            areActions
                                ? .noAction(actions: keys, orShowing: instead, in: place) : .noneOf(keys, in: place))
                    }
                }
                if given.count > 1 {
                    report(areActions ? .severalActions(actions: given, in: place) : .severalOf(given, in: place))
                }
            case .atLeastOne(let keys):
                if !keys.contains(where: has) { lacksChoice = true }
                if lacksAll(keys) { report(.noGesture(gestures: keys, in: place)) }
            case .needs, .requires, .ofToggle, .ofState, .ofButton, .hidden: break
            }
        }
        var refused: Set<String> = []
        for rule in rules {
            switch rule {
            case .exactlyOne, .atLeastOne, .hidden: break
            case .needs(let keys, let others):
                guard !lacksChoice, !others.contains(where: has) else { break }
                for key in keys where has(key) { report(.withoutEffect(key: key, needs: others), at: key) }
            case .requires(let key, let other):
                guard has(key), lacksAll([other]), let form = form(of: other) else { break }
                report(.missingKey(other, form, in: place))
            case .ofToggle(let keys, let toggle, let instead):
                guard !lacksChoice, !has(toggle) else { break }
                for key in keys where has(key) {
                    refused.insert(key)
                    report(.onlyForToggle(key: key, instead: instead, in: place), at: key)
                }
            case .ofState(let key, let toggle, let button, let sensor, let instead):
                guard !lacksChoice, has(key), !has(toggle), has(button) || !has(sensor) else { break }
                refused.insert(key)
                report(.onlyForToggle(key: key, instead: instead, in: place), at: key)
            case .ofButton(let key, let toggle):
                guard has(key), has(toggle) else { break }
                report(.onlyForButton(key: key, in: place), at: key)
            }
        }
        for case .hidden(let key, let others) in rules where has(key) && others.allSatisfy(has) {
            if refused.isDisjoint(with: others) { report(.hidden(key: key, by: others), at: key) }
        }
    }
}
