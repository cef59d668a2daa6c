import MetaWearProtocol

extension InertialChip {
    /// From the module's answer to `[03 80]` or `[13 80]`; nil for a chip that no board has.
    init?(module: UInt8, information: [UInt8]) {
        guard let answer = MWModuleInfo(answer: [module, 0x80] + information) else { return nil }
        self.init(answer)
    }

    /// Data interrupt on, then power.
    var startCommands: [[UInt8]] { [enable.bytes, start.bytes] }
    /// Power off, then data interrupt off.
    var stopCommands: [[UInt8]] { [stop.bytes, disable.bytes] }

    /// Why the answer of a module to discovery is no motion sensor.
    static func failure(_ module: UInt8, _ information: [UInt8]) -> StepFailure {
        let name = module == 0x03 ? "accelerometer" : "gyroscope"
        return StepFailure(
            information.count < 2 ? "the board has no \(name)" : "its \(name) is not known here")
    }
}
