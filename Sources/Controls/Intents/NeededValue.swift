/// What `needsValueError` makes: a parameter that does not know by what name its intent declares it.
struct NeededValue: Error {
    let parameter: any AnyIntentParameter
    let dialog: IntentDialog?
}
