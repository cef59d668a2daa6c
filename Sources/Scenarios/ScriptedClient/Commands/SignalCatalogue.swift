import Declaration
import MetaWearProtocol
import MetaWearTables
import Simulation

/// The signals that every board may have (protocol, sensors 1.10), as a client finds them on this board.
struct SignalCatalogue {
    var encoder: SensorCommandEncoder

    /// A signal with the chip's registers and the scale of the present configuration.
    func signal(_ word: Signal) throws(StepFailure) -> BoardSignal {
        let facts = word.facts
        var signal = BoardSignal(
            name: word.rawValue,
            key: SourceKey(facts.module.id, facts.register ?? 0, facts.index),
            fields: facts.shownFields, perPacket: facts.perPacket, trailing: facts.trailing,
            truth: facts.measures)
        switch facts.module {
        case .accelerometer where facts.measures == nil: try addFeature(word, to: &signal)
        case .accelerometer, .gyroscope: try addInertialSensor(to: &signal)
        case .magnetometer: try addMagnetometer(to: &signal)
        case .barometer:
            _ = try encoder.revision(.barometer)
            signal.units = [.barometer]
        case .ambientLight:
            _ = try encoder.revision(.ambientLight)
            signal.units = [.light]
            signal.rate = 1 / encoder.configurations.light.period.seconds
        case .sensorFusion:
            signal.units = [.fusion(1 << (signal.key.register - 0x04))]
            signal.rate = encoder.configurations.fusion.mode.rate
        default: break
        }
        return signal
    }

    /// Modules that must be known before a signal is.
    static func modules(_ word: Signal) -> [UInt8] { word.facts.decidedBy.map(\.id) }

    private func addInertialSensor(to signal: inout BoardSignal) throws(StepFailure) {
        let device = try encoder.inertial(signal.key.module)
        let isAccelerometer = signal.key.module == BoardModule.accelerometer.id
        let setting = device.nearest(isAccelerometer ? encoder.accelerometer : encoder.gyroscope)
        signal.key.register = signal.perPacket > 1 ? device.packedDataRegister : device.dataRegister
        for i in signal.fields.indices {
            signal.fields[i].countsPerUnit = device.countsPerUnit(range: setting.range)
        }
        signal.rate = setting.rate
        signal.units = [isAccelerometer ? .accelerometer : .gyroscope]
    }

    private func addMagnetometer(to signal: inout BoardSignal) throws(StepFailure) {
        if try encoder.revision(.magnetometer) < 1, signal.perPacket > 1 {
            throw StepFailure("this magnetometer has no packed data")
        }
        let wish = encoder.configurations.magnetometer
        signal.rate = wish.rate?.hertz ?? wish.preset.values.rate
        signal.units = [.magnetometer]
    }

    private func addFeature(_ word: Signal, to signal: inout BoardSignal) throws(StepFailure) {
        let features = try encoder.features()
        let feature: AccelerometerFeature =
            switch word {
            case .steps: .steps
            case .stepDetector: .stepDetector
            case .motion: .motion
            case .tap: .tap
            case .orientation: .orientation
            case .flat: .flat
            case .freeFall: .lowG
            case .highG: .highG
            case .activity: .activity
            default: .gesture
            }
        signal.key.register = try features.register(of: feature)
        signal.units = [.feature(feature)]
        signal.share =
            switch (features.chip, feature) {
            // Bits 0 and 1 (protocol, sensors 5.3.1); a step is 01, a count two bytes (5.6.2).
            case (_, .highG): .withAny(of: 0x01)
            case (_, .lowG): .withAny(of: 0x02)
            case (.bmi270Accelerometer, .stepDetector): .only(1)
            case (.bmi270Accelerometer, .steps): .allBut(1)
            default: nil
            }
    }
}
