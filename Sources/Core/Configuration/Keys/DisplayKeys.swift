/// The keys of the text display.
enum DisplayKeys {
    static let device = Key<String>.required(
        "device", .device,
        "The device file: /dev/lcd for a character LCD of the kernel, or a terminal such as /dev/tty1.")
    static let columns = Key<Int>.optional(
        "columns", .number(8...200), default: 16, "The number of characters in a row, from 8 to 200.")
    static let rows = Key<Int>.optional("rows", .number(1...50), default: 2, "The number of rows, from 1 to 50.")
    static let characters = Key<DisplayDescription.Characters>.optional(
        "characters", .choice(),
        """
        The characters of the display. Other characters are replaced. Most LCDs have hd44780-a00, with some letters of \
        Japanese, Greek and German. European LCDs have hd44780-a02. Only terminals have utf8. Default: utf8 for a \
        terminal, hd44780-a00 for other devices.
        """)

    static let mapping = MappingDescription(
        noun: "display", example: "{device: /dev/lcd, columns: 16, rows: 2}",
        documentation: "A text display, which shows what a Lock Screen shows.",
        keys: [device, columns, rows, characters])

    @Sendable static func display(_ fields: Fields) throws(Incomplete) -> DisplayDescription {
        DisplayDescription(
            device: try fields.value(device), columns: try fields.value(columns), rows: try fields.value(rows),
            characters: try fields.given(characters))
    }
}
