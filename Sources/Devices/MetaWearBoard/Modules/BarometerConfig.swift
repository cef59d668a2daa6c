internal import Simulation
import Wire

/// Oversampling, filter and standby as the chip's CTRL_MEAS and CONFIG hold them (protocol,
/// sensors 13; BST-BMP280-DS001, 4.3.4 and 4.3.5).
struct BarometerConfig: Layout, Equatable {
    var pressure = AirOversampling(code: 3)
    var temperature = AirOversampling(code: 1)
    /// 0 is off, 1 to 4 are 2, 4, 8 and 16.
    var filter: UInt8 = 0
    var standby: UInt8 = 0

    mutating func layout(_ c: inout some Coder) {
        c.reserved(bits: 2)
        c(&pressure.code, bits: 3, "pressure oversampling")
        c(&temperature.code, bits: 3, "temperature oversampling")
        c.reserved(bits: 2)
        c(&filter, bits: 3, "filter")
        c(&standby, bits: 3, "standby")
    }

    /// 1 is off; the reserved codes are 16.
    var filterCoefficient: Double { Double(1 << Int(min(filter, 4))) }

    /// Of one measurement, typical (BST-BMP280-DS001, 3.8.1; BST-BME280-DS002, 9.1).
    var measurementTime: Nanoseconds {
        .microseconds(1_000 + 2_000 * Int64(temperature.samples)) + pressureTime
    }

    /// The pressure's part of it.
    var pressureTime: Nanoseconds {
        pressure.samples == 0 ? .zero : .microseconds(2_000 * Int64(pressure.samples) + 500)
    }

    /// Between two measurements; the chips differ in the last two codes.
    func standby(isBME280: Bool) -> Nanoseconds {
        let common: [Int64] = [500, 62_500, 125_000, 250_000, 500_000, 1_000_000]
        let last: [Int64] = isBME280 ? [10_000, 20_000] : [2_000_000, 4_000_000]
        return .microseconds((common + last)[Int(standby & 7)])
    }
}

extension Barometer {
    /// Register 01, in 1/256 Pa.
    struct Pressure: Layout {
        var value: UInt32 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("Pa", over: 256))
            c(&value, "1/256 Pa")
        }
    }

    /// Register 02, in 1/256 m.
    struct Altitude: Layout {
        var value: Int32 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("m", over: 256))
            c(&value, "1/256 m")
        }
    }

    /// Register 04: whether the chip measures continuously, and whether altitudes are sent too.
    struct Cyclic: Layout {
        var isOn = false
        var hasAltitude = false
        mutating func layout(_ c: inout some Coder) {
            c(&isOn, bits: 8, "on")
            c(&hasAltitude, bits: 8, "with altitude")
        }
    }
}
