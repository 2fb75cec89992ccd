/// A line of a Raspberry Pi's header by all of its names: GPIO4 is on pin 7, and Debian's kernel calls it `GPIO_GCLK`.
public struct HeaderLine: Sendable, Hashable {
    /// The GPIO number, 0 to 27.
    public let number: Int
    /// The pin of the header, 1 to 40.
    public let pin: Int
    /// The kernel's name; `nil` where the kernel has none, or calls the line by its number.
    public let kernelName: String?

    /// The name in a panel's file: `GPIO4`.
    public var name: String { "GPIO\(number)" }

    /// The line of this number.
    ///
    /// - Returns: `nil` for a line that is not on the header.
    public init?(number: Int, kernelName: String?) {
        guard let pin = RaspberryPiHeader.pin(ofLine: number) else { return nil }
        self.number = number
        self.pin = pin
        self.kernelName = kernelName == "GPIO\(number)" || kernelName?.isEmpty == true ? nil : kernelName
    }

    /// The number and the kernel's name, for people: `GPIO4 (GPIO_GCLK)`.
    public var text: String { name + (kernelName.map { " (\($0))" } ?? "") }

    /// The pin and the names of the line other than `written`, for people: `pin 7, GPIO_GCLK`.
    public func others(than written: String) -> String {
        let names = [name, kernelName].compactMap(\.self).filter { $0 != written }
        return (["pin \(pin)"] + names).joined(separator: ", ")
    }
}
