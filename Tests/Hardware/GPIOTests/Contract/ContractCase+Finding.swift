import GPIO
import Testing

extension ContractCase {
    static let finding = [
        ContractCase("all lines are listed, by chip and offset") { world in
            let lines = try world.makeBoard(chip: nil).lines()
            for chip in WiredChip.allCases {
                let listed = lines.filter { $0.address.chipLabel == world.label(chip) }
                #expect(listed.map(\.address.name) == chip.lineNames)
                #expect(listed.map(\.address.offset) == Array(chip.lineNames.indices))
                #expect(Set(listed.map(\.address.chip)).count == 1)
            }
        },
        ContractCase("a board of one chip lists that chip's lines alone") { world in
            let lines = try world.makeBoard(chip: world.label(.expander)).lines()
            #expect(lines.map(\.address.name) == WiredChip.expander.lineNames)
        },
        ContractCase("a board's chip can be given by its path") { world in
            let path = try world.makeBoard(chip: world.label(.expander)).lines()[0].address.chip
            let lines = try world.makeBoard(chip: path).lines()
            #expect(lines.map(\.address.name) == WiredChip.expander.lineNames)
        },
        ContractCase("a chip that is not there is named, with those that are") { world in
            let board = try world.makeBoard(chip: "nowhere")
            let error = thrownError { _ = try board.requestInputs([.init(line: "IN0")], consumer: "test") }
            guard case .noSuchChip("nowhere", let known, isBoard: _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(known.contains { $0.contains(world.label(.panel)) })
        },
        ContractCase("a line that is not there is named, with the chips that were searched") { world in
            let board = try world.makeBoard(chip: world.label(.panel))
            let error = thrownError { _ = try board.requestInputs([.init(line: "IN9")], consumer: "test") }
            guard case .noSuchLine("IN9", let chips) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(chips.count == 1 && chips.allSatisfy { $0.contains(world.label(.panel)) })
        },
        ContractCase("a name on two chips is refused, naming both") { world in
            let board = try world.makeBoard(chip: nil)
            let error = thrownError { _ = try board.requestInputs([.init(line: "TWIN")], consumer: "test") }
            guard case .ambiguousLine("TWIN", let chips) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(chips.count == 2 && Set(chips).count == 2)
        },
        ContractCase("a name on two chips is good on a board of one of them") { world in
            let board = try world.makeBoard(chip: world.label(.expander))
            let request = try board.requestInputs([.init(line: "TWIN")], consumer: "test")
            #expect(request.addresses.map(\.offset) == [1])
            #expect(request.addresses.map(\.chipLabel) == [world.label(.expander)])
            request.release()
        },
        ContractCase("CHIP:OFFSET finds lines without a name, by the chip's label or path") { world in
            let board = try world.makeBoard(chip: nil)
            let path = try board.addresses(of: ["EXTRA"])[0].chip
            for chip in [world.label(.expander), path] {
                let request = try board.requestInputs([.init(line: "\(chip):2")], consumer: "test")
                #expect(request.addresses.map(\.name) == [nil])
                #expect(request.addresses.map(\.chip) == [path])
                request.release()
            }
        },
        ContractCase("an offset beyond the chip's lines is refused, with their number") { world in
            let board = try world.makeBoard(chip: nil)
            let line = "\(world.label(.expander)):3"
            let error = thrownError { _ = try board.requestInputs([.init(line: line)], consumer: "test") }
            #expect(error == .offsetOutOfRange(line: line, count: 3))
        },
        ContractCase("CHIP:OFFSET of a chip that is not there names the chip") { world in
            let board = try world.makeBoard(chip: nil)
            let error = thrownError { _ = try board.requestInputs([.init(line: "nowhere:0")], consumer: "test") }
            guard case .noSuchChip("nowhere", _, isBoard: false) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        },
        ContractCase("a busy line names who holds it") { world in
            let board = try world.makeBoard(chip: nil)
            let error = thrownError { _ = try board.requestInputs([.init(line: "HELD6")], consumer: "test") }
            #expect(error == .busy(line: "HELD6", consumer: WiredLine.holder))
            let request = try board.requestInputs([.init(line: "IN0")], consumer: "first")
            let second = thrownError { _ = try board.requestOutputs([.init(line: "IN0")], consumer: "second") }
            #expect(second == .busy(line: "IN0", consumer: "first"))
            request.release()
        },
        ContractCase("a request with a busy line takes none of the others, and drives none") { world in
            let board = try world.makeBoard(chip: nil)
            try world.pull(.panel(3), high: false)
            let outputs = [OutputConfiguration(line: "OUT3", isActive: true), .init(line: "HELD6")]
            let error = thrownError { _ = try board.requestOutputs(outputs, consumer: "test") }
            #expect(error == .busy(line: "HELD6", consumer: WiredLine.holder))
            #expect(try world.level(.panel(3)) == false)
            #expect(try board.lines().first { $0.address.name == "OUT3" }?.consumer == nil)
        },
        ContractCase("a line twice in one request is busy") { world in
            let board = try world.makeBoard(chip: nil)
            let lines = [InputConfiguration(line: "IN0"), .init(line: "\(world.label(.panel)):0")]
            let error = thrownError { _ = try board.requestInputs(lines, consumer: "test") }
            #expect(error == .busy(line: "\(world.label(.panel)):0", consumer: "test"))
        },
        ContractCase("lines of two chips in one request are refused") { world in
            let board = try world.makeBoard(chip: nil)
            let lines = [InputConfiguration(line: "IN0"), .init(line: "EXTRA")]
            let error = thrownError { _ = try board.requestInputs(lines, consumer: "test") }
            guard case .severalChips(let lines) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(lines.count == 2)
        },
        ContractCase("addresses are found without requesting the lines") { world in
            let board = try world.makeBoard(chip: nil)
            let addresses = try board.addresses(of: ["OUT5", "\(world.label(.expander)):2", "HELD6"])
            #expect(addresses.map(\.offset) == [5, 2, 6])
            #expect(addresses.map(\.name) == ["OUT5", nil, "HELD6"])
            #expect(addresses.map(\.chipLabel) == [.panel, .expander, .panel].map(world.label))
            #expect(try board.info(addresses[0])?.consumer == nil)
        },
    ]
}
