import GPIO
import Testing

@Suite("Line references")
struct LineReferenceTests {
    @Test(
        "the text CHIP:OFFSET is a place",
        arguments: [
            ("gpiochip0:17", "gpiochip0", 17),
            ("pinctrl-bcm2711:0", "pinctrl-bcm2711", 0),
            ("/dev/gpiochip2:3", "/dev/gpiochip2", 3),
            ("INT34C5:00:12", "INT34C5:00", 12),
            ("chip:007", "chip", 7),
        ])
    func place(_ text: String, _ chip: String, _ offset: Int) {
        #expect(LineReference(text) == .place(chip: chip, offset: offset))
    }

    @Test(
        "any other text is a line's name",
        arguments: ["GPIO17", "", ":", ":17", "chip:", "chip:+1", "chip:-1", "chip:1a", "chip: 1", "chip:１", "a:b"]
            + ["chip:99999999999999999999"])
    func name(_ text: String) {
        #expect(LineReference(text) == .name(text))
    }
}
