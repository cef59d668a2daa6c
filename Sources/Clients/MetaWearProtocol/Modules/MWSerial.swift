import Wire

/// Commands of the I²C and SPI buses on the pins (protocol, sensors 11).
public enum MWSerial {
    /// Writes to a device on the I²C bus.
    public struct I2CWrite: HostCommand {
        /// Bytes at most.
        public static let maxPayloadLength = 10
        /// Seven bits.
        public let deviceAddress: UInt8
        /// The device's register.
        public let registerAddress: UInt8
        /// What is written.
        public let data: [UInt8]

        /// - Throws: `MWError.operationFailed` for more than 10 bytes.
        public init(deviceAddress: UInt8, registerAddress: UInt8, data: [UInt8]) throws(MWError) {
            guard data.count <= Self.maxPayloadLength else {
                throw .operationFailed(
                    "an I2C write takes \(Self.maxPayloadLength) bytes, not \(data.count)")
            }
            self.deviceAddress = deviceAddress
            self.registerAddress = registerAddress
            self.data = data
        }

        /// `[0D 01 device register FF length data]`.
        public var packet: Packet {
            Packet(
                .serial, 0x01, [deviceAddress, registerAddress, 0xFF, UInt8(data.count)] + data)
        }
    }

    /// Reads from a device on the I²C bus.
    public struct I2CRead: HostCommand {
        /// Seven bits.
        public let deviceAddress: UInt8
        /// The device's register.
        public let registerAddress: UInt8
        /// Bytes.
        public let length: UInt8
        /// What the answer begins with.
        public let id: UInt8
        /// For loggers and processors only.
        public let silent: Bool

        /// - Throws: `MWError.operationFailed` for a length of 0.
        public init(
            deviceAddress: UInt8, registerAddress: UInt8, length: UInt8, id: UInt8 = 0,
            silent: Bool = false
        ) throws(MWError) {
            guard length >= 1 else { throw .operationFailed("an I2C read takes 1 byte or more") }
            self.deviceAddress = deviceAddress
            self.registerAddress = registerAddress
            self.length = length
            self.id = id
            self.silent = silent
        }

        /// `[0D 81 device register id length]`, silent `C1`.
        public var packet: Packet {
            let payload = [deviceAddress, registerAddress, id, length]
            return silent ? .silentRead(.serial, 0x01, payload) : .read(.serial, 0x01, payload)
        }
    }

    /// The SPI bus's clock.
    public enum SPIClock: UInt8, CaseIterable, Sendable {
        case f125kHz, f250kHz, f500kHz, f1MHz, f2MHz, f4MHz, f8MHz

        /// Hertz.
        public var hertz: Double { 125_000 * Double(1 << Int(rawValue)) }
    }

    /// The SPI bus's polarity and phase.
    public enum SPIMode: UInt8, CaseIterable, Sendable { case mode0, mode1, mode2, mode3 }

    /// Pins and form of an SPI transfer.
    public struct SPIParameters: Sendable, Equatable {
        /// Chooses the device.
        public let slaveSelectPin: UInt8
        /// The clock's.
        public let clockPin: UInt8
        /// To the device.
        public let mosiPin: UInt8
        /// From the device.
        public let misoPin: UInt8
        /// Polarity and phase.
        public let mode: SPIMode
        /// The clock.
        public let frequency: SPIClock
        /// Whether the lowest bit of a byte goes first.
        public let lsbFirst: Bool
        /// Whether the processor's own pins are used and the four above do not count.
        public let useNRFPins: Bool

        /// A transfer's pins and form.
        public init(
            slaveSelectPin: UInt8, clockPin: UInt8, mosiPin: UInt8, misoPin: UInt8, mode: SPIMode,
            frequency: SPIClock, lsbFirst: Bool = false, useNRFPins: Bool = false
        ) {
            self.slaveSelectPin = slaveSelectPin
            self.clockPin = clockPin
            self.mosiPin = mosiPin
            self.misoPin = misoPin
            self.mode = mode
            self.frequency = frequency
            self.lsbFirst = lsbFirst
            self.useNRFPins = useNRFPins
        }

        struct Form: Layout {
            var lsbFirst = false
            var mode = SPIMode.mode0
            var frequency = SPIClock.f125kHz
            var useNRFPins = false

            mutating func layout(_ c: inout some Coder) {
                c(&lsbFirst, "lowest bit first")
                c(&mode, bits: 2, "mode")
                c(&frequency, bits: 3, "clock")
                c(&useNRFPins, "own pins")
                c.reserved(bits: 1)
            }
        }

        /// Order, mode, clock and pins in one byte.
        public var bitfield: UInt8 {
            Form(lsbFirst: lsbFirst, mode: mode, frequency: frequency, useNRFPins: useNRFPins)
                .bytes[0]
        }

        /// Select, clock, MOSI, MISO, form.
        public var encodedBytes: [UInt8] {
            [slaveSelectPin, clockPin, mosiPin, misoPin, bitfield]
        }
    }

    /// Writes to a device on the SPI bus.
    public struct SPIWrite: HostCommand {
        /// Pins and form.
        public let parameters: SPIParameters
        /// What is written; up to 13 bytes fit into one packet.
        public let data: [UInt8]

        /// A write.
        public init(parameters: SPIParameters, data: [UInt8]) {
            self.parameters = parameters
            self.data = data
        }

        /// A write on pins 0 to 3 unless others are given.
        public init(
            slaveSelect: UInt8, clock: SPIClock, mode: SPIMode, clockPin: UInt8 = 1,
            mosiPin: UInt8 = 2, misoPin: UInt8 = 3, data: [UInt8]
        ) {
            self.init(
                parameters: SPIParameters(
                    slaveSelectPin: slaveSelect, clockPin: clockPin, mosiPin: mosiPin,
                    misoPin: misoPin, mode: mode, frequency: clock), data: data)
        }

        /// `[0D 02 pins form data]`.
        public var packet: Packet { Packet(.serial, 0x02, parameters.encodedBytes + data) }
    }

    /// Reads from a device on the SPI bus, after an optional write.
    public struct SPIRead: HostCommand {
        /// Pins and form.
        public let parameters: SPIParameters
        /// Bytes, 1 to 16.
        public let length: UInt8
        /// What the answer begins with, 0 to 15.
        public let id: UInt8
        /// What is written first; up to 12 bytes fit into one packet.
        public let writeData: [UInt8]
        /// For loggers and processors only.
        public let silent: Bool

        /// - Throws: `MWError.operationFailed` for a length or an id outside its range.
        public init(
            parameters: SPIParameters, length: UInt8, id: UInt8 = 0, writeData: [UInt8] = [],
            silent: Bool = false
        ) throws(MWError) {
            guard (1...16).contains(length) else {
                throw .operationFailed("an SPI read takes 1 to 16 bytes, not \(length)")
            }
            guard id < 16 else { throw .operationFailed("the id \(id) is beyond 15") }
            self.parameters = parameters
            self.length = length
            self.id = id
            self.writeData = writeData
            self.silent = silent
        }

        /// `[0D 82 pins form length|id write]`, silent `C2`.
        public var packet: Packet {
            let payload = parameters.encodedBytes + [(length - 1) | id << 4] + writeData
            return silent ? .silentRead(.serial, 0x02, payload) : .read(.serial, 0x02, payload)
        }
    }

    /// The bytes of an answer to a read, in either of its two forms: with bit 7 and without (protocol, core 16).
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is no such answer.
    public static func readBytes(_ packet: [UInt8]) throws(MWError) -> [UInt8] {
        guard packet.count >= 3, packet[0] == MWModule.serial.rawValue,
            [0x01, 0x02].contains(packet[1] & RegisterFlag.numberMask)
        else {
            throw .operationFailed("[\(Hex.text(packet))] is not an answer of the serial buses")
        }
        return Array(packet[3...])
    }
}
