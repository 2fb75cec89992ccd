import ArgumentParser

/// Where the device's key is.
struct DeviceKeyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of the device's key, 32 bytes that PINs are worth nothing without.",
            discussion: """
                Default: the credential 'holdfast-key' of the unit. Keep it elsewhere than the state directory, so that who \
                copies the one has not the other. 'holdfast pin key FILE' makes one.
                """, valueName: "file"),
        completion: .file())
    var deviceKey: String?
}
