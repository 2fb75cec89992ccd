import CSpawn
import ExtensionTestSupport
import Glibc
import Testing

@testable import Commands

/// Commands without network, enforced by the present kernel.
@Suite(.timeLimit(.minutes(1)))
struct NetworkTests {
    private static let probe = SpawnedProgram.built("NetworkProbe")

    /// The program's result for each call that it tries.
    private func results(of calls: [String], hasNetwork: Bool = false) async throws -> [String] {
        let runner = CommandRunner(environment: [:]) { _ in }
        let result = try await runner.run(
            Command(
                arguments: [Self.probe] + calls, timeout: .seconds(50), output: .message, hasNetwork: hasNetwork))
        try result.check()
        return String(decoding: result.message, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(
        "C30 a command without network can make only UNIX sockets, and so can its children",
        arguments: [[], ["child"], ["child", "child"]])
    func sockets(through: [String]) async throws {
        let families = ["inet", "inet-datagrams", "inet6", "netlink", "wide", "pair-inet"]
        #expect(try await results(of: through + families) == families.map { "\($0): EAFNOSUPPORT" })
        #expect(try await results(of: through + ["unix", "pair-unix"]) == ["unix: done", "pair-unix: done"])
    }

    @Test("C30 a command without network gets no socket by a ring, or from another process")
    func others() async throws {
        #expect(
            try await results(of: ["io_uring", "pidfd_getfd", "ptrace", "process_vm_writev"])
                == ["io_uring: ENOSYS", "pidfd_getfd: EPERM", "ptrace: EPERM", "process_vm_writev: EPERM"])
    }

    @Test("a command with network can make all sockets, so that the difference is the filter")
    func open() async throws {
        #expect(
            try await results(of: ["inet", "wide", "netlink", "unix"], hasNetwork: true)
                == ["inet: done", "wide: done", "netlink: done", "unix: done"])
        #expect(
            try await results(of: ["pidfd_getfd", "ptrace", "process_vm_writev"], hasNetwork: true)
                == ["pidfd_getfd: EBADF", "ptrace: done", "process_vm_writev: done"])
        #expect(try await results(of: ["io_uring"], hasNetwork: true) != ["io_uring: ENOSYS"])
    }

    @Test("a command inherits three descriptors", arguments: [true, false])
    func descriptors(hasNetwork: Bool) async throws {
        // A descriptor that was not closed by mistake.
        let forgotten = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(forgotten) }
        #expect(try await results(of: ["descriptors"], hasNetwork: hasNetwork) == ["descriptors: 3"])
    }

    #if arch(x86_64)
    @Test("system calls of another architecture end a networkless command", arguments: ["x32", "i386"])
    func architectures(call: String) async throws {
        let error = await #expect(throws: CommandError.self) { try await results(of: [call, "inet"]) }
        // A kernel without i386 calls has no such interrupt.
        let expected = [SIGSYS] + (call == "i386" ? [SIGSEGV] : [])
        #expect(expected.map { .killed(signal: $0, output: nil) }.contains(error))
    }
    #endif

    @Test("a command without network gets its input, and its whole output is kept")
    func message() async throws {
        let runner = CommandRunner(environment: [:]) { _ in }
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
        var command = Command(
            arguments: ["cat"], timeout: .seconds(50), input: text, output: .message, hasNetwork: false)
        #expect(try await runner.run(command).message == text)
        command.input = nil
        #expect(try await runner.run(command).message == [])
    }

    @Test("a command is not run with a network socket as its output")
    func socketAsOutput() throws {
        var process: pid_t = 0
        let commandGuard = holdfast_guard_start(0, &process)
        let null = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        defer {
            close(commandGuard)
            close(null)
            waitpid(process, nil, 0)
        }
        func step(output: Int32) -> holdfast_step? {
            var arguments = [strdup("/bin/true"), nil]
            defer { free(arguments[0]) }
            return arguments.withUnsafeMutableBufferPointer { arguments in
                var command = holdfast_command(
                    path: arguments[0], arguments: arguments.baseAddress, environment: arguments.baseAddress,
                    folder: nil,
                    input: -1, output: output, errors: null, mask: -1, guard: commandGuard, without_network: true)
                var step = HOLDFAST_STEP_PREPARE
                let child = holdfast_spawn_command(&command, &step)
                guard child > 0 else { return step }
                holdfast_process_take(child, commandGuard)
                return nil
            }
        }
        let families = [AF_INET, AF_UNIX].map {
            socket($0, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        }
        defer { for descriptor in families { close(descriptor) } }
        #expect(step(output: families[0]) == HOLDFAST_STEP_NETWORK)
        #expect(step(output: families[1]) == nil)
        #expect(step(output: null) == nil)
    }
}
