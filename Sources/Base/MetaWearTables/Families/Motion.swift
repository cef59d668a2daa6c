extension TableFamily {
    /// Accelerometer, gyroscope and magnetometer (protocol, sensors 5, 14 and 16).
    static let motion = TableFamily(
        modules: [
            ModuleDescription(
                .accelerometer, "accelerometer", short: "acc", power: 0x01, hasInterrupt: true,
                configured: [0x03],
                chips: [
                    .init(0, data: 0x04, packed: 0x12), .init(1, data: 0x04, packed: 0x1C),
                    .init(3, data: 0x04, packed: 0x1C), .init(4, data: 0x04, packed: 0x05),
                ]),
            ModuleDescription(
                .gyro, "gyroscope", short: "gyro", power: 0x01, hasInterrupt: true,
                configured: [0x03],
                chips: [.init(0, data: 0x05, packed: 0x07), .init(1, data: 0x04, packed: 0x05)]),
            ModuleDescription(
                .magnetometer, "magnetometer", short: "mag", power: 0x01, hasInterrupt: true,
                configured: [0x03, 0x04]),
        ],
        signals: [
            .inertial(
                .acceleration, .accelerometer, "Accelerometer, one sample a notification.",
                title: "Accelerometer", tag: "accel"),
            .inertial(
                .rotation, .gyro, "Gyroscope, one sample a notification.", title: "Gyroscope",
                tag: "gyro", inSDKs: "angular-velocity"),
            .inertial(
                .accelerationPacked, .accelerometer, perPacket: 3,
                "Accelerometer, three samples a notification."),
            .inertial(
                .rotationPacked, .gyro, perPacket: 3, "Gyroscope, three samples a notification."),
            .field(
                .magneticField, 0x05, "Magnetometer, one sample a notification.",
                title: "Magnetometer", tag: "mag"),
            .field(
                .magneticFieldPacked, 0x09, perPacket: 3,
                "Magnetometer, three samples a notification."),
        ])
}

extension SignalDescription {
    /// The chip decides about the register, its range about the scale.
    fileprivate static func inertial(
        _ signal: Signal, _ module: MWModule, perPacket: Int = 1, _ about: String,
        title: String? = nil, tag: String? = nil, inSDKs: String? = nil
    ) -> SignalDescription {
        let isAcceleration = module == .accelerometer
        let measurand: Measurand = isAcceleration ? .specificForce : .angularRate
        return SignalDescription(
            signal, about, title: title, tag: tag, inSDKs: inSDKs,
            inRecordings: isAcceleration ? "Accelerometer" : "Gyroscope", module: module,
            register: .chip, fields: SampleField.vector(.signed, 2, measures: measurand),
            perPacket: perPacket, measures: measurand, runs: .module)
    }

    fileprivate static func field(
        _ signal: Signal, _ register: UInt8, perPacket: Int = 1, _ about: String,
        title: String? = nil, tag: String? = nil
    ) -> SignalDescription {
        SignalDescription(
            signal, about, title: title, tag: tag, inRecordings: "Magnetometer",
            module: .magnetometer, register: .fixed(register),
            fields: SampleField.vector(.signed, 2, 16, measures: .magneticField),
            perPacket: perPacket, measures: .magneticField, runs: .module)
    }
}
