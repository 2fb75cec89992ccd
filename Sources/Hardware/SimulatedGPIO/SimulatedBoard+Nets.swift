import EventLoop
import GPIO

/// Nets: lines connected by closed contacts, and the level that they share.
///
/// A contact has neither resistance nor direction: no diodes. An output wins over a connection from outside, and that
/// over resistors. A net without any of them is low. If two of the same kind disagree, the low one wins, and
/// `conflicts` records it.
extension SimulatedBoard {
    func isJoined(_ joint: SimulatedJoint) -> Bool { joints[joint.first]?.contains(joint.second) ?? false }

    /// Closes or opens a contact, at once.
    func join(_ joint: SimulatedJoint, _ isClosed: Bool) {
        changeNets(of: [joint.first, joint.second]) {
            setJoint(from: joint.first, to: joint.second, isClosed)
            setJoint(from: joint.second, to: joint.first, isClosed)
        }
    }

    private func setJoint(from line: LineAddress, to other: LineAddress, _ isClosed: Bool) {
        var others = joints[line, default: []].filter { $0 != other }
        if isClosed { others.append(other) }
        joints[line] = others.isEmpty ? nil : others
    }

    /// The line itself, and all lines that contacts connect with it.
    private func net(of line: LineAddress) -> [LineAddress] {
        var members = [line]
        var next = 0
        while next < members.count {
            for other in joints[members[next]] ?? [] where !members.contains(other) { members.append(other) }
            next += 1
        }
        return members
    }

    /// The common level of a line and the lines connected with it.
    func netLevel(of line: LineAddress) -> Bool { level(of: net(of: line)) }

    private func level(of net: [LineAddress]) -> Bool {
        for force in SimulatedLine.Force.allCases {
            var (low, high): (LineAddress?, LineAddress?)
            for address in net {
                switch states[address]?.level(by: force) {
                case false: low = address
                case true: high = address
                case nil: break
                }
            }
            if let low, let high { conflicts.insert(SimulatedConflict(low: low, high: high)) }
            if low != nil || high != nil { return low == nil }
        }
        return false
    }

    /// Applies a change of levels, and reports the resulting edges in the order of the lines.
    func changeNets(of lines: [LineAddress], _ body: () -> Void) {
        let before = levels(around: lines)
        body()
        for (before, after) in zip(before, levels(around: lines)) where before.isHigh != after.isHigh {
            tellEdge(of: after.address, isHigh: after.isHigh)
        }
    }

    /// The levels of these lines and of the lines connected with them.
    private func levels(around lines: [LineAddress]) -> [(address: LineAddress, isHigh: Bool)] {
        var levels: [(address: LineAddress, isHigh: Bool)] = []
        for line in lines where !levels.contains(where: { $0.address == line }) {
            let net = net(of: line)
            let isHigh = level(of: net)
            levels += net.map { ($0, isHigh) }
        }
        return levels.sorted { $0.address.isBefore($1.address) }
    }
}

/// A contact between two lines of a simulated board. The order of the two does not matter.
struct SimulatedJoint: Hashable {
    let first: LineAddress
    let second: LineAddress

    init(_ line: LineAddress, _ other: LineAddress) {
        (first, second) = line.isBefore(other) ? (line, other) : (other, line)
    }
}

/// Two connected lines of a simulated board that get different levels by the same force.
public struct SimulatedConflict: Sendable, Hashable {
    /// The line with the low level.
    public var low: LineAddress
    /// The line with the high level.
    public var high: LineAddress
}

extension LineAddress {
    /// An order that is the same in each run.
    func isBefore(_ other: LineAddress) -> Bool { (chip, offset) < (other.chip, other.offset) }
}
