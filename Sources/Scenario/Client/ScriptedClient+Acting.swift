import Bluetooth
import Central
import Peripheral
import Simulation
import Wire

extension ScriptedClient {
    func read(
        _ session: HostSession, _ board: Int, _ step: Step.Read, _ done: @escaping Done<String>
    ) {
        let request = step.target.request
        var last = ""
        inTurn(Array(0..<step.times)) { [self] n, next in
            let ask = { [self] in
                session.ask(request, step.target.answer, within: step.within) { [self] result in
                    if case .success(let packet) = result {
                        let value = step.target.value(in: packet)
                        reads.append(
                            ReadRecord(
                                board: board, target: step.target, time: timers.now, value: value,
                                packet: packet))
                        let words = step.target.words(value).map { $0 + ", " } ?? ""
                        last = words + Hex.text(packet)
                    }
                    next(result.map { _ in })
                }
            }
            if n == 0 { ask() } else { timers.after(step.every, ask) }
        } then: { result in
            done(result.map { last })
        }
    }

    func write(_ session: HostSession, _ step: Step.Write, _ done: @escaping Done<String>) {
        guard let connection = session.connection else {
            return done(.failure(StepFailure("the link ended")))
        }
        do throws(CentralError) {
            let characteristic = try connection.characteristic(
                step.characteristic ?? session.channel.command)
            connection.write(
                step.bytes.bytes, to: characteristic, step.withResponse ? .request : .command
            ) { [self] result in
                switch result {
                case .success: settle(session, done)
                case .failure(let error): done(.failure(StepFailure("\(error)")))
                }
            }
        } catch {
            done(.failure(StepFailure("\(error)")))
        }
    }

    func waitFor(_ session: HostSession, _ step: Step.WaitFor, _ done: @escaping Done<String>) {
        session.expect(
            PacketPattern(step.bytes.bytes, isExact: !step.bytes.isOpen), within: step.within
        ) { done($0.map { Hex.text($0) }) }
    }

    func led(_ session: HostSession, _ step: Step.LED, _ done: @escaping Done<String>) {
        let channel: UInt8 =
            switch step.channel {
            case .green: 0
            case .red: 1
            case .blue: 2
            }
        let high = UInt8((step.brightness.fraction * 31).rounded())
        let times: (low: UInt8, rise: UInt16, hold: UInt16, fall: UInt16, period: UInt16) =
            switch step.pattern {
            case .solid: (high, 0, 500, 0, 1000)
            case .blink: (0, 0, 50, 0, 500)
            case .pulse: (0, 725, 500, 725, 2000)
            }
        func word(_ value: UInt16) -> [UInt8] {
            [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
        }
        session.send(
            [0x02, 0x03, channel, 0x02, high, times.low] + word(times.rise) + word(times.hold)
                + word(times.fall) + word(times.period) + [0, 0]
                + [step.times.map { UInt8(clamping: $0) } ?? 0xFF])
        session.send([0x02, 0x01, 0x01])
        settle(session, done)
    }

    func haptic(_ session: HostSession, _ step: Step.Haptic, _ done: @escaping Done<String>) {
        let milliseconds = UInt16(clamping: step.duration.count / 1_000_000)
        let width = [UInt8(truncatingIfNeeded: milliseconds), UInt8(milliseconds >> 8)]
        switch step.actuator {
        case .motor:
            let duty = UInt8((step.strength.percent * 248 / 100).rounded(.down))
            session.send([0x08, 0x01, duty] + width + [0x00])
        case .buzzer: session.send([0x08, 0x01, 0x7F] + width + [0x01])
        }
        settle(session, done)
    }

    func iBeacon(_ session: HostSession, _ step: Step.IBeacon, _ done: @escaping Done<String>) {
        func word(_ value: Int) -> [UInt8] {
            [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
        if let uuid = step.uuid { session.send([0x07, 0x02] + uuid.littleEndian) }
        if let major = step.major { session.send([0x07, 0x03] + word(major)) }
        if let minor = step.minor { session.send([0x07, 0x04] + word(minor)) }
        if let period = step.period {
            session.send([0x07, 0x07] + word(Int(period.count / 1_000_000)))
        }
        session.send([0x07, 0x01, step.isOn ? 1 : 0])
        settle(session, done)
    }
}

extension ReadTarget {
    var request: [UInt8] {
        switch self {
        case .temperature(let target): [0x04, 0x81, UInt8(clamping: target.channel)]
        case .battery: [0x11, 0x8C]
        case .gpio(let target):
            switch target.kind {
            case .absolute: [0x05, 0x86, UInt8(clamping: target.pin)]
            case .ratio: [0x05, 0x87, UInt8(clamping: target.pin)]
            case .digital: [0x05, 0x88, UInt8(clamping: target.pin)]
            }
        case .switch: [0x01, 0x81]
        case .logLength: [0x0B, 0x85]
        case .register(let target): target.bytes.bytes
        }
    }

    /// What an answer begins with.
    var answer: PacketPattern {
        switch self {
        case .temperature, .gpio: PacketPattern(request)
        case .register: PacketPattern([request[0], request[1] & 0xBF])
        case .battery, .switch, .logLength: PacketPattern(request)
        }
    }

    /// A value as a person reads it; nil for a register, whose bytes nobody here knows.
    func words(_ value: Double) -> String? {
        guard let unit = dimension?.units.first?.symbol else {
            if case .register = self { return nil }
            return Decimal.text(value)
        }
        let isExact = (value * 1000).rounded() == value * 1000
        return (isExact ? Written.text(value) : Decimal.text(value)) + " \(unit)"
    }

    /// The number in an answer, in the unit of the scenario's quantities: °C, percent, volts.
    func value(in packet: [UInt8]) -> Double {
        func number(_ at: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) {
                $0 | (at + $1 < packet.count ? Int(packet[at + $1]) << (8 * $1) : 0)
            }
        }
        switch self {
        case .temperature: return Double(Int16(truncatingIfNeeded: number(3, 2))) / 8
        case .battery: return Double(number(2, 1))
        case .gpio(let target):
            switch target.kind {
            case .absolute: return Double(number(3, 2)) / 1000
            case .ratio: return Double(number(3, 2)) / 1023 * 100
            case .digital: return Double(number(3, 1))
            }
        case .switch: return Double(number(2, 1))
        case .logLength: return Double(number(2, 4))
        case .register: return 0
        }
    }
}
