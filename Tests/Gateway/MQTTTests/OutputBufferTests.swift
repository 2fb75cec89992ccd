import Testing

@testable import MQTT

@Suite struct OutputBufferTests {
    /// Flushes against a kernel that answers each attempt with the next of `transfers`.
    private func flush(
        _ buffer: inout OutputBuffer, _ transfers: BrokerSocket.Transfer...
    ) -> OutputBuffer.Outcome {
        var rest = transfers[...]
        return buffer.flush { _ in rest.popFirst() ?? .ended }
    }

    @Test(
        "bytes that waited for TLS to read, or for the kernel, are reported as clear once they are written",
        arguments: [.wantsReading, .wantsWriting] as [BrokerSocket.Transfer])
    func waiting(transfer: BrokerSocket.Transfer) {
        var buffer = OutputBuffer()
        buffer.add([1, 2, 3])
        #expect(flush(&buffer, .count(1), transfer) == .waiting)
        #expect(buffer.wantsWriting == (transfer == .wantsWriting) && !buffer.isEmpty)
        // A packet that comes meanwhile finds the socket free.
        buffer.add([4])
        #expect(flush(&buffer, .count(3)) == .clear(hadWaited: true))
        #expect(buffer.isEmpty && !buffer.wantsWriting)
        buffer.add([5])
        #expect(flush(&buffer, .count(1)) == .clear(hadWaited: false))
    }

    @Test("an end of the connection is passed on")
    func ended() {
        var buffer = OutputBuffer()
        #expect(flush(&buffer) == .clear(hadWaited: false))
        buffer.add([1])
        #expect(flush(&buffer, .failed(reason: "alert")) == .ended(.failed(reason: "alert")))
    }
}
