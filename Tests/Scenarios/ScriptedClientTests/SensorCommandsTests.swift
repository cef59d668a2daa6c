import MetaWearProtocol
import Testing
import Wire

@testable import Declaration
@testable import ScriptedClient

/// What a scripted client sends to each chip (protocol, sensors 5 and 14).
@Suite struct SensorCommandsTests {
    /// Module, implementation, a wish, the config packet, counts a unit, start and stop.
    static let rows: [(UInt8, UInt8, Double, Double, String, Double)] = [
        (0x03, 1, 200, 8, "03 03 29 08", 4096), (0x03, 1, 100, 16, "03 03 28 0c", 2048),
        (0x03, 1, 0.78125, 2, "03 03 81 03", 16384),
        (0x03, 4, 200, 8, "03 03 a9 02", 4096), (0x03, 4, 100, 16, "03 03 a8 03", 2048),
        (0x03, 3, 62.5, 2, "03 03 0a 03", 16384), (0x03, 3, 125, 8, "03 03 0b 08", 4096),
        (0x03, 0, 50, 2, "03 03 00 00 20 00 00", 1000),
        (0x03, 0, 100, 8, "03 03 02 00 18 00 00", 1000),
        (0x13, 0, 200, 2000, "13 03 29 00", 16.4), (0x13, 1, 50, 125, "13 03 27 04", 262.4),
    ]

    @Test(arguments: rows)
    func `a wish becomes the chip's config`(
        _ module: UInt8, _ implementation: UInt8, _ rate: Double, _ range: Double,
        _ packet: String, _ counts: Double
    ) throws {
        let information = try #require(MWModuleInfo(answer: [module, 0x80, implementation, 1]))
        let chip = try #require(InertialChip(information))
        let setting = chip.nearest(InertialSetting(rate: rate, range: range))
        #expect(Hex.text(chip.configure(setting).bytes) == packet)
        #expect(abs(chip.countsPerUnit(range: setting.range) - counts) < 1e-9)
    }

    @Test(arguments: [
        (UInt8(0), ["03 02 01", "03 01 01"], ["03 01 00", "03 02 00"], UInt8(0x12)),
        (1, ["03 02 01 00", "03 01 01"], ["03 01 00", "03 02 00 01"], 0x1C),
        (3, ["03 02 01 00", "03 01 01"], ["03 01 00", "03 02 00 01"], 0x1C),
        (4, ["03 02 01 00", "03 01 01"], ["03 01 00", "03 02 00 01"], 0x05),
    ])
    func `start, stop and packed register of each accelerometer`(
        _ implementation: UInt8, _ start: [String], _ stop: [String], _ packed: UInt8
    ) throws {
        let information = MWModuleInfo(
            module: .accelerometer, implementation: implementation, revision: 1)
        let chip = try #require(InertialChip(information))
        #expect(chip.startPackets.map(\.description) == start)
        #expect(chip.stopPackets.map(\.description) == stop)
        #expect(chip.packedDataRegister == packed)
        #expect(chip.dataRegister == 0x04)
    }
}
