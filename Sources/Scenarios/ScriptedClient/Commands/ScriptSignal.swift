import Declaration
import MetaWearProtocol
import MetaWearTables
import Simulation

/// A signal in a script: the board's, with what steps and reports need to know besides.
@dynamicMemberLookup
struct ScriptSignal {
    /// Under the name that scripts and reports use, in the units that they show.
    var signal: BoardSignal
    /// How many of its fields reports show: the accuracy behind a fused vector is left out.
    var shownCount: Int
    /// Which notifications are its own; nil for all.
    var share: NotificationShare?
    /// Samples per second as configured; 0 if it has no fixed rate.
    var rate = 0.0
    /// The parts of the board that must run for it.
    var units: [SensorUnit] = []
    /// What the world knows of it.
    var truth: Measurand?

    /// A signal that reports show with all its fields.
    init(_ signal: BoardSignal) {
        self.signal = signal
        shownCount = signal.fields.count
    }

    subscript<T>(dynamicMember path: WritableKeyPath<BoardSignal, T>) -> T {
        get { signal[keyPath: path] }
        set { signal[keyPath: path] = newValue }
    }

    subscript<T>(dynamicMember path: KeyPath<BoardSignal, T>) -> T { signal[keyPath: path] }

    /// The fields that reports show.
    var shown: ArraySlice<SampleField> { signal.fields.prefix(shownCount) }

    /// The unit that all fields share, such as `g`; otherwise empty.
    var unit: String { Set(shown.map(\.unit)).count == 1 ? shown.first?.unit ?? "" : "" }

    /// Names of the columns; with their units if these differ.
    var axes: [String] {
        unit.isEmpty
            ? shown.map { $0.unit.isEmpty ? $0.axis : "\($0.axis) \($0.unit)" } : shown.map(\.axis)
    }

    /// One axis of a vector, under the vector's name.
    func component(_ index: Int) throws(StepFailure) -> ScriptSignal {
        guard shownCount > 1, index < shownCount, var part = signal.component(index) else {
            throw StepFailure("\(signal.name) has no axis to choose")
        }
        part.name = signal.name
        return replaced(by: part)
    }

    /// The same parts and rate for other data, which the world knows nothing of.
    func replaced(by signal: BoardSignal) -> ScriptSignal {
        var part = ScriptSignal(signal)
        part.rate = rate
        part.units = units
        return part
    }
}

/// Which notifications of a register belong to a signal, where two signals share it; the number is
/// what the data begin with.
enum NotificationShare: Hashable {
    case withAny(of: Int16)
    case only(Int16)
    case allBut(Int16)

    func includes(_ number: Int16) -> Bool {
        switch self {
        case .withAny(let bits): number & bits != 0
        case .only(let wanted): number == wanted
        case .allBut(let other): number != other
        }
    }
}

extension SampleField {
    /// What it measures; nil for a plain number.
    var dimension: (any Dimension.Type)? {
        unit.isEmpty ? nil : dimensions.first { $0.units[0].symbol == unit }
    }
}

extension Measurand {
    /// How far a sample is from the truth.
    package var measure: Series.ErrorMeasure {
        switch self {
        case .quaternion: .rotation
        case .euler: .angles
        default: .difference
        }
    }
}

extension SensorCommands {
    /// A signal with the chip's registers and the scale of the present configuration.
    func signal(_ word: Signal) throws(StepFailure) -> ScriptSignal {
        let row = word.row
        if let feature = AccelerometerFeature(word) { return try signal(row, of: feature) }
        if row.isScaledByRange { _ = try chip(row.module) }
        guard var signal = catalogue.signal(word) else {
            throw StepFailure("the board has no \(row.module.row.part)")
        }
        if let shown = row.measures?.shown {
            for i in row.fields.indices {
                signal.fields[i].countsPerUnit *= shown.factor
                signal.fields[i].unit = shown.unit
            }
        }
        signal.name = word.rawValue
        var result = ScriptSignal(signal)
        result.shownCount = row.fields.count
        result.truth = row.measures
        try addSensor(of: row, to: &result)
        return result
    }

    private var catalogue: SignalCatalogue {
        SignalCatalogue(
            modules: modules.modules, accelerationRange: nearest(.accelerometer)?.range,
            rotationRange: nearest(.gyro)?.range ?? gyroscope.range)
    }

    private func addSensor(
        of row: SignalDescription, to signal: inout ScriptSignal
    ) throws(StepFailure) {
        switch row.runs {
        case .module:
            if try revision(row.module) < 1, row.module == .magnetometer, row.perPacket > 1 {
                throw StepFailure("this magnetometer has no packed data")
            }
            signal.units = [.module(row.module)]
            signal.rate = configurations.module(row.module)?.samplesPerSecond(self) ?? 0
        case .output:
            signal.units = [.fusion(1 << (signal.key.register - 0x04))]
            signal.rate = configurations.fusion.mode.mode.rate
        case .feature, .nothing: break
        }
    }

    private func signal(
        _ row: SignalDescription, of feature: AccelerometerFeature
    ) throws(StepFailure) -> ScriptSignal {
        let features = try features()
        let register = try features.register(of: feature)
        var signal = ScriptSignal(
            BoardSignal(
                name: row.signal.rawValue, key: SourceKey(row.module, register),
                fields: row.fields))
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
        return signal
    }
}

extension ScriptSignal {
    /// Reads the values that reports show of one of a packet's samples.
    ///
    /// - Parameters:
    ///   - start: where the data begin.
    ///   - scale: counts of a unit, where it is not that of the fields.
    func readSample(
        _ place: Int, of bytes: Span<UInt8>, from start: Int, scale: Double? = nil,
        into values: inout [Double]
    ) {
        if values.count != shownCount { values = Array(repeating: 0, count: shownCount) }
        // A copy of a field would count the references of its words.
        let fields = signal.fields.span
        var at = start + place * signal.sampleLength
        for i in 0..<shownCount {
            let count = fields[i].count(in: bytes, at: at) ?? 0
            values[i] = count / (scale ?? fields[i].countsPerUnit)
            at += fields[i].size
        }
    }
}
