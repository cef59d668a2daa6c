import Declaration
import MetaWearTables

extension ReadTarget {
    /// What is sent, if neither the board's chips nor its processors have a say in it.
    var request: [UInt8] {
        switch self {
        case .temperature(let target): [0x04, 0x81, UInt8(clamping: target.channel)]
        case .battery, .batteryVoltage: [0x11, 0x8C]
        case .gpio(let target):
            switch target.kind {
            case .absolute: [0x05, 0x86, UInt8(clamping: target.pin)]
            case .ratio: [0x05, 0x87, UInt8(clamping: target.pin)]
            case .digital: [0x05, 0x88, UInt8(clamping: target.pin)]
            }
        case .switch: [0x01, 0x81]
        case .logLength: [0x0B, 0x85]
        case .register(let target): target.bytes.bytes
        case .name: [0x11, 0x81]
        case .pressure: [0x12, 0x81]
        case .humidity: [0x16, 0x81]
        case .colour: [0x17, 0x81]
        case .proximity: [0x18, 0x81]
        case .conductance(let target): [0x10, 0x81, UInt8(clamping: target.channel)]
        case .steps: [0x03, 0x9A]
        case .calibration: [0x19, 0x8B]
        case .calibrationData(let target): [0x19, 0x80 | target.sensor.register]
        case .state: [0x09, 0x84]
        case .macro(let target): [0x0F, 0x82, UInt8(clamping: target.id)]
        case .i2c(let target): target.request
        case .spi(let target): target.request
        }
    }

    /// Whether an expectation's target is the one that was read.
    func isSame(as other: ReadTarget) -> Bool {
        switch (self, other) {
        case (.state(let a), .state(let b)): a.name == b.name && a.stage == b.stage
        case (.battery, .batteryVoltage), (.batteryVoltage, .battery): false
        case (.register, _), (_, .register):
            request == other.request && dimension == nil && other.dimension == nil
        default: request == other.request
        }
    }

    /// What an answer to a request begins with.
    func answer(to request: [UInt8]) -> PacketPattern {
        switch self {
        case .register: PacketPattern([request[0], request[1] & 0xBF])
        case .i2c(let target): PacketPattern(0x0D, 0x81, UInt8(clamping: target.id))
        case .spi(let target): PacketPattern(0x0D, 0x82, UInt8(clamping: target.id))
        default: PacketPattern(request)
        }
    }

    /// A value as a person reads it; nil for bytes that nobody here knows.
    func words(_ value: Double) -> String? {
        guard let unit = dimension?.units.first?.symbol else {
            switch self {
            case .register, .name, .calibrationData, .macro, .i2c, .spi: return nil
            default: return Decimal.text(value)
            }
        }
        let isExact = (value * 1000).rounded() == value * 1000
        return (isExact ? Written.text(value) : Decimal.text(value)) + " \(unit)"
    }

    /// The number in an answer, in the unit of the scenario's quantities: °C, percent, volts.
    ///
    /// - Parameter field: of the state of a processor.
    func value(in packet: [UInt8], _ field: SampleField? = nil) -> Double {
        func number(_ at: Int, _ count: Int) -> Double {
            Double(LittleEndian.number(packet, from: at, count))
        }
        return switch self {
        case .temperature: Double(LittleEndian.signed(packet, from: 3, 2)) / 8
        case .battery: number(2, 1)
        case .batteryVoltage: number(3, 2) / 1000
        case .gpio(let target):
            switch target.kind {
            case .absolute: number(3, 2) / 1000
            case .ratio: number(3, 2) / 1023 * 100
            case .digital: number(3, 1)
            }
        case .switch: number(2, 1)
        case .logLength: number(2, 4)
        case .register, .name: 0
        case .pressure: number(2, 4) / 25_600
        case .humidity: number(2, 4) / 1024
        case .colour, .proximity, .steps: number(2, 2)
        case .conductance: number(3, 4)
        case .calibration: Double(packet.dropFirst(2).prefix(3).min() ?? 0)
        case .calibrationData: number(10, 2)
        case .state: field?.count(packet, at: 3) ?? number(3, min(4, max(0, packet.count - 3)))
        case .macro: number(3, 1)
        case .i2c, .spi: number(3, 1)
        }
    }
}

extension ReadTarget.I2C {
    /// Device, register, id, length (protocol, sensors 11).
    var request: [UInt8] {
        [0x0D, 0x81] + [device, register, id, length].map(UInt8.init(clamping:))
    }
}

extension ReadTarget.SPI {
    /// Pins, flags, length and id, what is written first (protocol, sensors 11).
    var request: [UInt8] {
        let speed = Self.frequencies.firstIndex(of: frequency.hertz) ?? 0
        let flags = (isReversed ? 1 : 0) | mode << 1 | speed << 3 | (isNative ? 0x40 : 0)
        return [0x0D, 0x82]
            + [select, clock, mosi, miso, flags, (length - 1) | id << 4].map(UInt8.init(clamping:))
            + (write?.bytes ?? [])
    }
}

extension HostSession {
    /// What is sent to read a value.
    func request(_ target: ReadTarget) throws(StepFailure) -> [UInt8] {
        switch target {
        case .steps:
            try encoder.inertial(0x03) == .bmi160Accelerometer ? [0x03, 0x9A] : [0x03, 0x8B]
        case .state(let state):
            [0x09, 0x84, try chain(state.name).link(state.stage, of: state.name.text).id]
        default: target.request
        }
    }

    /// How the state of a processor reads; nil for anything else.
    func stateField(_ target: ReadTarget) -> SampleField? {
        guard case .state(let state) = target,
            let link = try? chain(state.name).link(state.stage, of: state.name.text)
        else { return nil }
        if case .pass = link.kind {
            return SampleField(axis: "count", number: .unsigned, size: 2)
        }
        return link.output.fields.first
    }
}
