import Foundation
import MetaWearBoard
import MetaWearTables
import Testing

@testable import MetaWearProtocol

/// What a host finds out of a board once and keeps (protocol, core 2 and 12).
@Suite struct BoardDescriptionTests {
    private static func described(_ profile: BoardProfile) -> BoardDescription {
        let bench = BoardBench(profile)
        var description = BoardDescription(
            deviceInformation: MWDeviceInformation(
                manufacturer: "MbientLab Inc", modelNumber: profile.modelNumber,
                serialNumber: "0200CE", firmwareRevision: "1.7.3", hardwareRevision: "r0.1"))
        // In any order, as they answer.
        for question in description.missing.reversed() {
            let isTaken = bench.ask(question).map { description.take($0) }
            #expect(isTaken == true)
        }
        return description
    }

    @Test(arguments: BoardProfile.all)
    func `every board is described as it is`(_ profile: BoardProfile) {
        let description = Self.described(profile)
        #expect(description.missing.isEmpty)
        for module in MWModule.allCases {
            let entry = profile.modules.first { $0.id == module.rawValue }
            #expect(description.has(module) == (entry != nil))
            guard let information = entry?.information else { continue }
            #expect(
                description[module]
                    == MWModuleInfo(
                        module: module, implementation: information.implementation,
                        revision: information.revision, extra: information.extra))
        }
        #expect(description[.dataProcessor]?.slots == 28)
        #expect(description[.led]?.slots == nil)
        #expect((description[.logging]?.logCapacity ?? 0) > 1000)
        #expect(description[.temperature]?.thermometers.first == .nrfDie)
    }

    @Test func `boards have the chips and the names that people know`() {
        let r = Self.described(.metaMotionR)
        #expect(r.modelName == "MetaMotion R" && r.fusionChip == .bmi160)
        #expect(r.accelerometer == .bmi160Accelerometer && r.gyroscope == .bmi160Gyroscope)
        #expect(Self.described(.metaMotionRL).modelName == "MetaMotion RL")
        let s = Self.described(.metaMotionS)
        #expect(s.modelName == "MetaMotion S" && s.fusionChip == .bmi270)
        #expect(s.accelerometer == .bmi270Accelerometer && s.gyroscope == .bmi270Gyroscope)
        #expect(s[.logging]?.logCapacity == 67_108_864)
        #expect(Self.described(.metaWearRPro).modelName == "MetaWear RPro")
        #expect(Self.described(.metaWearRG).modelName == "MetaWear RG")
        #expect(Self.described(.metaWearCPro).modelName == "MetaWear CPro")
        #expect(Self.described(.metaEnvironment).accelerometer == .bma255Accelerometer)
        #expect(Self.described(.metaTracker).modelName == "MetaTracker")
        #expect(Self.described(.metaWearR).accelerometer == .mma8452qAccelerometer)
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionR, .metaEnvironment])
    func `a description is kept and read again`(_ profile: BoardProfile) throws {
        let description = Self.described(profile)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(description)
        #expect(try JSONDecoder().decode(BoardDescription.self, from: data) == description)
        // Modules are their numbers, as other hosts' files have them.
        let json = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let modules = try #require(json["modules"] as? [[String: Any]])
        #expect(modules.compactMap { $0["module"] as? Int }.contains(0xFE))
        #expect(modules.count == MWModule.allCases.count)
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(MWModule.self, from: Data("14".utf8))
        }
    }

    @Test func `a description holds until firmware, hardware or model change`() throws {
        let description = Self.described(.metaMotionS)
        let own = try #require(description.deviceInformation)
        func other(_ model: String, _ firmware: String, _ hardware: String, _ serial: String)
            -> MWDeviceInformation
        {
            MWDeviceInformation(
                manufacturer: "", modelNumber: model, serialNumber: serial,
                firmwareRevision: firmware, hardwareRevision: hardware)
        }
        #expect(description.isCompatible(with: own))
        #expect(description.isCompatible(with: other("8", "1.7.3", "r0.1", "FFFFFF")))
        #expect(!description.isCompatible(with: other("8", "1.7.4", "r0.1", "0200CE")))
        #expect(!description.isCompatible(with: other("8", "1.7.3", "r0.2", "0200CE")))
        #expect(!description.isCompatible(with: other("5", "1.7.3", "r0.1", "0200CE")))
        #expect(!BoardDescription().isCompatible(with: own))
    }

    @Test func `answers of no module, and second ones`() {
        var description = BoardDescription()
        func take(_ answer: [UInt8]) -> Bool { description.take(answer) }
        #expect(!take([0x03, 0x04, 1, 2]))
        #expect(!take([0x06, 0x80, 0, 0]))
        #expect(take([0x03, 0x80, 1, 1]) && take([0x03, 0x80, 4, 0]))
        #expect(description.modules.count == 1 && description[.accelerometer]?.implementation == 4)
        // Two bytes, or FF: absent.
        #expect(take([0x12, 0x80]) && take([0x14, 0x80, 0xFF, 0xFF]))
        #expect(!description.has(.barometer) && !description.has(.ambientLight))
        #expect(description.missing.count == MWModule.allCases.count - 3)
    }

    @Test func `modules of the SDKs are those of the hosts' table that current hosts ask for`() {
        let numbers = MWModule.allCases.map(\.rawValue)
        #expect(
            Hexadecimal.text(numbers)
                == "01 02 03 04 05 07 08 09 0a 0b 0c 0d 0f 11 12 13 14 15 16 19 fe")
        let older: [MWModule] = [.neoPixel, .conductance, .colour, .proximity]
        #expect(MWModule.withOlder.filter { !MWModule.allCases.contains($0) } == older)
        for module in older {
            #expect(MWModule(rawValue: module.rawValue) == module)
            #expect(MWModule(discovered: module.rawValue) == nil)
        }
        #expect(MWModule.switch_.name == "switch" && MWModule.dataProcessor.name == "dataProcessor")
    }

    private enum Hexadecimal {
        static func text(_ bytes: [UInt8]) -> String {
            bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
                .joined(separator: " ")
        }
    }
}
