import CSodium

/// libsodium, which wants to be set up before it is used, by whichever thread comes first.
enum SodiumLibrary {
    static let isReady = sodium_init() >= 0
}
