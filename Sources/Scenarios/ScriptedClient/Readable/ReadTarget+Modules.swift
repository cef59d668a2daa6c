import Declaration
import MetaWearProtocol

extension ReadTarget {
    struct Conductance: ReadableValue {
        static let key = "conductance"

        var channel = 0

        static let keys = Keys(Self(), "skin conductance") { keys in
            keys.about = "A channel of the skin conductance module."
            keys.optional(\.channel, "channel", in: 0...7, principal: true, "The channel, from 0.")
        }

        var request: Packet { OlderSensors.readConductance(channel: UInt8(clamping: channel)) }

        func value(in packet: [UInt8]) -> Double { number(packet, 3, 4) }
    }

    struct Steps: ReadableValue {
        static let key = "steps"

        static let keys = Keys(Self(), "steps counted", about: "The accelerometer's step counter.")

        var request: Packet { MWAccelerometerBMI160Steps.ReadStepCounter().packet }

        func value(in packet: [UInt8]) -> Double { number(packet, 2, 2) }
    }

    struct Calibration: ReadableValue {
        static let key = "calibration"

        static let keys = Keys(
            Self(), "calibration state",
            about:
                "How well the fused sensors are calibrated, from 0 to 3; the value is the lowest"
                + " among the sensors that the mode uses.")

        var request: Packet { MWSensorFusionCalibrationState().readPacket }

        func value(in packet: [UInt8]) -> Double {
            Double(packet.dropFirst(2).prefix(3).min() ?? 0)
        }
    }

    struct CalibrationData: ReadableValue {
        static let key = "calibration-data"

        enum Sensor: String, Choice {
            static let title = "fused sensor"
            case accelerometer, gyroscope, magnetometer
        }

        var sensor = Sensor.accelerometer

        static let keys = Keys(Self(), "calibration data") { keys in
            keys.about =
                "The sensor fusion's calibration of one sensor; `write-calibration` writes it back."
            keys.required(\.sensor, "of", principal: true, "The sensor.")
        }

        var isBytes: Bool { true }
        var request: Packet { MWSensorFusionCalibrationData.readPackets[sensor.position] }

        func value(in packet: [UInt8]) -> Double { number(packet, 10, 2) }
    }

    struct ProcessorState: ReadableValue {
        static let key = "state"

        var name = SignalName("")
        var stage: Int?

        static let keys = Keys(Self(), "state of a processor") { keys in
            keys.about = "The state of a counter, sum, passthrough or buffer."
            keys.required(\.name, "of", principal: true, "The chain.")
            keys.optional(
                \.stage, "stage", in: 1...28, otherwise: "the last",
                "The position of the processor in the chain.")
        }

        var request: Packet { .read(.dataProcessor, 0x04) }

        func value(in packet: [UInt8]) -> Double {
            number(packet, 3, min(4, max(0, packet.count - 3)))
        }
    }

    struct MacroState: ReadableValue {
        static let key = "macro"

        var id = 0

        static let keys = Keys(Self(), "state of a macro") { keys in
            keys.about = "Whether a macro runs at boot and how long it is; compared as bytes."
            keys.optional(
                \.id, "id", in: 0...255, principal: true, "The number that the board gave it.")
        }

        var isBytes: Bool { true }
        var request: Packet { MWMacro(id: UInt8(clamping: id)).read }

        func value(in packet: [UInt8]) -> Double { number(packet, 3, 1) }
    }
}
