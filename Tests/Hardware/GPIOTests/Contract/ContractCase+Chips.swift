import GPIO
import Testing

extension ContractCase {
    static let chips = [
        ContractCase("a chip that goes away is told, and its lines' watch ends once") { world in
            let board = try world.makeBoard(chip: nil)
            let happening = Happening()
            var log: WatcherLog? = try WatcherLog(
                board.requestInputs([.init(line: "EXTRA")], consumer: "test"), scheduler: world.scheduler)
            let watcher = try #require(try log?.watcher)
            var changes = 0
            board.chipsChanged = {
                changes += 1
                watcher.checkPresence()
                happening.changed()
            }
            try world.unplug(.expander)
            try await happening.wait(for: "chipsChanged and the end of the watch") { [log] in
                changes > 0 && log?.events.isEmpty == false
            }
            #expect(log?.events.count == 1)
            guard case .lost(.chipGone(let chip)) = log?.events.first else {
                Issue.record("\(String(describing: log?.events.first))")
                return
            }
            #expect(chip.contains(world.label(.expander)))
            board.chipsChanged = nil
            log = nil
        },
        ContractCase("a chip's outputs throw once it is gone") { world in
            let board = try world.makeBoard(chip: nil)
            let request = try board.requestOutputs([.init(line: "EXTRA")], consumer: "test")
            try world.unplug(.expander)
            let errors = [
                thrownError { try request.set(0, isActive: true) }, thrownError { _ = try request.levels() },
            ]
            for error in errors {
                guard case .chipGone = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
            request.release()
        },
        ContractCase("a chip that is gone cannot be requested; it can when it is back") { world in
            let board = try world.makeBoard(chip: nil)
            let boardOfOne = try world.makeBoard(chip: world.label(.expander))
            let happening = Happening()
            var changes = 0
            board.chipsChanged = {
                changes += 1
                happening.changed()
            }
            let request = try board.requestInputs([.init(line: "EXTRA")], consumer: "test")
            try world.unplug(.expander)
            try await happening.wait(for: "chipsChanged") { changes > 0 }
            request.release()
            let error = thrownError { _ = try board.requestInputs([.init(line: "EXTRA")], consumer: "test") }
            guard case .noSuchLine("EXTRA", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let errorOfOne = thrownError { _ = try boardOfOne.lines() }
            guard case .noSuchChip = errorOfOne else {
                Issue.record("\(String(describing: errorOfOne))")
                return
            }
            let changesBefore = changes
            try world.plug(.expander)
            try await happening.wait(for: "chipsChanged") { changes > changesBefore }
            board.chipsChanged = nil
            let log = try WatcherLog(
                boardOfOne.requestInputs([.init(line: "EXTRA", bias: .down)], consumer: "test"),
                scheduler: world.scheduler)
            try world.pull(.expander(0), high: true)
            try await log.wait(count: 1)
            #expect(log.edges.map(\.isActive) == [true])
            log.cancel()
        },
        ContractCase("while one chip is gone the lines of another go on") { world in
            let board = try world.makeBoard(chip: nil)
            let gone = try board.requestInputs([.init(line: "EXTRA")], consumer: "test")
            let log = try WatcherLog(
                board.requestInputs([.init(line: "IN0", bias: .down)], consumer: "test"), scheduler: world.scheduler)
            try world.unplug(.expander)
            try world.pull(.panel(0), high: true)
            try await log.wait(count: 1)
            #expect(log.edges.map(\.isActive) == [true])
            #expect(try board.lines().map(\.address.name) == WiredChip.panel.lineNames)
            log.cancel()
            gone.release()
        },
    ]
}
