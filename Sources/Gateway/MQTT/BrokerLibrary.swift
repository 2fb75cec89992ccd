import CMosquitto
import EventLoop
import Glibc
import Synchronization

/// A handle of libmosquitto, freed by the last who uses it: the connection, or the worker that still connects.
final class BrokerLibrary: @unchecked Sendable {
    /// The result of a blocking call.
    struct Result: Sendable {
        var code: Int32
        var systemCode: Int32
    }

    /// The most bytes of a packet that a broker of MQTT 5 may send. One of MQTT 3.1.1 knows no such limit.
    private static let largestPacket: UInt32 = 64 * 1024
    private static let loaded = Swift.Result { () throws(BrokerProblem) in
        var functions = holdfast_mosquitto()
        if let reason = holdfast_mosquitto_load(&functions) { throw .noLibrary(reason: String(cString: reason)) }
        guard functions.lib_init() == MOSQ_ERR_SUCCESS.code else {
            throw .noLibrary(reason: "libmosquitto does not start")
        }
        return functions
    }

    /// The library's functions.
    let call: holdfast_mosquitto
    let handle: OpaquePointer
    private let version: ConnectionPlan.Version
    private let complaint = Mutex<String?>(nil)
    @PanelActor private weak var connection: BrokerConnection?

    /// - Throws: `BrokerProblem.noLibrary`, `.certificateFile`.
    init(_ settings: BrokerSettings, _ version: ConnectionPlan.Version) throws(BrokerProblem) {
        call = try Self.loaded.get()
        // The identifier is of letters and digits, so that only a lack of memory makes this fail. Without memory no part of
        // the program could continue; the same holds for any object.
        guard let handle = call.new(settings.client, true, nil) else {
            preconditionFailure("mosquitto_new: \(SystemCall.message(SystemCall.lastError))")
        }
        (self.handle, self.version) = (handle, version)
        call.user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        _ = call.int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311)
        _ = call.username_pw_set(handle, settings.user, settings.password)
        if let will = settings.will {
            _ = will.payload.withUnsafeBytes {
                call.will_set(handle, will.topic, Int32($0.count), $0.baseAddress, 0, will.isRetained)
            }
        }
        setCallbacks()
        guard let files = settings.certificates else { return }
        if files.authorities == nil { _ = call.int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1) }
        let code = call.tls_set(handle, files.authorities, nil, files.certificate, files.key, nil)
        guard files.authorities == nil && code == MOSQ_ERR_INVAL.code || code == MOSQ_ERR_SUCCESS.code else {
            let names = [files.authorities, files.certificate, files.key].compactMap(\.self).joined(separator: ", ")
            throw .certificateFile(reason: "one of \(names) cannot be read, or is no PEM file")
        }
    }

    deinit { call.destroy(handle) }

    /// Gives the answers of the broker to a connection.
    @PanelActor
    func take(_ connection: BrokerConnection?) { self.connection = connection }

    /// The last error that the library has logged, such as OpenSSL's reason. People get the last part of a line such as
    /// `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed`.
    var lastComplaint: String? {
        complaint.withLock { $0 }.map { $0.split(separator: ":").last.map(String.init) ?? $0 }
    }

    /// The library's words for an error.
    func reason(_ code: Int32) -> String {
        call.strerror(code).map { String(cString: $0) } ?? "error \(code) of libmosquitto"
    }

    /// Looks up the broker's name, connects and sends the greeting; blocks until then.
    func connect(_ settings: BrokerSettings) -> Result {
        var properties: OpaquePointer?
        if version == .v5 {
            _ = call.property_add_int32(
                &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), Self.largestPacket)
        }
        defer { call.property_free_all(&properties) }
        let code = call.connect_bind_v5(
            handle, settings.host, Int32(settings.port), Int32(settings.keepAlive), nil, properties)
        return Result(code: code, systemCode: SystemCall.lastError)
    }

    /// The callbacks come within the calls that read, write and tick, on the loop; the log's on the worker, too.
    private func setCallbacks() {
        call.log_callback_set(handle) { _, owner, level, text in
            guard level & MOSQ_LOG_ERR != 0, let text else { return }
            let line = String(cString: text)
            BrokerLibrary.at(owner)?.complaint.withLock { $0 = line }
        }
        call.connect_v5_callback_set(handle) { _, owner, code, _, properties in
            var seconds: UInt16 = 0
            let isGiven =
                BrokerLibrary.at(owner)?.call.property_read_int16(
                    properties, Int32(MQTT_PROP_SERVER_KEEP_ALIVE.rawValue), &seconds, false) != nil
            BrokerLibrary.tell(owner) { $0.accepted(code, keepAlive: isGiven && seconds > 0 ? seconds : nil) }
        }
        call.disconnect_v5_callback_set(handle) { _, owner, code, _ in
            BrokerLibrary.tell(owner) { $0.ended(code) }
        }
        call.subscribe_v5_callback_set(handle) { _, owner, number, count, granted, _ in
            guard count > 0, let code = granted?.pointee else { return }
            BrokerLibrary.tell(owner) { $0.subscribed(number, code) }
        }
        call.message_v5_callback_set(handle) { _, owner, message, _ in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
            let copy = MQTTMessage(String(cString: topic), Array(bytes), isRetained: message.retain)
            BrokerLibrary.tell(owner) { $0.arrived(copy) }
        }
    }

    private static func at(_ owner: UnsafeMutableRawPointer?) -> BrokerLibrary? {
        owner.map { Unmanaged<BrokerLibrary>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func tell(_ owner: UnsafeMutableRawPointer?, _ tell: @PanelActor (BrokerConnection) -> Void) {
        guard let library = at(owner) else { return }
        PanelActor.assumeIsolated { if let connection = library.connection { tell(connection) } }
    }
}

extension mosq_err_t {
    var code: Int32 { Int32(rawValue) }

    init(_ code: Int32) { self.init(rawValue: RawValue(code)) }
}

extension mqtt5_return_codes {
    var code: Int32 { Int32(rawValue) }
}

extension mqtt311_connack_codes {
    var code: Int32 { Int32(rawValue) }
}
