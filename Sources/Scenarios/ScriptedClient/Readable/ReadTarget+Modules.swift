import Declaration
import MetaWearProtocol

extension ReadTarget {
    struct Conductance: ReadableValue {
        static let key = "conductance"
        static let title = "skin conductance"
        static let about = "A channel of the skin conductance module."

        var channel = 0

        static let keys = Keys(Self()) { keys in
            keys.optional(\.channel, "channel", in: 0...7, principal: true, "The channel, from 0.")
        }

        var request: Packet { OlderSensors.readConductance(channel: UInt8(clamping: channel)) }

        func value(in packet: [UInt8]) -> Double { number(packet, 3, 4) }
    }

    struct Steps: ReadableValue {
        static let key = "steps"
        static let title = "steps counted"
        static let about = "The accelerometer's step counter."

        static let keys = Keys(Self())

        var request: Packet { MWAccelerometerBMI160Steps.ReadStepCounter().packet }

        func value(in packet: [UInt8]) -> Double { number(packet, 2, 2) }
    }

    struct Calibration: ReadableValue {
        static let key = "calibration"
        static let title = "calibration state"
        static let about =
            "How well the fused sensors are calibrated, from 0 to 3; the value is the lowest"
            + " among the"
            + " sensors that the mode uses."

        static let keys = Keys(Self())

        var request: Packet { MWSensorFusionCalibrationState().readPacket }

        func value(in packet: [UInt8]) -> Double {
            Double(packet.dropFirst(2).prefix(3).min() ?? 0)
        }
    }

    struct CalibrationData: ReadableValue {
        static let key = "calibration-data"
        static let title = "calibration data"
        static let about =
            "The sensor fusion's calibration of one sensor; `write-calibration` writes it back."

        /// Of which sensor.
        enum Sensor: String, Choice {
            static let title = "fused sensor"
            case accelerometer, gyroscope, magnetometer
        }

        var sensor = Sensor.accelerometer

        static let keys = Keys(Self()) { keys in
            keys.required(\.sensor, "of", principal: true, "The sensor.")
        }

        var isBytes: Bool { true }
        var request: Packet { MWSensorFusionCalibrationData.readPackets[sensor.position] }

        func value(in packet: [UInt8]) -> Double { number(packet, 10, 2) }
    }

    struct ProcessorState: ReadableValue {
        static let key = "state"
        static let title = "state of a processor"
        static let about = "The state of a counter, sum, passthrough or buffer."

        var name = SignalName("")
        var stage: Int?

        static let keys = Keys(Self()) { keys in
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
        static let title = "state of a macro"
        static let about =
            "Whether a macro runs at boot and how long it is; compared as bytes."

        var id = 0

        static let keys = Keys(Self()) { keys in
            keys.optional(
                \.id, "id", in: 0...255, principal: true, "The number that the board gave it.")
        }

        var isBytes: Bool { true }
        var request: Packet { MWMacro(id: UInt8(clamping: id)).read }

        func value(in packet: [UInt8]) -> Double { number(packet, 3, 1) }
    }
}
