/// What `needsValueError` makes: a parameter that does not know by what name its intent declares it.
struct NeededValue: Error {
    let parameter: any AnyIntentParameter
    let dialog: IntentDialog?
    /// The values to choose from; `nil`: those that the parameter can have.
    var choices: [IntentChoice]?
}
