import Configuration
import EventLoop
import Glibc
import ProgramSupport

/// The report that a person reads on the boot partition, as any computer shows it.
struct CardReport: Sendable, Hashable {
    /// An address of this machine, and the name of its network interface.
    struct Address: Sendable, Hashable {
        var interface: String
        var address: String
    }

    var name: String
    var addresses: [Address]
    /// Why there is no Wi-Fi, although `holdfast.txt` names a network; `nil` for none.
    var wirelessProblem: String?
    /// The SHA-256 of the certificate of the page's authority; `nil` before there is one.
    var authority: String?
    /// The files of the boot partition that were taken, and their problems.
    var intake: CardIntake.Result
    /// The faults of the card itself, such as its size.
    var cardFaults: [String]
    /// The paths of the keyboards at this board, each of which can be the PIN pad.
    var keyboards: [String] = []
    /// The words of `holdfast status`.
    var status: [String]
    /// Whether the panel runs without faults.
    var isPanelWell: Bool

    /// Whether a person has to do something.
    var needsPerson: Bool { intake.hasProblems || !cardFaults.isEmpty || wirelessProblem != nil || !isPanelWell }

    /// The size of the file. It never changes, so that a power cut amidst a write cannot harm the file system, and a full boot
    /// partition has room.
    static let size = 16_384

    /// The text, with the line ends that Windows' older editors need.
    var text: String {
        var lines = [
            "Holdfast's report of its last start: \(needsPerson ? "there is something to correct." : "all is well.")",
            "",
            "The machine is '\(name)'. Its page: https://\(name).local",
        ]
        lines +=
            addresses.isEmpty
            ? ["It has no address in a network."] : addresses.map { "  \($0.address) (\($0.interface))" }
        if let wirelessProblem { lines.append(wirelessProblem) }
        if let authority {
            lines += [
                "", "The certificate that phones must trust once: http://\(name).local", "Its SHA-256: \(authority)",
            ]
        }
        func add(_ title: String, _ part: [String]) {
            if !part.isEmpty { lines += ["", title] + part.map { "  " + $0 } }
        }
        add("From this partition:", intake.lines)
        add("The card:", cardFaults)
        add("The panel:", status)
        add("A keyboard for PINs, in panel.yaml:", keyboards.map { "keypad: {device: \($0)}" })
        return lines.map { $0 + "\r\n" }.joined()
    }

    /// The bytes of the file: the text, filled up with line ends, or cut.
    var bytes: [UInt8] {
        let text = Array(text.utf8)
        guard text.count < Self.size else {
            let end = Array("\r\n… The rest is in 'holdfast system report'.\r\n".utf8)
            return text.prefix(Self.size - end.count) + end
        }
        return text + (0..<(Self.size - text.count)).map { $0.isMultiple(of: 2) ? 0x0D : 0x0A }
    }

    /// Writes the file in place, unless it has these bytes.
    ///
    /// - Throws: `FileProblem`.
    func write(to path: String) throws {
        let bytes = bytes
        if let old = try? FileContents.read(path, limit: Self.size), old == bytes { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw FileProblem(path: path, call: "open") }
        defer { close(descriptor) }
        guard bytes.withUnsafeBytes({ SystemCall.write($0, to: descriptor) }) else {
            throw FileProblem(path: path, call: "write")
        }
        guard ftruncate(descriptor, off_t(Self.size)) == 0, fsync(descriptor) == 0 else {
            throw FileProblem(path: path, call: "fsync")
        }
    }
}

extension CardReport.Address {
    /// The addresses of this machine by which others reach it (getifaddrs(3)).
    static var own: [CardReport.Address] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0, let first else { return [] }
        defer { freeifaddrs(first) }
        return sequence(first: first, next: \.pointee.ifa_next).compactMap { entry in
            let entry = entry.pointee
            guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0 else { return nil }
            let family = Int32(address.pointee.sa_family)
            guard family == AF_INET || family == AF_INET6 else { return nil }
            let length = socklen_t(family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                return nil
            }
            let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // The scope of a link-local address counts on this machine alone.
            guard !words.hasPrefix("fe80:") else { return nil }
            return CardReport.Address(interface: String(cString: entry.ifa_name), address: words)
        }
    }
}
