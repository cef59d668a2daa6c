import Declaration
import MetaWearProtocol
import MetaWearTables
import YAML

extension ReadTarget {
    struct Temperature: SignalValue {

        var channel = 0

        static let keys = Keys(Self(), "temperature") { keys in
            keys.about = "A channel of the temperature module."
            keys.optional(
                \.channel, "channel", in: 0...7, principal: true,
                "The channel's number in the module. On most boards: 0 processor, 1 preset"
                    + " thermistor, 2 external thermistor, 3 pressure sensor.")
        }

        static let signal = Signal.temperature0
        var index: UInt8? { UInt8(clamping: channel) }
    }

    struct Battery: ReadableValue {
        static let key = "battery"

        static let keys = Keys(
            Self(), "battery charge",
            about: "The battery's charge, read from the settings module.")

        var dimension: (any Dimension.Type)? { Ratio.self }
        var request: Packet { MWSettings.ReadBatteryState().readPacket }

        func value(in packet: [UInt8]) -> Double { number(packet, 2, 1) }
    }

    struct BatteryVoltage: ReadableValue {
        static let key = "battery-voltage"

        static let keys = Keys(
            Self(), "battery voltage",
            about: "The battery's voltage, read from the settings module.")

        var dimension: (any Dimension.Type)? { Voltage.self }
        var request: Packet { MWSettings.ReadBatteryState().readPacket }

        func value(in packet: [UInt8]) -> Double { number(packet, 3, 2) / 1000 }
    }

    struct DeviceName: ReadableValue {
        static let key = "name"

        static let keys = Keys(
            Self(), "device name",
            about: "The name that the board advertises; compared as bytes.")

        var isBytes: Bool { true }
        var request: Packet { MWSettings.readDeviceName }

        func value(in packet: [UInt8]) -> Double { 0 }
    }

    struct GPIO: ReadableValue {
        static let key = "gpio"

        enum Kind: String, Choice {
            static let title = "kind of GPIO read"
            case absolute, ratio, digital

            var about: String {
                switch self {
                case .absolute: "The voltage."
                case .ratio: "The voltage relative to the supply."
                case .digital: "0 or 1."
                }
            }
        }

        var pin = 0
        var kind = Kind.absolute

        static let keys = Keys(Self(), "gpio pin") { keys in
            keys.about = "A pin of the GPIO module."
            keys.required(
                \.pin, "pin", in: 0...15, principal: true, "The pin's number in the firmware.")
            keys.optional(\.kind, "kind", "How the pin is read.")
        }

        var dimension: (any Dimension.Type)? {
            switch kind {
            case .absolute: Voltage.self
            case .ratio: Ratio.self
            case .digital: nil
            }
        }

        var request: Packet {
            let pin = UInt8(clamping: pin)
            return switch kind {
            case .absolute: MWGPIO.AnalogRead(mode: .absoluteReference, pin: pin).packet
            case .ratio: MWGPIO.AnalogRead(mode: .adc, pin: pin).packet
            case .digital: MWGPIO.DigitalRead(pin: pin).packet
            }
        }

        func value(in packet: [UInt8]) -> Double {
            switch kind {
            case .absolute: number(packet, 3, 2) / 1000
            case .ratio: number(packet, 3, 2) / 1023 * 100
            case .digital: number(packet, 3, 1)
            }
        }
    }

    struct Switch: SignalValue {
        static let key = "switch"

        static let keys = Keys(
            Self(), "switch state",
            about: "Whether the button is pressed: 0 or 1.")

        static let signal = Signal.switch
    }

    struct LogLength: ReadableValue {
        static let key = "log-length"

        static let keys = Keys(
            Self(), "log length",
            about: "How many entries the log holds, according to the board.")

        var request: Packet { LogCommand.readLength }

        func value(in packet: [UInt8]) -> Double {
            (try? MWLogLength().sample(from: packet)).map { Double($0) } ?? 0
        }
    }

    struct Register: ReadableValue {

        var bytes = Bytes([])

        static let keys = Keys(Self(), "register") { keys in
            keys.about =
                "Any register, given as the bytes of the read request; bit 7 of the second"
                + " byte is set."
            keys.required(
                \.bytes, "bytes", principal: true,
                "Module, register with bit 7 set, and any parameters: `\"11 8c\"`.")
        }

        mutating func check(_ reader: Reader, at mark: Mark) {
            if bytes.bytes.count < 2 || bytes.bytes[1] & 0x80 == 0 {
                reader.fail(
                    "`\(bytes.text)` is not a read request", at: mark,
                    fix: "write the module, then the register with bit 7 set: `\"11 8c\"`")
            }
        }

        var isBytes: Bool { true }
        var request: Packet { Packet(bytes.bytes) ?? Packet(module: 0, registerByte: 0) }

        func answer(to request: Packet) -> AnswerPattern { AnswerPattern(answering: request) }

        func value(in packet: [UInt8]) -> Double { 0 }
    }
}
