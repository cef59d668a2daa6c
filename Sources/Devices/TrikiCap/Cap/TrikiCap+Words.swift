import Peripheral
package import Wire

extension TrikiCap {
    /// What a value of one of the cap's characteristics says, of those that are written or notified.
    ///
    /// - Parameter fromCap: true for a notification, false for what a host writes.
    package func reading(_ value: ValueID, _ bytes: [UInt8], fromCap: Bool) -> PacketReading {
        switch value {
        case TrikiGATT.receive: Self.request(bytes)
        case TrikiGATT.transmit where fromCap: Self.stream(bytes, switches.layout)
        case TrikiGATT.light: Self.light(bytes)
        case TrikiGATT.batteryLevel:
            Self.reading("battery", "level", bytes.isEmpty ? [] : [.number("level", bytes[0])])
        default: Self.reading("value", "\(value)", [.tail(bytes)])
        }
    }

    private static func reading(
        _ title: String, _ register: String, _ fields: [FieldValue], note: String = ""
    ) -> PacketReading {
        var reading = PacketReading(title)
        reading.module = "cap"
        reading.register = register
        reading.fields.fields = fields
        reading.note = note
        return reading
    }

    private static func light(_ bytes: [UInt8]) -> PacketReading {
        guard bytes.count == 1 else { return reading("LED", "LED", [.tail(bytes)]) }
        return reading(
            "LED", "LED", [.number("on", bytes[0])], note: bytes[0] == 0 ? "off" : "on")
    }

    private static func request(_ bytes: [UInt8]) -> PacketReading {
        func scales() -> [FieldValue] {
            [
                .number("acceleration", at: 1, in: bytes), .number("rotation", at: 3, in: bytes),
                .number("rate", at: 5, in: bytes), .number("sensors", bytes[7]),
            ]
        }
        switch Request(bytes) {
        case .start(let settings):
            let range = "\(settings.acceleration) g"
            let turn = settings.hasGyroscope ? ", \(settings.rotation) deg/s" : ", no gyroscope"
            return reading(
                "start the stream", "request", scales(),
                note: "\(settings.rate.rawValue) Hz, \(range)\(turn)")
        case .unsupported:
            // Why is said by the cap's refusal.
            return reading("start the stream", "request", scales())
        case .stop: return reading("stop the stream", "request", [])
        case .status(let code):
            return reading(
                "ask for a status block", "request", [.number("block", code)])
        case .reboot: return reading("restart", "request", [.tail(bytes)])
        case .unknown: return reading("unknown request", "request", [.tail(bytes)])
        }
    }

    /// A notification of the stream is cut wherever the link has to.
    private static func stream(_ bytes: [UInt8], _ layout: FrameLayout) -> PacketReading {
        if bytes == StatusBlock.acknowledgement {
            return reading("the stream begins", "answer", [])
        }
        let isBegin = bytes.first == MotionFrame.header && bytes.count >= 2 && bytes[1] < 16
        guard isBegin, bytes.count >= layout.length else {
            // Opcodes of answers have bit 7 set.
            let isAnswer = bytes.first.map { $0 & 0x80 != 0 } ?? false
            return reading(
                isAnswer ? "status block" : "part of the stream", isAnswer ? "answer" : "stream",
                [.tail(bytes)])
        }
        guard layout == .sensor else {
            return reading(
                "motion", "stream",
                [.number("status", bytes[1]), .tail(Array(bytes.dropFirst(2)))])
        }
        let names = [
            "rotation x", "rotation y", "rotation z", "acceleration x", "acceleration y",
            "acceleration z",
        ]
        let counts = names.indices.map { FieldValue.count(names[$0], at: 2 + 2 * $0, in: bytes) }
        var fields = [FieldValue.number("status", bytes[1])] + counts
        if bytes.count > layout.length {
            fields.append(.tail(Array(bytes.dropFirst(layout.length))))
        }
        return reading("motion", "stream", fields)
    }
}

extension FieldValue {
    fileprivate static func number(_ name: String, _ byte: UInt8) -> Self {
        Self(name, .unsigned(UInt64(byte)))
    }

    /// Two bytes, little endian.
    fileprivate static func number(_ name: String, at place: Int, in bytes: [UInt8]) -> Self {
        Self(name, .unsigned(UInt64(bytes[place]) | UInt64(bytes[place + 1]) << 8))
    }

    /// The same with a sign.
    fileprivate static func count(_ name: String, at place: Int, in bytes: [UInt8]) -> Self {
        let word = UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
        return Self(name, .signed(Int64(Int16(bitPattern: word))))
    }

    fileprivate static func tail(_ bytes: [UInt8]) -> Self { Self("bytes", .bytes(bytes)) }
}
