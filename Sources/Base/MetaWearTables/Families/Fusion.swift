extension TableFamily {
    /// The outputs of the sensor fusion (protocol, sensors 20).
    static let fusion = TableFamily(
        modules: [
            ModuleDescription(
                .sensorFusion, "sensor-fusion", inScenarios: "fusion", part: "sensor fusion",
                short: "fusion", power: 0x01)
        ],
        signals: [
            .fused(
                .quaternion, 0x07, ["w", "x", "y", "z"], .quaternion,
                "orientation as w, x, y, z.", title: "Orientation (quaternion)", tag: "quat"),
            .fused(
                .euler, 0x08, ["heading", "pitch", "roll", "yaw"], .euler,
                "heading, pitch, roll and yaw.", title: "Orientation (Euler angles)",
                tag: "euler", inSDKs: "euler-angles", inRecordings: "Euler-Angles"),
            // In m/s².
            .fused(
                .gravity, 0x09, 9.80665, .gravity,
                "which way is down, as the accelerometer feels it.", title: "Gravity",
                tag: "gravity"),
            .fused(
                .linearAcceleration, 0x0A, 9.80665, .linearAcceleration,
                "acceleration without gravity.", title: "Linear acceleration", tag: "linacc",
                inRecordings: "Linear-Acceleration"),
            // In mg.
            .fused(
                .correctedAcceleration, 0x04, 1000, isCorrected: true, .specificForce,
                "acceleration with its errors corrected.", title: "Corrected acceleration",
                tag: "cacc"),
            .fused(
                .correctedRotation, 0x05, 1, isCorrected: true, .angularRate,
                "rotation with its errors corrected.", title: "Corrected rotation",
                tag: "cgyro", inSDKs: "corrected-angular-velocity"),
            .fused(
                .correctedMagneticField, 0x06, 1, isCorrected: true, .magneticField,
                "field with its errors corrected.", title: "Corrected magnetic field",
                tag: "cmag"),
        ])
}

extension SignalDescription {
    /// Floats in the unit that `countsPerUnit` turns into the measurand's; behind corrected ones stands the sensor's
    /// accuracy.
    fileprivate static func fused(
        _ signal: Signal, _ register: UInt8, _ countsPerUnit: Double, isCorrected: Bool = false,
        _ measurand: Measurand, _ about: String, title: String, tag: String,
        inSDKs: String? = nil, inRecordings: String? = nil
    ) -> SignalDescription {
        SignalDescription(
            signal, "Sensor fusion: " + about, title: title, tag: "fusion-" + tag,
            inSDKs: inSDKs, inRecordings: inRecordings, module: .sensorFusion,
            register: .fixed(register),
            fields: SampleField.vector(.float, 4, countsPerUnit, measures: measurand),
            trailing: isCorrected
                ? [SampleField(axis: "accuracy", number: .unsigned, size: 1)] : [],
            measures: measurand, runs: .output)
    }

    fileprivate static func fused(
        _ signal: Signal, _ register: UInt8, _ axes: [String], _ measurand: Measurand,
        _ about: String, title: String, tag: String, inSDKs: String? = nil,
        inRecordings: String? = nil
    ) -> SignalDescription {
        SignalDescription(
            signal, "Sensor fusion: " + about, title: title, tag: "fusion-" + tag,
            inSDKs: inSDKs, inRecordings: inRecordings, module: .sensorFusion,
            register: .fixed(register),
            fields: axes.map {
                SampleField(axis: $0, number: .float, size: 4, unit: measurand.unit)
            }, measures: measurand, runs: .output)
    }
}
