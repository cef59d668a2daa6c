import Motion
import Wire

/// Skin conductance of the MetaHealth (protocol, sensors 12). No source gives its unit: the model
/// counts nanosiemens.
final class Conductance: Module {
    static let id: UInt8 = 0x10
    static let name = "conductance"
    static let registers: [Register<Conductance>] = [
        .query(0x01, "conductance", Byte.self, answer: Reading.self) { module, channel, board in
            guard channel.value < module.channels else { return nil }
            return RegisterValue(module.read(on: board), index: channel.value)
        },
        .command(0x02, "calibrate", Anything.self) { module, _, _ in module.isCalibrated = true },
        .command(0x03, "range", Range.self) { module, range, _ in module.range = range },
    ]

    private let channels: UInt8
    private var range = Range()
    private var isCalibrated = false
    private let amplifier: ConductanceAmplifier

    /// Starts with the narrowest range, 50 µS.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        channels = information.extra.first ?? 1
        amplifier = board.hardware.part(ConductanceAmplifier.self, "conductance") {
            ConductanceAmplifier($0, of: board.hardware, tolerance: 0.05)
        }
    }

    private func read(on board: MetaWearBoard) -> ShortBytes {
        let truth = board.hardware.environment.skinConductance(at: board.now)
        let value = amplifier.microsiemens(truth, isCalibrated: isCalibrated)
        var bytes = ShortBytes()
        bytes.append(UInt32(nearest: min(value, range.microsiemens) * 1000))
        return bytes
    }

    /// 50, 100, 150 or 200 µS at most.
    struct Range: Layout {
        var code: UInt8 = 0
        mutating func layout(_ c: inout some Coder) { c(&code, "range") }
        var microsiemens: Double { 50 * Double(min(code, 3) + 1) }
    }

    /// nS.
    struct Reading: Layout {
        var value: UInt32 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("nS"))
            c(&value, "nS")
        }
    }
}

/// The amplifier before the converter: off by some percent until it is calibrated.
final class ConductanceAmplifier: Specimen {
    func microsiemens(_ truth: Double, isCalibrated: Bool) -> Double {
        isCalibrated ? truth : truth * scale
    }
}
