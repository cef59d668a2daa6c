import Declaration
import MetaWearProtocol
import MetaWearTables

extension ReadTarget {
    /// Values of the environment's sensors.
    static let environment: [any ReadableValue.Type] = [
        PressureValue.self, HumidityValue.self, Colour.self, Proximity.self,
    ]

    struct PressureValue: SignalValue {
        static let key = "pressure"
        static let title = "air pressure"
        static let about = "One measurement of the barometer."

        static let keys = Keys(Self())

        static let signal = Signal.pressure
    }

    struct HumidityValue: SignalValue {
        static let key = "humidity"
        static let title = "relative humidity"
        static let about = "One measurement of the humidity sensor."

        static let keys = Keys(Self())

        static let signal = Signal.humidity
    }

    struct Colour: ReadableValue {
        static let key = "colour"
        static let title = "colour"
        static let about =
            "The colour sensor's four counts; the value is the first one, for unfiltered light."

        static let keys = Keys(Self())

        var request: Packet { OlderSensors.readColour }

        func value(in packet: [UInt8]) -> Double { number(packet, 2, 2) }
    }

    struct Proximity: ReadableValue {
        static let key = "proximity"
        static let title = "proximity"
        static let about = "The proximity sensor's count."

        static let keys = Keys(Self())

        var request: Packet { OlderSensors.readProximity }

        func value(in packet: [UInt8]) -> Double { number(packet, 2, 2) }
    }
}
