public import Foundation

// What a host writes: one packet each.

extension MWDebug.Reset: MWCommand {}
extension MWDebug.JumpToBootloader: MWCommand {}
extension MWDebug.SpoofNotification: MWCommand {}
extension MWDebug.SpoofButtonEvent: MWCommand {}
extension MWDebug.WriteKey: MWCommand {}
extension MWDebug.ResetAfterGC: MWCommand {}
extension MWDebug.Disconnect: MWCommand {}
extension MWDebug.EnablePowerSave: MWCommand {}
extension MWDebug.SetStackOverflowAssertion: MWCommand {}

extension MWGPIO.SetHigh: MWCommand {}
extension MWGPIO.SetLow: MWCommand {}
extension MWGPIO.SetPull: MWCommand {}
extension MWGPIO.ConfigurePinChange: MWCommand {}
extension MWGPIO.StartPinMonitor: MWCommand {}
extension MWGPIO.StopPinMonitor: MWCommand {}
extension MWGPIO.DigitalRead: MWCommand {}
extension MWGPIO.AnalogRead: MWCommand {}

extension MWHaptic.Pulse: MWCommand {}

extension MWLED.SetPattern: MWCommand {}
extension MWLED.Play: MWCommand {}
extension MWLED.Autoplay: MWCommand {}
extension MWLED.Pause: MWCommand {}
extension MWLED.Stop: MWCommand {}

extension MWSerial.I2CWrite: MWCommand {}
extension MWSerial.I2CRead: MWCommand {}
extension MWSerial.SPIWrite: MWCommand {}
extension MWSerial.SPIRead: MWCommand {}

extension MWSettings.SetDeviceName: MWCommand {}
extension MWSettings.SetTXPower: MWCommand {}
extension MWSettings.SetAdvertisingInterval: MWCommand {}
extension MWSettings.StartAdvertising: MWCommand {}
extension MWSettings.SetConnectionParameters: MWCommand {}
extension MWSettings.SetWhitelistFilterMode: MWCommand {}
extension MWSettings.AddWhitelistAddress: MWCommand {}
extension MWSettings.SetThreeVoltPower: MWCommand {}
extension MWSettings.SetForce1MPhy: MWCommand {}

extension MWiBeacon.Enable: MWCommand {}
extension MWiBeacon.Disable: MWCommand {}
extension MWiBeacon.SetUUID: MWCommand {}
extension MWiBeacon.SetMajor: MWCommand {}
extension MWiBeacon.SetMinor: MWCommand {}
extension MWiBeacon.SetRXPower: MWCommand {}
extension MWiBeacon.SetTXPower: MWCommand {}
extension MWiBeacon.SetPeriod: MWCommand {}

extension MWAccelerometerBosch.EnableOrientation: MWCommand {}
extension MWAccelerometerBosch.DisableOrientation: MWCommand {}
extension MWAccelerometerBosch.ConfigureAnyMotion: MWCommand {}
extension MWAccelerometerBosch.EnableAnyMotion: MWCommand {}
extension MWAccelerometerBosch.DisableAnyMotion: MWCommand {}
extension MWAccelerometerBosch.ConfigureTap: MWCommand {}
extension MWAccelerometerBosch.EnableTap: MWCommand {}
extension MWAccelerometerBosch.DisableTap: MWCommand {}

extension MWAccelerometerBMI160Steps.ConfigureStepCounter: MWCommand {}
extension MWAccelerometerBMI160Steps.ReadStepCounter: MWCommand {}
extension MWAccelerometerBMI160Steps.ReadStepCounterSilent: MWCommand {}
extension MWAccelerometerBMI160Steps.ResetStepCounter: MWCommand {}
extension MWAccelerometerBMI160Steps.EnableStepDetector: MWCommand {}
extension MWAccelerometerBMI160Steps.DisableStepDetector: MWCommand {}

extension MWAccelerometerBMI270Steps.ReadStepCounter: MWCommand {}

extension MWAccelerometerBMI270Features.ConfigureWristGesture: MWCommand {}
extension MWAccelerometerBMI270Features.ConfigureWristWakeup: MWCommand {}
extension MWAccelerometerBMI270Features.ConfigureNoMotion: MWCommand {}
extension MWAccelerometerBMI270Features.ConfigureSignificantMotion: MWCommand {}
extension MWAccelerometerBMI270Features.SetDownsampling: MWCommand {}
extension BMI270Offset: MWCommand {}

extension MWGyroscopeBMI270.Offsets: MWCommand {}

extension MWMagnetometer.Suspend: MWCommand {}

extension MWAmbientLightWriteConfig: MWCommand {}
extension MWHumiditySetOversampling: MWCommand {}
extension MWThermometerConfigureExt: MWCommand {}

extension MWSensorFusionClearEnabledMask: MWCommand {}
extension MWSensorFusionResetOrientation: MWCommand {}
extension MWSensorFusionWriteAccCalibration: MWCommand {}
extension MWSensorFusionWriteGyroCalibration: MWCommand {}
extension MWSensorFusionWriteMagCalibration: MWCommand {}

extension MWTimer.Create: MWCommand {}
extension LoggerTrigger: MWCommand {}
extension ProcessorCommand: MWCommand {}

// What takes several packets.

extension MWAccelerometerBMI270Features.EnableActivityDetection: MWCommandSequence {}
extension MWAccelerometerBMI270Features.DisableActivityDetection: MWCommandSequence {}
extension MWAccelerometerBMI270Features.EnableWristGesture: MWCommandSequence {}
extension MWAccelerometerBMI270Features.DisableWristGesture: MWCommandSequence {}
extension MWAccelerometerBMI270Features.EnableWristWakeup: MWCommandSequence {}
extension MWAccelerometerBMI270Features.DisableWristWakeup: MWCommandSequence {}
extension MWAccelerometerBMI270Features.EnableNoMotion: MWCommandSequence {}
extension MWAccelerometerBMI270Features.DisableNoMotion: MWCommandSequence {}
extension MWAccelerometerBMI270Features.EnableSignificantMotion: MWCommandSequence {}
extension MWAccelerometerBMI270Features.DisableSignificantMotion: MWCommandSequence {}
extension MWAccelerometerBMI270Features.EnableAnyMotion: MWCommandSequence {}
extension MWAccelerometerBMI270Features.DisableAnyMotion: MWCommandSequence {}

extension MWAccelerometerBMI270Steps.ConfigureStepCounter: MWCommandSequence {}
extension MWAccelerometerBMI270Steps.EnableStepDetector: MWCommandSequence {}
extension MWAccelerometerBMI270Steps.DisableStepDetector: MWCommandSequence {}

extension MWSettings.SetScanResponse: MWCommandSequence {}
extension EventBinding: MWCommandSequence {}

// Commands of the API whose single packet cannot hold what they say. A device writes all their packets.

extension MWMagnetometer.Configure: MWCommand {
    /// Both packets, one after the other; no board takes them in one write.
    public var commandData: Data { Data(packets.flatMap(\.bytes)) }
}

extension MWLED.SetAllChannels: MWCommand {
    /// The first pattern of green, red and blue; the end of all patterns if there is none.
    public var commandData: Data { (patterns.first?.packet ?? MWLED.Stop().packet).data }
}

extension MWCommand {
    /// What a device writes for it.
    package var writes: [Data] {
        (self as? any HostCommandSequence)?.packets.map(\.data) ?? [commandData]
    }
}
