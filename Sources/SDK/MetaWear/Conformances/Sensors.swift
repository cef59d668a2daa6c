public import Foundation

// Sensors that send samples by themselves.

extension MWAccelerometerBMI160: MWLoggable {}
extension MWAccelerometerBMI270: MWLoggable {}
extension MWAccelerometer: MWLoggable {}
extension MWGyroscopeBMI160: MWLoggable {}
extension MWGyroscopeBMI270: MWLoggable {}
extension MWGyroscope: MWLoggable {}
extension MWMagnetometer: MWLoggable {}
extension MWAmbientLight: MWLoggable {}
extension MWSensorFusionCorrectedAcc: MWLoggable {}
extension MWSensorFusionCorrectedGyro: MWLoggable {}
extension MWSensorFusionCorrectedMag: MWLoggable {}
extension MWSensorFusionQuaternion: MWLoggable {}
extension MWSensorFusionEuler: MWLoggable {}
extension MWSensorFusionGravity: MWLoggable {}
extension MWSensorFusionLinearAcceleration: MWLoggable {}
extension MWSwitch: MWStreamable {}
extension MWGPIOPinChange: MWStreamable {}

extension MWBarometer: MWLoggable {
    /// As the start: one register does both.
    public var enableCommand: Data { startCommand }
    /// As the start: one register does both.
    public var enableCommands: [Data] { startCommands }
    /// As the stop.
    public var disableCommand: Data { stopCommand }
    /// As the stop.
    public var disableCommands: [Data] { stopCommands }
}

extension MWAltimeter: MWStreamable {
    /// As the start: one register does both.
    public var enableCommand: Data { startCommand }
    /// As the start: one register does both.
    public var enableCommands: [Data] { startCommands }
    /// As the stop.
    public var disableCommand: Data { stopCommand }
    /// As the stop.
    public var disableCommands: [Data] { stopCommands }
}
