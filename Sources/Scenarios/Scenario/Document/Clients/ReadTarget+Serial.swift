import Declaration
import YAML

extension ReadTarget {
    /// Module 0x0D, register 01.
    package struct I2C: Section {
        package static let title = "i2c read"
        package static let about =
            "Bytes of a device on the board's I2C bus; the value is the first of them."
        package static let example =
            "- read: {i2c: {device: 28, register: 13, length: 1}}"

        package var device = 0
        package var register = 0
        package var length = 1
        package var id = 255

        package static let keys = Keys(Self()) { keys in
            keys.required(\.device, "device", in: 0...127, "Its address of seven bits.")
            keys.required(\.register, "register", in: 0...255, "Of the device.")
            keys.optional(\.length, "length", in: 1...10, "How many bytes.")
            keys.optional(\.id, "id", in: 0...255, "By which the answer is known.")
        }
    }

    /// Module 0x0D, register 02.
    package struct SPI: Section {
        package static let title = "spi read"
        package static let about =
            "Bytes of a device on the board's SPI bus; the value is the first of them."
        package static let example =
            "- read: {spi: {select: 10, clock: 0, mosi: 11, miso: 7, length: 5, write: \"DA\"}}"

        package var select = 10
        package var clock = 0
        package var mosi = 11
        package var miso = 7
        package var mode = 3
        /// In hertz.
        package var frequency: Quantity<Frequency> = .hertz(1_000_000)
        package var isReversed = false
        package var isNative = false
        package var length = 1
        package var write: Bytes?
        package var id = 0

        /// By their code (protocol, sensors 11).
        static let frequencies: [Double] = [
            125_000, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000,
        ]

        package static let keys = Keys(Self()) { keys in
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
            keys.optional(\.write, "write", otherwise: "nothing", "What is written first.")
            keys.optional(\.id, "id", in: 0...15, "By which the answer is known.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if !Self.frequencies.contains(frequency.hertz) {
                reader.fail(
                    "no bus runs at \(frequency.text)", at: mark,
                    mend: "choose 125, 250, 500, 1000, 2000, 4000 or 8000 kHz")
            }
            if let write, write.bytes.count > 12 {
                reader.fail("at most 12 bytes can be written first", at: mark)
            }
        }
    }
}
