import EventLoop
import GPIO
import MonotonicTime
import Testing

extension ContractCase {
    static let inputs = [
        ContractCase("levels are what is pulled, in the order of the request") { world in
            for (offset, high) in [true, false, true].enumerated() { try world.pull(.panel(offset), high: high) }
            let request = try world.makeBoard(chip: nil).requestInputs(
                ["IN2", "IN1", "IN0"].map { .init(line: $0) }, consumer: "test")
            #expect(try request.levels() == [true, false, true])
            try world.pull(.panel(2), high: false)
            #expect(try request.levels() == [false, false, true])
            request.release()
        },
        ContractCase("an active-low line is active when it is low") { world in
            try world.pull(.panel(0), high: false)
            try world.pull(.panel(1), high: true)
            let request = try world.makeBoard(chip: nil).requestInputs(
                ["IN0", "IN1"].map { .init(line: $0, isActiveLow: true) }, consumer: "test")
            #expect(try request.levels() == [true, false])
            request.release()
        },
        ContractCase("a bias decides the level of an open line") { world in
            let request = try world.makeBoard(chip: nil).requestInputs(
                [
                    .init(line: "IN0", bias: .up), .init(line: "IN1", bias: .down),
                    .init(line: "IN2", isActiveLow: true, bias: .up),
                ], consumer: "test")
            #expect(try request.levels() == [true, false, false])
            request.release()
        },
        ContractCase("the bias of a request is part of the line's information until the release") { world in
            let board = try world.makeBoard(chip: nil)
            let request = try board.requestInputs(
                [.init(line: "IN0", bias: .up), .init(line: "IN1", bias: .down), .init(line: "IN2")], consumer: "test")
            let output = try board.requestOutputs([.init(line: "OUT5")], consumer: "test")
            let held = request.addresses + output.addresses
            #expect(try held.map { try board.info($0)?.bias } == [Bias.up, Bias.down, Bias.none, nil])
            request.release()
            output.release()
            #expect(try held.map { try board.info($0)?.bias } == [nil, nil, nil, nil])
        },
        ContractCase("edges come in order, stamped between what caused them and their coming") { world in
            let request = try world.makeBoard(chip: nil).requestInputs(
                [.init(line: "IN0", bias: .down)], consumer: "test")
            let log = try WatcherLog(request, scheduler: world.scheduler)
            for index in 0..<10 {
                let before = world.scheduler.now
                try world.pull(.panel(0), high: index.isMultiple(of: 2))
                try await log.wait(count: index + 1)
                let edge = try #require(log.edges.last)
                #expect(before <= edge.time && edge.time <= world.scheduler.now)
                #expect(edge.isActive == index.isMultiple(of: 2))
                #expect(edge.sequence == nil || edge.sequence == UInt32(index + 1))
            }
            #expect(log.edges.count == 10 && log.events.count == 10)
            log.cancel()
        },
        ContractCase("edges of an active-low line are the other way round") { world in
            let request = try world.makeBoard(chip: nil).requestInputs(
                [.init(line: "IN0", isActiveLow: true, bias: .up)], consumer: "test")
            let log = try WatcherLog(request, scheduler: world.scheduler)
            try world.pull(.panel(0), high: false)
            try await log.wait(count: 1)
            try world.pull(.panel(0), high: true)
            try await log.wait(count: 2)
            #expect(log.edges.map(\.isActive) == [true, false])
            log.cancel()
        },
        ContractCase("each edge names its line, whatever the settings of the others") { world in
            let request = try world.makeBoard(chip: nil).requestInputs(
                [
                    .init(line: "OUT5", isActiveLow: true, bias: .up), .init(line: "IN1", bias: .down),
                    .init(line: "IN0", bias: .up), .init(line: "IN2", isActiveLow: true, bias: .down),
                ], consumer: "test")
            #expect(request.addresses.map(\.offset) == [5, 1, 0, 2])
            let log = try WatcherLog(request, scheduler: world.scheduler)
            #expect(try log.watcher.levels == [false, false, true, true])
            for (count, (offset, high)) in [(5, false), (0, false), (1, true), (2, true)].enumerated() {
                try world.pull(.panel(offset), high: high)
                try await log.wait(count: count + 1)
            }
            #expect(log.edges.map(\.line) == [0, 2, 1, 3])
            #expect(log.edges.map(\.isActive) == [true, false, true, false])
            #expect(log.edges.map(\.time) == log.edges.map(\.time).sorted())
            log.cancel()
        },
        ContractCase("reading with nothing queued returns at once, and empty") { world in
            let request = try world.makeBoard(chip: nil).requestInputs(
                [.init(line: "IN0"), .init(line: "IN1")], consumer: "test")
            var events: [EdgeEvent] = []
            #expect(try request.readEvents(into: &events) == false)
            #expect(events.isEmpty)
            request.release()
        },
        ContractCase("a request shows its consumer, and its release frees the lines") { world in
            let board = try world.makeBoard(chip: nil)
            let request = try board.requestInputs([.init(line: "IN0")], consumer: "doorbell")
            let address = request.addresses[0]
            #expect(try board.info(address)?.consumer == "doorbell")
            #expect(try board.info(address)?.isOutput == false)
            request.release()
            request.release()
            #expect(try board.info(address)?.consumer == nil)
            #expect(thrownError { _ = try request.levels() } != nil)
            var events: [EdgeEvent] = []
            #expect(thrownError { _ = try request.readEvents(into: &events) } != nil)
        },
        ContractCase("a request that nobody holds any more is released") { world in
            let board = try world.makeBoard(chip: nil)
            do { _ = try board.requestInputs([.init(line: "IN0")], consumer: "test") }
            try board.requestInputs([.init(line: "IN0")], consumer: "test").release()
        },
    ]

    static let overflow = [
        ContractCase("after more edges than the kernel keeps, the line's level is told as it is") { world in
            let request = try world.makeBoard(chip: nil).requestInputs(
                [.init(line: "IN0", bias: .down)], consumer: "test")
            let log = try WatcherLog(request, scheduler: world.scheduler)
            // All edges come in one turn of the loop, so that the queue is not drained in between.
            for index in 0..<201 { try world.pull(.panel(0), high: index.isMultiple(of: 2)) }
            try await log.wait(for: "a resynchronisation to active") { events in
                events.contains { if case .resynchronised(0, true, _) = $0 { true } else { false } }
            }
            #expect(try log.watcher.levels == [true])
            #expect(log.events.count <= 32)
            try world.pull(.panel(0), high: false)
            // The release comes as an edge, or as a resynchronization if the flood's last edges are still queued.
            try await log.wait(for: "the release after the flood") { events in
                switch events.last {
                case .edge(let edge): !edge.isActive
                case .resynchronised(_, let isActive, _): !isActive
                case .lost, nil: false
                }
            }
            log.cancel()
        },
        ContractCase("one line's flood does not lose another line's release") { world in
            let request = try world.makeBoard(chip: nil).requestInputs(
                [.init(line: "IN0", bias: .down), .init(line: "IN1", bias: .down)], consumer: "test")
            let log = try WatcherLog(request, scheduler: world.scheduler)
            try world.pull(.panel(1), high: true)
            try await log.wait(count: 1)
            try world.pull(.panel(1), high: false)
            for index in 0..<200 { try world.pull(.panel(0), high: index.isMultiple(of: 2)) }
            try await log.wait(for: "the release") { events in
                events.contains {
                    switch $0 {
                    case .edge(let edge): edge.line == 1 && !edge.isActive
                    case .resynchronised(let line, let isActive, _): line == 1 && !isActive
                    case .lost: false
                    }
                }
            }
            #expect(try log.watcher.levels == [false, false])
            log.cancel()
        },
    ]
}
