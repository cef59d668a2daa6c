import Bluetooth
import Declaration
import Simulation

extension Step.LED {
    /// The pattern, then play (protocol, sensors 4).
    var commands: [[UInt8]] {
        let colour: UInt8 =
            switch channel {
            case .green: 0
            case .red: 1
            case .blue: 2
            }
        let high = UInt8((brightness.fraction * 31).rounded())
        let form: (low: UInt8, rise: Int, hold: Int, fall: Int, period: Int) =
            switch pattern {
            case .solid: (high, 0, 500, 0, 1000)
            case .blink: (0, 0, 50, 0, 500)
            case .pulse: (0, 725, 500, 725, 2000)
            }
        let words = [form.rise, form.hold, form.fall, form.period].flatMap(LittleEndian.word)
        return [
            [0x02, 0x03, colour, 0x02, high, form.low] + words + [0, 0]
                + [times.map { UInt8(clamping: $0) } ?? 0xFF],
            [0x02, 0x01, 0x01],
        ]
    }
}

extension Step.Haptic {
    /// Duty, width, kind (protocol, sensors 10).
    var command: [UInt8] {
        let width = LittleEndian.word(
            Int(UInt16(clamping: LittleEndian.milliseconds(duration.count))))
        switch actuator {
        case .motor:
            let duty = UInt8((strength.percent * 248 / 100).rounded(.down))
            return [0x08, 0x01, duty] + width + [0x00]
        case .buzzer: return [0x08, 0x01, 0x7F] + width + [0x01]
        }
    }
}

extension Step.IBeacon {
    /// What is given, then on or off (protocol, core 8.1).
    var commands: [[UInt8]] {
        var packets: [[UInt8]] = []
        if let uuid { packets.append([0x07, 0x02] + uuid.littleEndian) }
        if let major { packets.append([0x07, 0x03] + LittleEndian.word(major)) }
        if let minor { packets.append([0x07, 0x04] + LittleEndian.word(minor)) }
        if let period {
            packets.append(
                [0x07, 0x07] + LittleEndian.word(LittleEndian.milliseconds(period.count)))
        }
        return packets + [[0x07, 0x01, isOn ? 1 : 0]]
    }
}
