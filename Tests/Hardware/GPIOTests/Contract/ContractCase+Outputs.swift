import GPIO
import Testing

extension ContractCase {
    static let outputs = [
        ContractCase("outputs take their initial states with the request") { world in
            let request = try world.makeBoard(chip: nil).requestOutputs(
                [
                    .init(line: "OUT3", isActive: true), .init(line: "OUT4", isActiveLow: true, isActive: true),
                    .init(line: "OUT5", isActiveLow: true), .init(line: "IN0"),
                ], consumer: "test")
            #expect(try [3, 4, 5, 0].map { try world.level(.panel($0)) } == [true, false, true, false])
            #expect(try request.levels() == [true, true, false, false])
            request.release()
        },
        ContractCase("a line takes its initial state in one step, and none where it has it already") { world in
            let board = try world.makeBoard(chip: nil)
            for isActiveLow in [false, true] {
                for (before, after) in [(false, false), (false, true), (true, false), (true, true)] {
                    try world.pull(.panel(3), high: before)
                    let output = OutputConfiguration(
                        line: "OUT3", isActiveLow: isActiveLow, isActive: after != isActiveLow)
                    var request: (any OutputRequest)?
                    let steps = try world.steps(.panel(3)) {
                        request = try board.requestOutputs([output], consumer: "test")
                    }
                    #expect(steps == (before == after ? [] : [.level(after)]))
                    request?.release()
                }
            }
        },
        ContractCase("setting one line of a request leaves the others") { world in
            let request = try world.makeBoard(chip: nil).requestOutputs(
                [
                    .init(line: "OUT3", isActive: true), .init(line: "OUT4"),
                    .init(line: "OUT5", isActiveLow: true, isActive: true),
                ], consumer: "test")
            try request.set(1, isActive: true)
            #expect(try [3, 4, 5].map { try world.level(.panel($0)) } == [true, true, false])
            try request.set(2, isActive: false)
            #expect(try [3, 4, 5].map { try world.level(.panel($0)) } == [true, true, true])
            try request.set(0, isActive: false)
            #expect(try [3, 4, 5].map { try world.level(.panel($0)) } == [false, true, true])
            #expect(try request.levels() == [false, true, false])
            request.release()
        },
        ContractCase("all lines of a request are set together") { world in
            let request = try world.makeBoard(chip: nil).requestOutputs(
                [.init(line: "OUT3", isActive: true), .init(line: "OUT4"), .init(line: "OUT5", isActiveLow: true)],
                consumer: "test")
            try request.set([false, true, true])
            #expect(try [3, 4, 5].map { try world.level(.panel($0)) } == [false, true, false])
            #expect(try request.levels() == [false, true, true])
            try request.set([true, true, false])
            #expect(try [3, 4, 5].map { try world.level(.panel($0)) } == [true, true, true])
            request.release()
            #expect(thrownError { try request.set([false, false, false]) } != nil)
        },
        ContractCase("an open drain drives low, and floats to its resistor's level") { world in
            let request = try world.makeBoard(chip: nil).requestOutputs(
                [
                    .init(line: "OUT3", isActiveLow: true, drive: .openDrain(.up)),
                    .init(line: "OUT4", isActiveLow: true, isActive: true, drive: .openDrain(.up)),
                ], consumer: "test")
            #expect(try [3, 4].map { try world.level(.panel($0)) } == [true, false])
            try request.set([true, true])
            #expect(try [3, 4].map { try world.level(.panel($0)) } == [false, false])
            request.release()
        },
        ContractCase("an output shows its consumer and direction, and its release frees the line") { world in
            let board = try world.makeBoard(chip: nil)
            let request = try board.requestOutputs([.init(line: "OUT3")], consumer: "lamp")
            let address = request.addresses[0]
            #expect(try board.info(address)?.consumer == "lamp")
            #expect(try board.info(address)?.isOutput == true)
            request.release()
            request.release()
            #expect(try board.info(address)?.consumer == nil)
            #expect(thrownError { try request.set(0, isActive: true) } != nil)
            #expect(thrownError { _ = try request.levels() } != nil)
        },
        ContractCase("a recorded line is made inactive, one that is held is told") { world in
            let board = try world.makeBoard(chip: nil)
            let addresses = try board.addresses(of: ["OUT3", "OUT4", "HELD6"])
            try board.requestOutputs(
                [.init(line: "OUT3", isActive: true), .init(line: "OUT4", isActiveLow: true, isActive: true)],
                consumer: "test"
            ).release()
            let record = TemporaryRecord()
            defer { record.remove() }
            try DrivenLinesFile(path: record.path).add([
                DrivenLine(address: addresses[2], isActiveLow: false),
                DrivenLine(address: addresses[0], isActiveLow: false),
                DrivenLine(address: addresses[1], isActiveLow: true),
            ])
            let file = try DrivenLinesFile(path: record.path)
            let failures = try file.makeInactive(on: board, consumer: "test")
            #expect(failures.map(\.line.address) == [addresses[2]])
            #expect(failures.map(\.error.isBusy) == [true])
            #expect(file.lines.map(\.address) == [addresses[2]])
            for address in addresses[0...1] { #expect(try board.info(address)?.consumer == nil) }
        },
    ]
}

extension GPIOError {
    /// Whether the error is a busy line of the expected holder.
    var isBusy: Bool { if case .busy(_, WiredLine.holder) = self { true } else { false } }
}
