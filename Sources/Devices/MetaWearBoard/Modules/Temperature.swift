import Motion
internal import Simulation
import Wire

/// Several thermometers, one a channel (protocol, sensors 6).
final class Temperature: Module {
    static let id: UInt8 = 0x04
    static let name = "temperature"
    static let registers: [Register<Temperature>] = [
        .query(0x01, "temperature", Byte.self, answer: Reading.self) { module, channel, board in
            module.celsius(channel.value, on: board).map {
                let eighths = Int16(nearest: $0 * 8)
                return RegisterValue(
                    ShortBytes(Reading(eighths: eighths).bytes), index: channel.value)
            }
        },
        .command(0x02, "mode", Mode.self) { module, mode, _ in
            if Int(mode.channel) < module.drivers.count { module.modes[Int(mode.channel)] = mode }
        }.readable(Byte.self, answer: Mode.self) { module, channel, _ in
            guard Int(channel.value) < module.modes.count else { return nil }
            let mode = module.modes[Int(channel.value)] ?? Mode(channel: channel.value)
            return ShortBytes(mode.bytes)
        },
    ]

    /// The driver ids in the module information.
    enum Driver: UInt8 { case die, externalThermistor, barometer, presetThermistor }

    private let drivers: [Driver?]
    private var modes: [Mode?]

    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        drivers = information.extra.map { Driver(rawValue: $0) }
        modes = Array(repeating: nil, count: drivers.count)
    }

    /// nil for a channel that does not exist.
    private func celsius(_ channel: UInt8, on board: MetaWearBoard) -> Double? {
        guard Int(channel) < drivers.count, let driver = drivers[Int(channel)] else { return nil }
        if board.hardware.isThermometerStuck, let last = board.hardware.lastTemperatures[channel] {
            return last
        }
        let value = measure(driver, channel, on: board)
        board.hardware.lastTemperatures[channel] = value
        return value
    }

    private func measure(_ driver: Driver, _ channel: UInt8, on board: MetaWearBoard) -> Double {
        let ambient = board.hardware.environment.temperature(at: board.now)
        let isIdeal = board.hardware.quality == .ideal
        let jitter = isIdeal ? 0 : board.hardware.temperatureNoise.uniform() - 0.5
        switch driver {
        // The die's own heat, and a resolution of 0.25 °C (nRF52832 product specification, TEMP).
        case .die:
            return isIdeal ? ambient : ((ambient + 1.5 + jitter * 0.5) * 4).rounded() / 4
        case .presetThermistor: return ambient + jitter * 0.1
        // Nothing is connected until the host names the pins: an open divider reads as the coldest.
        case .externalThermistor: return modes[Int(channel)] == nil ? -40 : ambient + jitter * 0.1
        // Zero until the barometer has run (protocol, sensors 6).
        case .barometer:
            let barometer: Barometer? = board.module()
            return barometer?.last?.celsius ?? 0
        }
    }

    /// 1/8 °C.
    struct Reading: Layout {
        var eighths: Int16 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("°C", over: 8))
            c(&eighths, "1/8 °C")
        }
    }

    struct Mode: Layout {
        var channel: UInt8 = 0
        var dataPin: UInt8 = 0
        var pullDownPin: UInt8 = 0
        var isActiveHigh = false
        mutating func layout(_ c: inout some Coder) {
            c(&channel, "channel")
            c(&dataPin, "data pin")
            c(&pullDownPin, "pull-down pin")
            c(&isActiveHigh, bits: 8, "active high")
        }
    }
}
