import Declaration
import MetaWearTables
import ScriptedClient
import YAML

/// A device on a board's I2C or SPI bus, for clients that use the serial module.
package struct BusDeviceDescription: Section {
    package static let example = """
        bus:
          - name: thermometer
            i2c: 48
            sensors: [{at: 00, measures: temperature, counts: 256}]
            registers: [{at: FE, bytes: "54 49", read-only: true}]
        """

    package var name = "device"
    /// Where it is connected.
    package var place = Place.i2c(Bytes([]))
    package var countsUp = true
    package var registers: [BusRegister] = []
    package var sensors: [BusSensor] = []

    package static let keys = Keys(Self(), "bus device") { keys in
        keys.about = """
            A device on the board's I2C or SPI bus: 256 registers of one byte, all 0 and writable by \
            default. The register address advances with every byte.
            """
        keys.optional(\.name, "name", "Its name in the trace.")
        keys.exactlyOne(\.place)
        keys.optional(
            \.countsUp, "counts-up",
            "Whether the register address advances with every byte. If not, all bytes go to or"
                + " come from one register."
        )
        keys.list(\.registers, "registers", "Values at power-on.")
        keys.list(\.sensors, "sensors", "Registers that show a quantity of the world.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        guard case .i2c(let address) = place else { return }
        if address.bytes.count != 1 || address.bytes[0] > 0x7F {
            reader.fail(
                "`\(address.text)` is not an I2C address", at: mark,
                fix: "use seven bits in hexadecimal, 00 to 7F")
        }
    }

    /// Where a device is connected.
    package enum Place: OneOf {
        package static let title = "place on a bus"
        case i2c(Bytes)
        case spi(Int)
        case internalSPI(Bool)

        package static let cases = Cases<Place> { cases in
            cases("i2c", Place.i2c, "On I2C: its seven-bit address, in hexadecimal.")
            cases("spi", Place.spi, "On SPI: the pin that selects it.")
            cases(
                "internal-spi", Place.internalSPI,
                "On SPI, on the radio chip's own pins inside the board: `true`.")
        }
    }
}

/// Values of a bus device's registers at power-on.
package struct BusRegister: Section {
    package var at = Bytes([0])
    package var bytes = Bytes([])
    package var isReadOnly = false

    package static let keys = Keys(Self(), "bus register") { keys in
        keys.about = "Values of registers at power-on, one after the other."
        keys.required(\.at, "at", "The first register, in hexadecimal.")
        keys.required(\.bytes, "bytes", "Its value, followed by those of the next registers.")
        keys.optional(\.isReadOnly, "read-only", "Whether writes are ignored.")
    }

    package func check(_ reader: Reader, at mark: Mark) { at.requireRegister(at: mark, reader) }
}

/// Registers of a bus device that hold a quantity of the world as a signed number.
package struct BusSensor: Section {
    /// A quantity of the world.
    package struct Measured: NamedChoice {
        package static let title = "quantity of the world"
        package static let values = Measurand.surroundings

        package let measurand: Measurand

        package init(_ measurand: Measurand) { self.measurand = measurand }

        package var rawValue: String { measurand.scenarioName }
    }

    package enum Order: String, Choice {
        package static let title = "byte order"
        case bigEndian = "big-endian"
        case littleEndian = "little-endian"
    }

    package var at = Bytes([0])
    package var measured = Measured(.temperature)
    package var size = 2
    package var order = Order.bigEndian
    package var counts = 1
    package var units = 1
    package var zero: AnyQuantity?

    package static let keys = Keys(Self(), "bus sensor") { keys in
        keys.about = "Registers that hold a quantity of the world, as a signed number."
        keys.required(\.at, "at", "The first register, in hexadecimal.")
        keys.required(\.measured, "measures", "A quantity of the world.")
        keys.optional(\.size, "size", in: 1...4, "How many registers the number occupies.")
        keys.optional(\.order, "order", "Which byte comes first.")
        keys.required(
            \.counts, "counts", in: 1...1_000_000_000,
            "How many counts equal one degree Celsius, hectopascal, lux, percent or metre.")
        keys.optional(
            \.units, "units", in: 1...1_000_000_000,
            "How many units `counts` equal, for a sensor whose counts are coarser than one unit.")
        keys.optional(
            \.zero, "zero", otherwise: "zero", "The value at a count of 0.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        at.requireRegister(at: mark, reader)
        if let dimension = measured.measurand.dimension {
            zero?.require(dimension, for: "`zero`", reader)
        }
    }
}

extension Bytes {
    /// Records a problem unless there is exactly one byte.
    fileprivate func requireRegister(at mark: Mark, _ reader: Reader) {
        guard bytes.count != 1 else { return }
        reader.fail("`\(text)` is not a register", at: mark, fix: "use one byte in hexadecimal")
    }
}
