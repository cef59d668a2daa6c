import Declaration
import MetaWearProtocol
import YAML

extension ReadTarget {
    struct I2C: ReadableValue {
        static let key = "i2c"
        static let example =
            "- read: {i2c: {device: 28, register: 13, length: 1}}"

        var device = 0
        var register = 0
        var length = 1
        var id = 255

        static let keys = Keys(Self(), "i2c read") { keys in
            keys.about = "Bytes from a device on the board's I2C bus; the value is the first byte."
            keys.required(\.device, "device", in: 0...127, "Its seven-bit address.")
            keys.required(\.register, "register", in: 0...255, "The device's register.")
            keys.optional(\.length, "length", in: 1...10, "How many bytes.")
            keys.optional(\.id, "id", in: 0...255, "Identifies the answer.")
        }

        var isBytes: Bool { true }

        var request: Packet {
            let numbers = [device, register, length, id].map(UInt8.init(clamping:))
            let read = try? MWSerial.I2CRead(
                deviceAddress: numbers[0], registerAddress: numbers[1], length: numbers[2],
                id: numbers[3])
            return read?.packet ?? .read(.serial, 0x01)
        }

        func answer(to request: Packet) -> AnswerPattern {
            AnswerPattern(answering: request, prefix: [UInt8(clamping: id)])
        }

        func value(in packet: [UInt8]) -> Double { number(packet, 3, 1) }
    }

    struct SPI: ReadableValue {
        static let key = "spi"
        static let example =
            "- read: {spi: {select: 10, clock: 0, mosi: 11, miso: 7, length: 5, write: \"DA\"}}"

        var select = 10
        var clock = 0
        var mosi = 11
        var miso = 7
        var mode = 3
        /// In hertz.
        var frequency: Quantity<Frequency> = .hertz(1_000_000)
        var isReversed = false
        var isNative = false
        var length = 1
        var write: Bytes?
        var id = 0

        static let keys = Keys(Self(), "spi read") { keys in
            keys.about = "Bytes from a device on the board's SPI bus; the value is the first byte."
            keys.optional(\.select, "select", in: 0...31, "Pin that selects the device.")
            keys.optional(\.clock, "clock", in: 0...31, "Pin of the clock.")
            keys.optional(\.mosi, "mosi", in: 0...31, "Pin of the data out.")
            keys.optional(\.miso, "miso", in: 0...31, "Pin of the data in.")
            keys.optional(\.mode, "mode", in: 0...3, "Clock polarity and phase.")
            keys.optional(
                \.frequency, "frequency", "125 kHz, 250 kHz, 500 kHz, or 1000 kHz to 8000 kHz.")
            keys.optional(\.isReversed, "lsb-first", "Whether the least significant bit is first.")
            keys.optional(\.isNative, "native-pins", "Whether the processor's own pins are used.")
            keys.optional(\.length, "length", in: 1...16, "How many bytes.")
            keys.optional(\.write, "write", otherwise: "nothing", "Bytes to write first.")
            keys.optional(\.id, "id", in: 0...15, "Identifies the answer.")
        }

        func check(_ reader: Reader, at mark: Mark) {
            if clockRate == nil {
                reader.fail(
                    "\(frequency.text) is not a supported bus frequency", at: mark,
                    fix: "choose 125, 250, 500, 1000, 2000, 4000 or 8000 kHz")
            }
            if let write, write.bytes.count > 12 {
                reader.fail("at most 12 bytes can be written first", at: mark)
            }
        }

        var isBytes: Bool { true }

        private var clockRate: MWSerial.SPIClock? {
            MWSerial.SPIClock.allCases.first { $0.hertz == frequency.hertz }
        }

        var request: Packet {
            let pins = [select, clock, mosi, miso].map(UInt8.init(clamping:))
            let parameters = MWSerial.SPIParameters(
                slaveSelectPin: pins[0], clockPin: pins[1], mosiPin: pins[2], misoPin: pins[3],
                mode: MWSerial.SPIMode.allCases[mode], frequency: clockRate ?? .f1MHz,
                lsbFirst: isReversed, useNRFPins: isNative)
            let read = try? MWSerial.SPIRead(
                parameters: parameters, length: UInt8(clamping: length), id: UInt8(clamping: id),
                writeData: write?.bytes ?? [])
            return read?.packet ?? .read(.serial, 0x02)
        }

        func answer(to request: Packet) -> AnswerPattern {
            AnswerPattern(answering: request, prefix: [UInt8(clamping: id)])
        }

        func value(in packet: [UInt8]) -> Double { number(packet, 3, 1) }
    }
}
