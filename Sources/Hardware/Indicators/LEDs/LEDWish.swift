/// What an LED of the kernel is to do next.
enum LEDWish: Sendable {
    /// Shows a brightness.
    case steady(brightness: Int, LEDMixture)
    /// Goes through steps by itself.
    case rhythm([LEDStep], LEDMixture)
    /// Gets the steps of the trigger that is set, which it could not be given before.
    case steps([LEDStep])
    /// Is as it was found.
    case released
}
