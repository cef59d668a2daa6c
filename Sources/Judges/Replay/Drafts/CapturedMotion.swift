import Bluetooth
import MetaWearProtocol
import MetaWearTables

/// The motion of a captured board, from the acceleration and rotation that it streamed.
struct CapturedMotion {
    /// The config register of accelerometers and gyroscopes (protocol, sensors 5 and 14).
    private static let configuration: UInt8 = 0x03

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
        let catalogue = SignalCatalogue(modules: guess.modules)
        let acceleration = Self.samples(
            links, [.acceleration, .accelerationPacked], catalogue, \.accelerometer,
            \.accelerationRange)
        let rotation = Self.samples(
            links, [.rotation, .rotationPacked], catalogue, \.gyroscope, \.rotationRange)
        guard let first = acceleration.first, acceleration.count > 1 else {
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
    private static func samples(
        _ links: [CapturedLink], _ signals: [Signal], _ catalogue: SignalCatalogue,
        _ chip: KeyPath<SignalCatalogue, InertialChip?>,
        _ range: WritableKeyPath<SignalCatalogue, Double>
    ) -> [Sample] {
        guard let chip = catalogue[keyPath: chip] else { return [] }
        var catalogue = catalogue
        var known = signals.compactMap { catalogue.signal($0) }
        var values: [(arrival: Int64, value: (Double, Double, Double))] = []
        for link in links {
            for item in link.events {
                switch item.event {
                case .write(_, let bytes, _)
                where bytes.starts(with: [chip.module.rawValue, Self.configuration]):
                    guard let setting = chip.setting(Array(bytes.dropFirst(2))) else { continue }
                    catalogue[keyPath: range] = setting.range
                    known = signals.compactMap { catalogue.signal($0) }
                case .value(KnownCharacteristic.notification, let bytes):
                    let signal = known.first {
                        bytes.starts(with: [$0.key.module, $0.key.register])
                    }
                    for value in signal?.values(ofPacket: bytes.span) ?? [] where value.count == 3 {
                        values.append((item.time, (value[0], value[1], value[2])))
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
