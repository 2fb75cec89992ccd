import EventLoop
import GPIO

/// The lines of a simulated board, and their nets: lines connected by closed contacts, and the level that they share.
///
/// A contact has neither resistance nor direction: no diodes. An output wins over a connection from outside, and that
/// over resistors. A net without any of them is low. If two of the same kind disagree, the low one wins, and
/// `conflicts` records it.
@PanelActor
struct SimulatedNets {
    /// A line whose level has changed.
    typealias Edge = (line: LineAddress, isHigh: Bool)

    private(set) var conflicts: Set<SimulatedConflict> = []
    private var lines: [LineAddress: SimulatedLine] = [:]
    /// The lines that closed contacts connect, in both directions.
    private var joints: [LineAddress: [LineAddress]] = [:]

    init(_ addresses: [LineAddress]) {
        for address in addresses { lines[address] = SimulatedLine(address: address) }
    }

    var addresses: [LineAddress] { Array(lines.keys) }

    /// A line. A change by this subscript causes no edge.
    subscript(address: LineAddress) -> SimulatedLine? {
        get { lines[address] }
        _modify { yield &lines[address] }
    }

    /// The level of a line and of the lines connected with it.
    mutating func isHigh(_ line: LineAddress) -> Bool {
        joints[line] == nil ? lines[line]?.isHigh ?? false : level(of: net(of: line))
    }

    func isJoined(_ joint: SimulatedJoint) -> Bool { joints[joint.first]?.contains(joint.second) ?? false }

    /// Closes or opens a contact, at once.
    ///
    /// - Returns: the resulting edges, in the order of the lines.
    mutating func join(_ joint: SimulatedJoint, _ isClosed: Bool) -> [Edge] {
        edges(around: [joint.first, joint.second]) { nets in
            nets.setJoint(from: joint.first, to: joint.second, isClosed)
            nets.setJoint(from: joint.second, to: joint.first, isClosed)
        }
    }

    /// Changes a line.
    ///
    /// - Returns: the resulting edges, in the order of the lines.
    mutating func change(_ address: LineAddress, _ body: (inout SimulatedLine) -> Void) -> [Edge] {
        guard var line = lines[address] else { return [] }
        if joints[address] != nil {
            return edges(around: [address]) { nets in
                body(&line)
                nets.lines[address] = line
            }
        }
        let before = line.isHigh
        body(&line)
        lines[address] = line
        return line.isHigh != before ? [(address, !before)] : []
    }

    private mutating func setJoint(from line: LineAddress, to other: LineAddress, _ isClosed: Bool) {
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

    private mutating func level(of net: [LineAddress]) -> Bool {
        for force in SimulatedLine.Force.allCases {
            var (low, high): (LineAddress?, LineAddress?)
            for address in net {
                switch lines[address]?.level(by: force) {
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

    /// Applies a change of levels.
    private mutating func edges(around lines: [LineAddress], _ body: (inout SimulatedNets) -> Void) -> [Edge] {
        let before = levels(around: lines)
        body(&self)
        return zip(before, levels(around: lines)).filter { $0.isHigh != $1.isHigh }.map { $1 }
    }

    /// The levels of these lines and of the lines connected with them.
    private mutating func levels(around lines: [LineAddress]) -> [Edge] {
        var levels: [Edge] = []
        for line in lines where !levels.contains(where: { $0.line == line }) {
            let net = net(of: line)
            let isHigh = level(of: net)
            levels += net.map { ($0, isHigh) }
        }
        return levels.sorted { $0.line.isBefore($1.line) }
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
