import Bluetooth
import MetaWearProtocol
import ScenarioFile

/// The motion of a captured board, from the acceleration and rotation that it streamed.
struct CapturedMotion {
    private struct Sample {
        /// In seconds since the first packet of the capture.
        var time: Double
        var value: (Double, Double, Double)
    }

    /// The text of a recording; nil if the capture contains no acceleration.
    let csv: String?
    /// When its first sample arrived, in nanoseconds since the first packet of the capture.
    let began: Int64

    init(_ links: [CapturedLink], _ guess: BoardGuess) {
        let isBMI270 = guess.model == .metaMotionS
        let acceleration = Self.samples(
            links, isBMI270 ? .bmi270Accelerometer : .bmi160Accelerometer)
        let rotation = Self.samples(links, isBMI270 ? .bmi270Gyroscope : .bmi160Gyroscope)
        guard let first = acceleration.first, acceleration.count > 1, guess.model != .triki else {
            (csv, began) = (nil, 0)
            return
        }
        var text =
            "time (s),acc x (g),acc y (g),acc z (g),gyro x (rad/s),gyro y (rad/s),gyro z (rad/s)\n"
        var behind = 0
        let radians = Double.pi / 180
        for sample in acceleration {
            while behind + 1 < rotation.count, rotation[behind + 1].time <= sample.time {
                behind += 1
            }
            let rate = Self.interpolated(rotation, behind, at: sample.time)
            let cells =
                [sample.time - first.time, sample.value.0, sample.value.1, sample.value.2]
                + [rate.0 * radians, rate.1 * radians, rate.2 * radians]
            text += cells.map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: ",") + "\n"
        }
        csv = text
        began = Int64(first.time * 1e9)
    }

    private static func interpolated(
        _ samples: [Sample], _ index: Int, at time: Double
    ) -> (Double, Double, Double) {
        guard samples.indices.contains(index) else { return (0, 0, 0) }
        let a = samples[index]
        guard time > a.time, index + 1 < samples.count else { return a.value }
        let b = samples[index + 1]
        let part = (time - a.time) / max(b.time - a.time, 1e-9)
        return (
            a.value.0 + (b.value.0 - a.value.0) * part, a.value.1 + (b.value.1 - a.value.1) * part,
            a.value.2 + (b.value.2 - a.value.2) * part
        )
    }

    /// A chip's samples in its unit, at equal distances between the first and the last: packets arrive in bunches.
    private static func samples(_ links: [CapturedLink], _ chip: InertialChip) -> [Sample] {
        var range = chip.ranges[0].value
        var values: [(arrival: Int64, value: (Double, Double, Double))] = []
        for link in links {
            for item in link.events {
                switch item.event {
                case .write(_, let bytes, _)
                where bytes.count >= 4 && bytes[0] == chip.module.rawValue && bytes[1] == 0x03:
                    range = chip.ranges.first { $0.code == bytes[3] & 0x0F }?.value ?? range
                case .value(KnownCharacteristic.notification, let bytes)
                where bytes.first == chip.module.rawValue && bytes.count >= 8:
                    let register = bytes[1]
                    guard register == chip.dataRegister || register == chip.packedDataRegister
                    else { continue }
                    let counts = chip.module == .gyro ? 32_800 / range : 32_768 / range
                    for start in stride(from: 2, to: bytes.count - 5, by: 6) {
                        func axis(_ offset: Int) -> Double {
                            Double(Int16(bitPattern: bytes.span.word(at: start + offset))) / counts
                        }
                        values.append((item.time, (axis(0), axis(2), axis(4))))
                    }
                default: break
                }
            }
        }
        guard let first = values.first, let last = values.last, last.arrival > first.arrival else {
            return []
        }
        let step = Double(last.arrival - first.arrival) / 1e9 / Double(values.count - 1)
        return values.enumerated().map { index, item in
            Sample(time: Double(first.arrival) / 1e9 + Double(index) * step, value: item.value)
        }
    }
}
