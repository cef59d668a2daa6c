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

        static let keys = Keys(Self(), "air pressure", about: "One measurement of the barometer.")

        static let signal = Signal.pressure
    }

    struct HumidityValue: SignalValue {
        static let key = "humidity"

        static let keys = Keys(
            Self(), "relative humidity",
            about: "One measurement of the humidity sensor.")

        static let signal = Signal.humidity
    }

    struct Colour: ReadableValue {

        static let keys = Keys(
            Self(), "colour",
            about:
                "The colour sensor's four counts; the value is the first one, for"
                + " unfiltered light.")

        var request: Packet { OlderSensors.readColour }

        func value(in packet: [UInt8]) -> Double { number(packet, 2, 2) }
    }

    struct Proximity: ReadableValue {

        static let keys = Keys(Self(), "proximity", about: "The proximity sensor's count.")

        var request: Packet { OlderSensors.readProximity }

        func value(in packet: [UInt8]) -> Double { number(packet, 2, 2) }
    }
}
