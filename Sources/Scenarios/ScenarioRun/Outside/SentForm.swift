import MetaWearBoard
import MetaWearProtocol
import MetaWearTables
import Motion
import Simulation

/// How a kind of notification is read as samples.
struct SentForm {
    /// As scenarios name the signal.
    let name: String
    let unit: String
    let axes: [String]
    let perPacket: Int
    let measurand: Measurand?
    /// Whether its values are bytes, which only the client can read.
    let isRaw: Bool
    private let fields: [SampleField]
    /// Bytes before the data.
    private let header: Int
    /// Bytes of one sample, with what no report shows.
    private let size: Int

    init(_ row: SignalDescription, header: Int) {
        name = row.signal.rawValue
        fields = row.shownFields
        let units = Set(fields.map(\.unit))
        unit = units.count == 1 ? units.first ?? "" : ""
        axes = fields.map {
            units.count == 1 || $0.unit.isEmpty ? $0.axis : "\($0.axis) \($0.unit)"
        }
        perPacket = row.perPacket
        measurand = row.measures
        isRaw = false
        self.header = header
        size = row.sampleLength
    }

    /// - Parameter count: bytes of the data.
    init(bytes count: Int, name: String, header: Int) {
        self.name = name
        fields = (1...max(1, count)).map {
            SampleField(axis: "byte \($0)", number: .unsigned, size: 1)
        }
        (unit, perPacket, measurand, isRaw) = ("", 1, nil, true)
        axes = fields.map(\.axis)
        self.header = header
        size = fields.count
    }

    /// Whether a notification of this length has all its samples.
    func fits(_ length: Int) -> Bool { length == header + size * perPacket }

    /// The samples of a notification.
    ///
    /// - Parameters:
    ///   - time: when the newest was made.
    ///   - earlier: when the newest of the packet before was made.
    ///   - rate: samples a second; 0 if it is not known.
    ///   - scale: counts of a unit, where the board's configuration decides.
    func samples(
        in bytes: [UInt8], at time: Instant, after earlier: Instant?, rate: Double, scale: Double?
    ) -> [(time: Instant, values: [Double])] {
        let period = rate > 0 ? Nanoseconds(Int64(1e9 / rate)) : .zero
        var step = earlier.map { (time - $0) / Int64(perPacket) } ?? period
        // The first packet of a sensor that paused says nothing of the distance.
        if period > .zero, step > period + period { step = period }
        return (0..<perPacket).map { place in
            var at = header + place * size
            let values = fields.map { field in
                defer { at += field.size }
                return (field.count(in: bytes.span, at: at) ?? .nan)
                    / (scale ?? field.countsPerUnit)
            }
            return (time - step * Int64(perPacket - 1 - place), values)
        }
    }
}

extension MetaWearBoard {
    /// How notifications of a key are read; nil for those that are no samples.
    ///
    /// - Parameter length: bytes of one, for a signal that hosts have no table of.
    func sentForm(_ key: SignalKey, length: Int) -> SentForm? {
        let header = key.index == SignalKey.noIndex ? 2 : 3
        if let row = knownSignal(key) {
            let isRead = key.register & SignalKey.silent != 0
            guard isRead ? row.isRead && row.measures != nil : !row.isRead,
                (row.index == SignalKey.noIndex) == (header == 2)
            else { return nil }
            return SentForm(row, header: header)
        }
        // What a processor makes of data.
        guard key.module == DataProcessor.id, key.register == 0x03, header == 3 else { return nil }
        return SentForm(bytes: length - header, name: "processor-\(key.index)", header: header)
    }

    /// Where its configuration decides.
    func countsPerUnit(_ form: SentForm) -> Double? {
        switch form.name {
        case Signal.acceleration.rawValue, Signal.accelerationPacked.rawValue:
            hardware.accelerometer.configuration.countsPerUnit
        case Signal.rotation.rawValue, Signal.rotationPacked.rawValue:
            hardware.gyroscope.configuration.countsPerUnit
        default: nil
        }
    }

    /// Samples a second as configured; 0 where no client of a script has one either, or none is known.
    func rate(_ form: SentForm) -> Double {
        switch form.name {
        case Signal.acceleration.rawValue, Signal.accelerationPacked.rawValue:
            hardware.accelerometer.configuration.outputRate
        case Signal.rotation.rawValue, Signal.rotationPacked.rawValue:
            hardware.gyroscope.configuration.outputRate
        default: 0
        }
    }

    /// The hosts' signal of a key; nil if their table has none, or the board has no such register.
    package func knownSignal(_ key: SignalKey) -> SignalDescription? {
        guard register(key.module, key.register) != nil else { return nil }
        return .at(
            SourceKey(key.module, key.register, key.index),
            implementation: profile.information(key.module)?.implementation)
    }
}
