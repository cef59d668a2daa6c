import Declaration
public import YAML

/// A device on a board's I2C or SPI bus, for clients that use the serial module.
public struct BusDeviceDescription: Section {
    public static let title = "bus device"
    public static let about = """
        A device on the board's I2C or SPI bus: 256 registers of one byte, all 0 and writable unless \
        told. The address goes on by itself.
        """
    public static let example = """
        bus:
          - name: thermometer
            i2c: 48
            sensors: [{at: 00, measures: temperature, counts: 256}]
            registers: [{at: FE, bytes: "54 49", read-only: true}]
        """

    public var name = "device"
    /// Where it hangs.
    public var place = Place.i2c(Bytes([]))
    public var countsUp = true
    public var registers: [BusRegister] = []
    public var sensors: [BusSensor] = []

    public static let keys = Keys(Self()) { keys in
        keys.optional(\.name, "name", "Who it is in the trace.")
        keys.exactlyOne(\.place)
        keys.optional(
            \.countsUp, "counts-up",
            "Whether the address goes on with every byte; else one register takes or gives them all."
        )
        keys.list(\.registers, "registers", "Values at power-on.")
        keys.list(\.sensors, "sensors", "Registers that follow the world.")
    }

    public func check(_ reader: Reader, at mark: Mark) {
        guard case .i2c(let address) = place else { return }
        if address.bytes.count != 1 || address.bytes[0] > 0x7F {
            reader.fail(
                "`\(address.text)` is no I2C address", at: mark,
                mend: "give seven bits in hexadecimal, 00 to 7F")
        }
    }

    /// Where a device hangs.
    public enum Place: OneOf {
        public static let title = "place on a bus"
        case i2c(Bytes)
        case spi(Int)
        case internalSPI(Bool)

        public static let cases = Cases<Place> { cases in
            cases("i2c", Place.i2c, "On I2C: its address of seven bits, in hexadecimal.")
            cases("spi", Place.spi, "On SPI: the pin that selects it.")
            cases(
                "internal-spi", Place.internalSPI,
                "On SPI, on the radio chip's own pins inside the board: `true`.")
        }
    }
}

/// Some registers of a device on a bus, as they are at power-on.
public struct BusRegister: Section {
    public static let title = "bus register"
    public static let about = "Values of registers at power-on, one after the other."

    public var at = Bytes([0])
    public var bytes = Bytes([])
    public var isReadOnly = false

    public static let keys = Keys(Self()) { keys in
        keys.required(\.at, "at", "The first register, in hexadecimal.")
        keys.required(\.bytes, "bytes", "Its value, and those of the next ones.")
        keys.optional(\.isReadOnly, "read-only", "Whether writes leave them as they are.")
    }

    public func check(_ reader: Reader, at mark: Mark) { at.requireRegister(at: mark, reader) }
}

/// Registers of a device on a bus that hold a quantity of the world, as a signed number.
public struct BusSensor: Section {
    public static let title = "bus sensor"
    public static let about = "Registers that hold a quantity of the world, as a signed number."

    /// A quantity of the world.
    public enum Measured: String, Choice {
        public static let title = "quantity of the world"
        case temperature, pressure, light, humidity
        case nearestObject = "nearest-object"

        var dimension: any Dimension.Type {
            switch self {
            case .temperature: Temperature.self
            case .pressure: Pressure.self
            case .light: Illuminance.self
            case .humidity: Ratio.self
            case .nearestObject: Length.self
            }
        }
    }

    /// Which end of a number comes first.
    public enum Order: String, Choice {
        public static let title = "byte order"
        case bigEndian = "big-endian"
        case littleEndian = "little-endian"
    }

    public var at = Bytes([0])
    public var measured = Measured.temperature
    public var size = 2
    public var order = Order.bigEndian
    public var counts = 1
    public var units = 1
    public var zero: AnyQuantity?

    public static let keys = Keys(Self()) { keys in
        keys.required(\.at, "at", "The first register, in hexadecimal.")
        keys.required(\.measured, "measures", "A quantity of the world.")
        keys.optional(\.size, "size", in: 1...4, "How many registers the number takes.")
        keys.optional(\.order, "order", "Which end comes first.")
        keys.required(
            \.counts, "counts", in: 1...1_000_000_000,
            "How many counts make one degree Celsius, hectopascal, lux, percent or metre.")
        keys.optional(
            \.units, "units", in: 1...1_000_000_000,
            "How many of them `counts` make, for a sensor whose counts are coarser than one.")
        keys.optional(
            \.zero, "zero", otherwise: "nothing of the quantity", "What a count of 0 stands for.")
    }

    public func check(_ reader: Reader, at mark: Mark) {
        at.requireRegister(at: mark, reader)
        zero?.require(measured.dimension, for: "`zero`", reader)
    }
}

extension Bytes {
    /// Notes a problem unless there is one byte.
    fileprivate func requireRegister(at mark: Mark, _ reader: Reader) {
        guard bytes.count != 1 else { return }
        reader.fail("`\(text)` is no register", at: mark, mend: "give one byte in hexadecimal")
    }
}
