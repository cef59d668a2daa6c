import Declaration
import MetaWearProtocol
import MetaWearTables

/// A value that a client can read: its keys, the request, and how the answer reads.
package protocol ReadableValue: Alternative, Section {
    /// What the answer measures; `nil` for a plain number or bytes.
    var dimension: (any Dimension.Type)? { get }
    /// Whether the answer is bytes, of which the number is only a part.
    var isBytes: Bool { get }
    /// The request, unless the board's chips or processors decide about it.
    var request: Packet { get }
    /// What an answer to a request begins with.
    func answer(to request: Packet) -> AnswerPattern
    /// The number in an answer, in the first unit of its dimension.
    func value(in packet: [UInt8]) -> Double
}

extension ReadableValue {
    var dimension: (any Dimension.Type)? { nil }
    var isBytes: Bool { false }

    func answer(to request: Packet) -> AnswerPattern { AnswerPattern(request.bytes) }

    /// Whether it needs no register: the battery service has the charge too.
    package var isOnCaps: Bool { self is ReadTarget.Battery }

    /// Whether it is any register, whose answer is judged by its bytes.
    package var isRegister: Bool { self is ReadTarget.Register }

    /// Whether an expectation's target is the one that was read.
    func isSame(as other: any ReadableValue) -> Bool {
        if let state = self as? ReadTarget.ProcessorState,
            let other = other as? ReadTarget.ProcessorState
        {
            return state.name == other.name && state.stage == other.stage
        }
        if self is ReadTarget.Register || other is ReadTarget.Register {
            return request == other.request && dimension == nil && other.dimension == nil
        }
        return type(of: self) == type(of: other) && request == other.request
    }

    /// A value in words; nil for bytes.
    func words(_ value: Double) -> String? {
        guard let unit = dimension?.units.first?.symbol else {
            return isBytes ? nil : Decimal.text(value)
        }
        let isExact = (value * 1000).rounded() == value * 1000
        return (isExact ? Written.text(value) : Decimal.text(value)) + " \(unit)"
    }

    /// An unsigned number in a packet; 0 if the packet is too short.
    func number(_ packet: [UInt8], _ start: Int, _ size: Int) -> Double {
        SampleField(axis: "", number: .unsigned, size: size).count(in: packet.span, at: start) ?? 0
    }
}

/// A value that is a signal too, which has its register, scale and unit.
protocol SignalValue: ReadableValue {
    static var signal: Signal { get }
    /// Of a channel; nil if there is only one.
    var index: UInt8? { get }
}

extension SignalValue {
    var index: UInt8? { nil }
    var dimension: (any Dimension.Type)? { Self.signal.dimension }

    var request: Packet {
        let row = Self.signal.row
        let register = (row.fixedRegister ?? 0) & RegisterFlag.numberMask
        return .read(row.module, register, index.map { [$0] } ?? [])
    }

    func value(in packet: [UInt8]) -> Double {
        let field = Self.signal.row.shownFields[0]
        let count = field.count(in: packet.span, at: request.bytes.count) ?? 0
        return count / field.countsPerUnit
    }
}

/// The values that a client can read.
package enum ReadTarget {
    /// One that every board has.
    package static let common: any ReadableValue = Battery()

    private static let kinds: [any ReadableValue.Type] =
        [
            Temperature.self, Battery.self, GPIO.self, Switch.self, LogLength.self, Register.self,
            BatteryVoltage.self, DeviceName.self,
        ] + environment + [
            Conductance.self, Steps.self, Calibration.self, CalibrationData.self,
            ProcessorState.self, MacroState.self, I2C.self, SPI.self,
        ]

    package static let cases = Cases<any ReadableValue>("readable value", kinds, as: { $0 }) {
        $0.read($1, $2)
    }
}

extension HostSession {
    /// What is sent to read a value.
    func request(_ target: any ReadableValue) throws(StepFailure) -> Packet {
        switch target {
        case is ReadTarget.Steps:
            try sensors.chip(.accelerometer) == .bmi160Accelerometer
                ? target.request : MWAccelerometerBMI270Steps.ReadStepCounter().packet
        case let state as ReadTarget.ProcessorState:
            ProcessorCommand.readState(
                try chain(state.name).link(state.stage, of: state.name.text).id)
        default: target.request
        }
    }

    /// The number in an answer; how the state of a processor reads depends on its chain.
    func value(_ target: any ReadableValue, in packet: [UInt8]) -> Double {
        guard let state = target as? ReadTarget.ProcessorState,
            let link = try? chain(state.name).link(state.stage, of: state.name.text)
        else { return target.value(in: packet) }
        if case .pass = link.kind { return target.number(packet, 3, 2) }
        return link.output.fields.first?.count(in: packet.span, at: 3) ?? target.value(in: packet)
    }
}
