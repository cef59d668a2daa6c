import Conformance
import MetaWearTables

extension BoardFacts {
    /// A MetaMotion S or RL with 1.7, of which most rows speak.
    var isOf17: Bool { firmware.hasPrefix("1.7") && (isS || isRL) }
    var isS: Bool { model == "MetaMotion S" }
    var isRL: Bool { model == "MetaMotion RL" }
    /// The log of an S collects in RAM and goes to NAND in pages.
    var hasNAND: Bool { isS && (module(MWModule.logging.rawValue)?.revision ?? 0) >= 3 }
    /// The BMI270 has other registers than the BMI160.
    var hasBMI270: Bool { module(MWModule.accelerometer.rawValue)?.implementation == 4 }
    /// The register of the gyroscope's data: its own implementation decides (protocol, sensors 6).
    var gyroscopeData: UInt8 {
        module(MWModule.gyro.rawValue)?.implementation == 0 ? 0x05 : 0x04
    }

    /// What a module says after implementation and revision.
    func extra(_ module: MWModule) -> [UInt8] {
        modules.first { $0.id == module.rawValue }?.extra ?? []
    }
}
