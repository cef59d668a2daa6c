extension MetaWearDevice {
    /// The humidity in percent.
    ///
    /// - Throws: `MWError.operationFailed` if the board has no humidity sensor.
    public func readHumidity() async throws -> Float { try await read(MWHumidity()).value }

    /// Sets how often the humidity is measured for one value.
    ///
    /// - Throws: the error of a write.
    public func setHumidityOversampling(_ oversampling: MWHumidity.Oversampling) async throws {
        try await send(MWHumiditySetOversampling(oversampling: oversampling))
    }

    /// How well the sensors of the fusion are calibrated, 0 to 3 each; module revision 1 or later.
    ///
    /// - Throws: `MWError.operationFailed` if the board has no sensor fusion.
    public func readFusionCalibration() async throws -> MWSensorFusionCalibration {
        try require(.sensorFusion)
        return try await read(MWSensorFusionCalibrationState()).value
    }
}
