import ControlModel
import MonotonicTime

@testable import Panel

extension PerformanceWorld {
    /// The entries of the table, the oldest first.
    private var entries: [PerformanceTable.Entry] { table.entries.values.sorted { $0.id.number < $1.id.number } }

    /// The world apart from its age: worlds with equal keys behave alike.
    var key: [Int] {
        var key = [
            facts.isUnlocked ? 1 : 0, facts.isEntitled ? 1 : 0, facts.padObstacle == nil ? 0 : 1, hasStopped ? 1 : 0,
        ]
        switch facts.trail {
        case .none: key.append(0)
        case .writable: key.append(1)
        case .failing: key.append(2)
        }
        key += isOn.map { $0 ? 1 : 0 }
        // Numbers of performances grow for ever; the key has their ranks.
        func rank(_ id: PerformanceTable.ID) -> Int { entries.firstIndex { $0.id == id } ?? -1 }
        func time(_ instant: MonotonicInstant?) -> Int { instant.map { Int($0.nanoseconds - now.nanoseconds) } ?? -1 }
        for entry in entries {
            key += [-2, control(entry.control), entry.questions, entry.sent]
            key.append(ControlAuthentication.allCases.firstIndex(of: entry.needed) ?? -1)
            key.append(Int(entry.delay.nanoseconds))
            switch entry.phase {
            case .proving(let forInterlock): key += [0, forInterlock ? 1 : 0]
            case .delayed(let until, let isTooLong): key += [1, time(until), isTooLong ? 1 : 0]
            case .running: key.append(2)
            case .members(let left): key += [3, left]
            case .intent(let step, .running(let until)): key += [4, step == .calling ? 1 : 0, time(until)]
            case .intent(let step, .asking(let until, let left)):
                key += [5, step == .calling ? 1 : 0, time(until), Int(left?.nanoseconds ?? -1)]
            }
            guard let run = runs.first(where: { $0.id == entry.id }) else { continue }
            add(run.request, to: &key)
            key += [run.goesOn == true ? 1 : 0, run.sent, run.asked, run.waiters.count]
        }
        key += [-3, control(table.pending?.control), table.pending?.isOn == true ? 1 : 0, time(table.pending?.until)]
        for proof in proofs {
            switch proof {
            case .request(let id, let request):
                key += [-4, rank(id)]
                add(request, to: &key)
            case .interlock(let id): key += [-5, rank(id)]
            case .intent(let id): key += [-6, rank(id)]
            case .answer(let question, let asked, _):
                let isCurrent = runs.contains { $0.id == question.performance && $0.asked == asked }
                key += [-7, rank(question.performance), isCurrent ? 1 : 0]
            }
        }
        key.append(-8)
        for id in calls { key.append(rank(id)) }
        return key
    }

    private func control(_ id: ObjectIdentifier?) -> Int {
        switch id {
        case Control.gate.id: 0
        case Control.lamp.id: 1
        case Control.scene.id: 2
        default: -1
        }
    }

    private func add(_ request: Request, to key: inout [Int]) {
        key += [request.control.rawValue, request.person.rawValue, Int(request.options.rawValue)]
        key.append(request.isOn.map { $0 ? 1 : 0 } ?? -1)
        switch request.waiter {
        case .caller: key.append(-1)
        case .scene(let id): key.append(entries.firstIndex { $0.id == id } ?? -2)
        }
    }
}
