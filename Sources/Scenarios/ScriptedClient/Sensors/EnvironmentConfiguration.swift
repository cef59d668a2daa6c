import Declaration
import MetaWearProtocol
import Simulation
import YAML

extension Step {
    /// Sensors of the surroundings, as `configure` lists them.
    static let environment: [any PartConfiguration.Type] = [
        BarometerConfiguration.self, LightConfiguration.self, HumidityConfiguration.self,
        ColourConfiguration.self, ProximityConfiguration.self,
    ]

    package struct BarometerConfiguration: SensorConfiguration {
        static let key = ("barometer", "Module 0x12.")
        static let module = MWModule.barometer

        /// How many measurements make one.
        package enum Oversampling: String, Choice {
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
        }

        package var oversampling = Oversampling.standard
        package var filter = 0
        package var standby = Nanoseconds.microseconds(500)

        private var knownFilter: MWBarometer.IIRFilter? {
            MWBarometer.IIRFilter.allCases.first { $0.length == filter }
        }
        private var knownStandby: MWBarometer.BMPStandbyTime? {
            MWBarometer.BMPStandbyTime.allCases.first {
                .microseconds(Int64($0.ms * 1000)) == standby
            }
        }

        /// With pauses of a BMP280.
        var sensor: MWBarometer {
            MWBarometer(
                oversampling: oversampling.counterpart(), iirFilter: knownFilter ?? .off,
                standbyTime: knownStandby ?? .ms0_5)
        }

        package static let keys = Keys(Self(), "barometer") { keys in
            keys.about = "Oversampling, filter and pause of the barometer (module 0x12)."
            keys.optional(
                \.oversampling, "oversampling", principal: true, "The oversampling of the pressure."
            )
            keys.optional(\.filter, "filter", in: 0...16, "The filter: 0 for none, 2, 4, 8 or 16.")
            keys.optional(
                \.standby, "standby", in: .microseconds(500)...(.milliseconds(4000)),
                "Pause between measurements: 0.5, 62.5, 125, 250, 500, 1000, 2000 or 4000 ms.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            reader.expect(
                knownFilter != nil, "\(filter)", isA: "barometer filter",
                choices: "0, 2, 4, 8 or 16",
                at: mark)
            reader.expect(
                knownStandby != nil, standby.text, isA: "barometer pause",
                choices: "0.5, 62.5, 125, 250, 500, 1000, 2000 or 4000 ms", at: mark)
        }
    }

    package struct LightConfiguration: SensorConfiguration {
        static let key = ("light", "Module 0x14.")
        static let module = MWModule.ambientLight

        package var gain = 1
        package var integration = Nanoseconds.milliseconds(100)
        package var period = Nanoseconds.milliseconds(500)

        private var knownGain: MWAmbientLight.Gain? {
            MWAmbientLight.Gain.allCases.first { $0.factor == gain }
        }
        private var knownIntegration: MWAmbientLight.IntegrationTime? {
            MWAmbientLight.IntegrationTime.allCases.first {
                .milliseconds(Int64($0.milliseconds)) == integration
            }
        }
        private var knownPeriod: MWAmbientLight.MeasurementRate? {
            MWAmbientLight.MeasurementRate.allCases.first {
                .milliseconds(Int64($0.milliseconds)) == period
            }
        }

        func samplesPerSecond(_ sensors: SensorCommands) -> Double { 1 / period.seconds }

        var sensor: MWAmbientLight {
            MWAmbientLight(
                gain: knownGain ?? .x1, integrationTime: knownIntegration ?? .ms100,
                measurementRate: knownPeriod ?? .ms500)
        }

        package static let keys = Keys(Self(), "light sensor") { keys in
            keys.about =
                "Gain, integration time and rate of the ambient light sensor (module 0x14)."
            keys.optional(\.gain, "gain", in: 1...96, principal: true, "1, 2, 4, 8, 48 or 96.")
            keys.optional(
                \.integration, "integration", in: .milliseconds(50)...(.milliseconds(400)),
                "How long light is collected: 50 to 400 ms in steps of 50 ms.")
            keys.optional(
                \.period, "period", in: .milliseconds(50)...(.milliseconds(2000)),
                "The time between values: 50, 100, 200, 500, 1000 or 2000 ms.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            reader.expect(
                knownGain != nil, "\(gain)", isA: "light sensor gain",
                choices: "1, 2, 4, 8, 48 or 96", at: mark)
            reader.expect(
                knownIntegration != nil, integration.text, isA: "integration time",
                choices: "50, 100, 150, 200, 250, 300, 350 or 400 ms", at: mark)
            reader.expect(
                knownPeriod != nil, period.text, isA: "measurement period",
                choices: "50, 100, 200, 500, 1000 or 2000 ms", at: mark)
        }
    }

    package struct HumidityConfiguration: OnDemandConfiguration {
        static let key = ("humidity", "Module 0x16.")
        package var oversampling = 1

        package static let keys = Keys(Self(), "humidity sensor") { keys in
            keys.about = "Oversampling of the humidity sensor (module 0x16)."
            keys.optional(
                \.oversampling, "oversampling", in: 1...16, principal: true, "1, 2, 4, 8 or 16.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            reader.expect(
                known != nil, "\(oversampling)", isA: "humidity sensor oversampling",
                choices: "1, 2, 4, 8 or 16", at: mark)
        }

        private var known: MWHumidity.Oversampling? {
            MWHumidity.Oversampling.allCases.first { $0.factor == oversampling }
        }

        var packet: Packet { MWHumiditySetOversampling(oversampling: known ?? .x1).packet }
    }

    package struct ColourConfiguration: OnDemandConfiguration {
        static let key = ("colour", "Module 0x17.")
        package var integration = Nanoseconds.microseconds(2_400)
        package var gain = 1
        package var isLit = false

        /// By their code (protocol, sensors 18).
        static let gains = [1, 4, 16, 60]

        package static let keys = Keys(Self(), "colour sensor") { keys in
            keys.about = "Integration time, gain and lamp of the colour sensor (module 0x17)."
            keys.optional(
                \.integration, "integration",
                in: .microseconds(2_400)...(.microseconds(614_400)),
                "How long light is collected, in steps of 2.4 ms.")
            keys.optional(\.gain, "gain", in: 1...60, principal: true, "1, 4, 16 or 60.")
            keys.optional(\.isLit, "lamp", "Whether the lamp is on.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            reader.expect(
                Self.gains.contains(gain), "\(gain)", isA: "colour sensor gain",
                choices: "1, 4, 16 or 60", at: mark)
        }

        var packet: Packet {
            OlderSensors.configureColour(
                cycles: Int((integration.seconds / 0.0024).rounded()),
                gain: UInt8(clamping: Self.gains.firstIndex(of: gain) ?? 0), isLit: isLit)
        }
    }

    package struct ProximityConfiguration: OnDemandConfiguration {
        static let key = ("proximity", "Module 0x18.")
        package enum Channel: String, Choice {
            package static let title = "proximity channel"
            case first, second, both
        }

        package var integration = Nanoseconds.microseconds(2_720)
        package var pulses = 1
        package var channel = Channel.second
        package var current: Quantity<Ratio> = .percent(25)

        /// In percent, by their code (protocol, sensors 19).
        static let currents: [Double] = [100, 50, 25, 12.5]

        package static let keys = Keys(Self(), "proximity sensor") { keys in
            keys.about =
                "Integration time, pulses and current of the proximity sensor (module 0x18)."
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
            reader.expect(
                Self.currents.contains(current.percent), current.text, isA: "LED current",
                choices: "100, 50, 25 or 12.5 %", at: mark)
        }

        var packet: Packet {
            OlderSensors.configureProximity(
                cycles: Int((integration.seconds / 0.00272).rounded()),
                pulses: UInt8(clamping: pulses), channel: UInt8(clamping: channel.position + 1),
                current: UInt8(clamping: Self.currents.firstIndex(of: current.percent) ?? 0))
        }
    }
}
