import MQTT
import Testing

@testable import ProgramSupport

@Suite struct LastMessagesTests {
    @Test("the last message of each topic is kept, and counts alone for the bound")
    func replaced() {
        var messages = LastMessages(limit: 20)
        for number in 0..<100 { messages.keep(MQTTMessage("clock", Array("\(number)".utf8))) }
        messages.keep(MQTTMessage("state", Array("on".utf8)))
        #expect(
            Set(messages.all.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }) == [
                "clock 99", "state on",
            ])
    }

    @Test("attack: messages beyond the bound of bytes, and a payload of over 64 KiB, are dropped")
    func bound() {
        var messages = LastMessages(limit: 20)
        for number in 0..<100 { messages.keep(MQTTMessage("topic\(number)", [])) }
        #expect(messages.all.count == 3)
        messages = LastMessages()
        messages.keep(MQTTMessage("large", [UInt8](repeating: 0, count: 65_537)))
        #expect(messages.all.isEmpty)
    }
}
