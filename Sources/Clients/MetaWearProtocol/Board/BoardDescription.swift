/// What a board is and has: device information and modules, as a host finds them out once and keeps them (protocol,
/// core 2).
package struct BoardDescription: Sendable, Equatable, Codable {
    /// Its five strings; nil until they were read.
    package var deviceInformation: MWDeviceInformation?
    /// Its modules in the order in which they answered.
    package private(set) var modules: [MWModuleInfo]

    /// A board.
    ///
    /// - Parameter modules: of two with the same number the later counts.
    package init(deviceInformation: MWDeviceInformation? = nil, modules: [MWModuleInfo] = []) {
        self.deviceInformation = deviceInformation
        self.modules = []
        for information in modules { take(information) }
    }

    /// Questions for every module that it does not know yet.
    package var missing: [Packet] {
        MWModule.allCases.filter { self[$0] == nil }.map { MWModuleInfo.read($0) }
    }

    /// The module's information; nil if it has not answered yet.
    package subscript(module: MWModule) -> MWModuleInfo? { modules.first { $0.module == module } }

    /// Whether the board has a module.
    package func has(_ module: MWModule) -> Bool { self[module]?.isPresent ?? false }

    /// The module's revision; 0 for one that the board lacks.
    package func revision(of module: MWModule) -> UInt8 {
        guard let information = self[module], information.isPresent else { return 0 }
        return information.revision
    }

    /// Takes an answer to one of the questions; false for any other packet.
    @discardableResult
    package mutating func take(_ answer: [UInt8]) -> Bool {
        guard let information = MWModuleInfo(answer: answer) else { return false }
        take(information)
        return true
    }

    private mutating func take(_ information: MWModuleInfo) {
        modules.removeAll { $0.module == information.module }
        modules.append(information)
    }

    /// Whether what is known of a board still holds for one with this device information: firmware, hardware and
    /// model are the same.
    package func isCompatible(with other: MWDeviceInformation) -> Bool {
        guard let own = deviceInformation else { return false }
        return own.firmwareRevision == other.firmwareRevision
            && own.hardwareRevision == other.hardwareRevision
            && own.modelNumber == other.modelNumber
    }

    /// The name of the board, older ones included, which differ by their modules only (protocol, core 1.3).
    package var modelName: String? {
        switch deviceInformation?.modelNumber.trimmingBlanks {
        case "0": "MetaWear R"
        case "1": has(.barometer) && has(.ambientLight) ? "MetaWear RPro" : "MetaWear RG"
        case "2":
            has(.magnetometer) ? "MetaWear CPro" : has(.humidity) ? "MetaEnvironment" : "MetaWear C"
        case "3": "MetaHealth"
        case "4": "MetaTracker"
        case "5": has(.ambientLight) ? "MetaMotion R" : "MetaMotion RL"
        case "6": "MetaMotion C"
        case "8": "MetaMotion S"
        default: nil
        }
    }

    /// The chip of the accelerometer.
    package var accelerometer: InertialChip? { self[.accelerometer].flatMap { InertialChip($0) } }
    /// The chip of the gyroscope.
    package var gyroscope: InertialChip? { self[.gyro].flatMap { InertialChip($0) } }
    /// The chip below the sensor fusion.
    package var fusionChip: MWSensorFusionChip? {
        self[.gyro].flatMap { MWSensorFusionChip(gyroImpl: $0.implementation) }
            ?? self[.accelerometer].flatMap { MWSensorFusionChip(accImpl: $0.implementation) }
    }
}
