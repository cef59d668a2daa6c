import Peripheral
internal import Simulation
import Wire

extension Settings {
    /// Register 02. The interval counts 0.625 ms from revision 1 on (protocol, core 8).
    struct Advertising: Layout {
        /// 0x029C: 417.5 ms.
        var interval: UInt16 = 0x029C
        /// Seconds, 0 to 180; 0 for no end.
        var timeout: UInt8 = 0
        /// 0 undirected, 1 directed; from revision 6 on.
        var kind: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("ms", times: 5, over: 8))
            c(&interval, "interval")
            c.unit(FieldUnit("s"))
            c(&timeout, "timeout")
            c.optional(&kind, "type")
        }

        /// Clamped to what the specification allows, 20 ms to 10.24 s (Core Vol 6, Part B,
        /// 4.4.2.2).
        func period(revision: UInt8) -> Nanoseconds {
            let unit: Nanoseconds = revision == 0 ? .milliseconds(1) : .microseconds(625)
            return min(max(unit * Int64(interval), .milliseconds(20)), .milliseconds(10_240))
        }
    }

    /// Register 03, in dBm: the radio uses its nearest level.
    struct TxPower: Layout {
        var value: Int8 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("dBm"))
            c(&value, "dBm")
        }

        /// The levels of the nRF52832.
        static let levels: [Int8] = [4, 0, -4, -8, -12, -16, -20, -30, -40]

        var level: Int8 {
            Self.levels.min { abs(Int($0) - Int(value)) < abs(Int($1) - Int(value)) } ?? 0
        }
    }

    /// Register 09: intervals in 1.25 ms, the timeout in 10 ms.
    struct Connection: Layout {
        var minimum: UInt16 = 6
        var maximum: UInt16 = 9
        var latency: UInt16 = 0
        var timeout: UInt16 = 600

        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("ms", times: 5, over: 4))
            c(&minimum, "minimum interval")
            c.unit(FieldUnit("ms", times: 5, over: 4))
            c(&maximum, "maximum interval")
            c(&latency, "latency")
            c.unit(FieldUnit("ms", times: 10))
            c(&timeout, "supervision timeout")
        }

        /// Values out of range are clamped.
        var request: ConnectionParameterRequest {
            let low = min(max(minimum, 6), 3200)
            return ConnectionParameterRequest(
                minimumInterval: .microseconds(1_250) * Int64(low),
                maximumInterval: .microseconds(1_250) * Int64(min(max(maximum, low), 3200)),
                latency: min(latency, 499),
                supervisionTimeout: .milliseconds(10) * Int64(min(max(timeout, 10), 3200)))
        }
    }

    /// Register 14.
    struct WhitelistEntry: Layout {
        /// 0 is the peer of directed advertising, 1 to 8 the list.
        var index: UInt8 = 0
        var kind: UInt8 = 0
        var address: UInt64 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&index, "index")
            c(&kind, "type")
            c(&address, bits: 48, "address")
        }

        /// Type and address, as register 15 answers.
        var identity: [UInt8] { Array(bytes[1...]) }
    }

    /// Register 0B: type (1 is random static) and address, least significant byte first.
    struct DeviceAddress: Layout {
        var kind: UInt8 = 0
        var address: UInt64 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&kind, "type")
            c(&address, bits: 48, "address")
        }
    }

    /// Register 0C.
    struct Battery: Layout {
        /// Percent.
        var level: UInt8 = 0
        var millivolts: UInt16 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("%"))
            c(&level, "level")
            c.unit(FieldUnit("mV"))
            c(&millivolts, "millivolts")
        }
    }
}
