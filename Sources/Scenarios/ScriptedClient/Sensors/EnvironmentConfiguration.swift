import Declaration
import Simulation
import YAML

/// The configuration of a sensor that measures when it is read, and is never started.
protocol OnDemandConfiguration: Section {
    /// The command that writes it.
    var packet: [UInt8] { get }
}

extension Step {
    package struct BarometerConfiguration: Section {
        package static let title = "barometer"
        package static let about = "Oversampling, filter and pause of the barometer (module 0x12)."

        /// How many measurements make one.
        package enum Oversampling: String, Choice, CaseIterable {
            package static let title = "barometer oversampling"
            case skip
            case ultraLowPower = "ultra-low-power"
            case lowPower = "low-power"
            case standard, high
            case ultraHigh = "ultra-high"

            package var about: String {
                switch self {
                case .skip: "None: no pressure."
                case .ultraLowPower: "1."
                case .lowPower: "2."
                case .standard: "4."
                case .high: "8."
                case .ultraHigh: "16."
                }
            }

            var code: UInt8 { UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
        }

        package var oversampling = Oversampling.standard
        package var filter = 0
        package var standby = Nanoseconds.microseconds(500)

        /// By their code on a BMP280 (protocol, sensors 13).
        static let standbys: [Nanoseconds] = [
            .microseconds(500), .microseconds(62_500), .milliseconds(125), .milliseconds(250),
            .milliseconds(500), .milliseconds(1000), .milliseconds(2000), .milliseconds(4000),
        ]
        /// By their code.
        static let filters = [0, 2, 4, 8, 16]

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.oversampling, "oversampling", principal: true, "The oversampling of the pressure."
            )
            keys.optional(\.filter, "filter", in: 0...16, "The filter: 0 for none, 2, 4, 8 or 16.")
            keys.optional(
                \.standby, "standby", in: .microseconds(500)...(.milliseconds(4000)),
                "Pause between measurements: 0.5, 62.5, 125, 250, 500, 1000, 2000 or 4000 ms.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if !Self.filters.contains(filter) {
                reader.fail(
                    "\(filter) is not a valid barometer filter", at: mark,
                    fix: "choose 0, 2, 4, 8 or 16")
            }
            if !Self.standbys.contains(standby) {
                reader.fail(
                    "\(standby.text) is not a valid barometer pause", at: mark,
                    fix: "choose 0.5, 62.5, 125, 250, 500, 1000, 2000 or 4000 ms")
            }
        }
    }

    package struct LightConfiguration: Section {
        package static let title = "light sensor"
        package static let about =
            "Gain, integration time and rate of the ambient light sensor (module 0x14)."

        package var gain = 1
        package var integration = Nanoseconds.milliseconds(100)
        package var period = Nanoseconds.milliseconds(500)

        /// With their codes (protocol, sensors 15).
        static let gains: [(gain: Int, code: UInt8)] = [
            (1, 0), (2, 1), (4, 2), (8, 3), (48, 6), (96, 7),
        ]
        /// In milliseconds, by their code.
        static let integrations: [Int64] = [100, 50, 200, 400, 150, 250, 300, 350]
        /// In milliseconds, by their code.
        static let periods: [Int64] = [50, 100, 200, 500, 1000, 2000]

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.gain, "gain", in: 1...96, principal: true, "1, 2, 4, 8, 48 or 96.")
            keys.optional(
                \.integration, "integration", in: .milliseconds(50)...(.milliseconds(400)),
                "How long light is collected: 50 to 400 ms in steps of 50 ms.")
            keys.optional(
                \.period, "period", in: .milliseconds(50)...(.milliseconds(2000)),
                "The time between values: 50, 100, 200, 500, 1000 or 2000 ms.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if !Self.gains.contains(where: { $0.gain == gain }) {
                reader.fail(
                    "\(gain) is not a valid light sensor gain", at: mark,
                    fix: "choose 1, 2, 4, 8, 48 or 96")
            }
            if !Self.integrations.contains(where: { .milliseconds($0) == integration }) {
                reader.fail(
                    "\(integration.text) is not a valid integration time", at: mark,
                    fix: "choose 50, 100, 150, 200, 250, 300, 350 or 400 ms")
            }
            if !Self.periods.contains(where: { .milliseconds($0) == period }) {
                reader.fail(
                    "\(period.text) is not a valid measurement period", at: mark,
                    fix: "choose 50, 100, 200, 500, 1000 or 2000 ms")
            }
        }
    }

    package struct HumidityConfiguration: OnDemandConfiguration {
        package static let title = "humidity sensor"
        package static let about = "Oversampling of the humidity sensor (module 0x16)."

        package var oversampling = 1

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.oversampling, "oversampling", in: 1...16, principal: true, "1, 2, 4, 8 or 16.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard oversampling.nonzeroBitCount != 1 else { return }
            reader.fail(
                "\(oversampling) is not a valid humidity sensor oversampling", at: mark,
                fix: "choose 1, 2, 4, 8 or 16")
        }

        var packet: [UInt8] {
            [0x16, 0x02, UInt8(clamping: oversampling.trailingZeroBitCount + 1)]
        }
    }

    package struct ColourConfiguration: OnDemandConfiguration {
        package static let title = "colour sensor"
        package static let about =
            "Integration time, gain and lamp of the colour sensor (module 0x17)."

        package var integration = Nanoseconds.microseconds(2_400)
        package var gain = 1
        package var isLit = false

        /// By their code (protocol, sensors 18).
        static let gains = [1, 4, 16, 60]

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.integration, "integration",
                in: .microseconds(2_400)...(.microseconds(614_400)),
                "How long light is collected, in steps of 2.4 ms.")
            keys.optional(\.gain, "gain", in: 1...60, principal: true, "1, 4, 16 or 60.")
            keys.optional(\.isLit, "lamp", "Whether the lamp is on.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard !Self.gains.contains(gain) else { return }
            reader.fail(
                "\(gain) is not a valid colour sensor gain", at: mark, fix: "choose 1, 4, 16 or 60")
        }

        var packet: [UInt8] {
            let cycles = Int((integration.seconds / 0.0024).rounded())
            let code = Self.gains.firstIndex(of: gain) ?? 0
            return [
                0x17, 0x02, UInt8(truncatingIfNeeded: 256 - cycles), UInt8(clamping: code),
                isLit ? 1 : 0,
            ]
        }
    }

    package struct ProximityConfiguration: OnDemandConfiguration {
        package static let title = "proximity sensor"
        package static let about =
            "Integration time, pulses and current of the proximity sensor (module 0x18)."

        /// What is measured with.
        package enum Channel: String, Choice, CaseIterable {
            package static let title = "proximity channel"
            case first, second, both

            var code: UInt8 { UInt8(clamping: (Self.allCases.firstIndex(of: self) ?? 0) + 1) }
        }

        package var integration = Nanoseconds.microseconds(2_720)
        package var pulses = 1
        package var channel = Channel.second
        package var current: Quantity<Ratio> = .percent(25)

        /// In percent, by their code (protocol, sensors 19).
        static let currents: [Double] = [100, 50, 25, 12.5]

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.integration, "integration",
                in: .microseconds(2_720)...(.microseconds(696_320)),
                "The integration time, in steps of 2.72 ms.")
            keys.optional(
                \.pulses, "pulses", in: 1...255, principal: true, "The number of light pulses.")
            keys.optional(\.channel, "channel", "The diode to measure with.")
            keys.optional(\.current, "current", "The LED current: 100, 50, 25 or 12.5 % of 100 mA.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard !Self.currents.contains(current.percent) else { return }
            reader.fail(
                "\(current.text) is not a valid LED current", at: mark,
                fix: "choose 100, 50, 25 or 12.5 %")
        }

        var packet: [UInt8] {
            let cycles = Int((integration.seconds / 0.00272).rounded())
            let code = UInt8(clamping: Self.currents.firstIndex(of: current.percent) ?? 0)
            return [
                0x18, 0x02, UInt8(truncatingIfNeeded: 256 - cycles), UInt8(clamping: pulses),
                channel.code << 4 | code << 6,
            ]
        }
    }
}
