import MetaWearBoard
import MetaWearTables
import PageModel
import ScriptedClient
import Simulation
import Wire

/// A stream of samples that a board makes, with the truth beside each of them.
final class LiveStream {
    /// Its number in blocks of samples.
    let number: UInt16
    /// nil if the device has no keys.
    let key: SignalKey?
    let facts: LiveSignal
    /// Samples that were made.
    private(set) var made = 0
    /// A second of virtual time.
    private(set) var rate = 0.0
    private let truth: Truth?
    private var second: Int64 = -10
    private var inSecond = 0
    /// When the last sample came.
    private(set) var last: Instant?
    /// Between the last two packets.
    private var pause = Nanoseconds.zero

    private var times: [Instant] = []
    private var values: [Float] = []
    /// Values that wait for a browser at most; there may be none.
    private static let mostWaiting = 1 << 14

    init(_ number: UInt16, _ key: SignalKey?, _ facts: LiveSignal, truth: Truth?) {
        self.number = number
        self.key = key
        self.facts = facts
        self.truth = truth
    }

    var hasTruth: Bool { truth != nil }
    private var channels: Int { facts.axes.count * (hasTruth ? 2 : 1) }

    /// What becomes of it.
    enum State: String {
        /// Nothing has come yet.
        case waiting
        case running
        /// Nothing comes any more.
        case stopped
    }

    /// - Parameter isTaken: whether a host or the log takes it, which is all that is known of what comes now and then.
    func state(at now: Instant, isTaken: Bool) -> State {
        guard let last else { return .waiting }
        if facts.isEvent { return isTaken ? .running : .stopped }
        return now - last > max(.seconds(1), pause * 3) ? .stopped : .running
    }

    /// A packet of it was made; `scale` is how many counts are one unit where the board decides.
    func take(_ bytes: ShortBytes, at time: Instant, scale: Double) {
        let packet = facts.perPacket
        let step = last.map { (time - $0) / Int64(packet) } ?? .zero
        came(at: time)
        made += packet
        count(packet, at: time)
        guard values.count < Self.mostWaiting else { return }
        for index in 0..<packet {
            let then = time - step * Int64(packet - 1 - index)
            var offset = index * facts.size
            var sample: [Double] = []
            if let declared = facts.declared {
                sample = declared.values(in: bytes)
            }
            for field in facts.fields {
                sample.append(field.value(in: bytes, at: offset) / (facts.isScaled ? scale : 1))
                offset += field.size
            }
            add(sample, at: then)
        }
    }

    /// A sample of an axis sensor that is no MetaWear's.
    func take(_ sample: [Double], at time: Instant) {
        came(at: time)
        made += 1
        count(1, at: time)
        guard values.count < Self.mostWaiting else { return }
        add(sample, at: time)
    }

    private func came(at time: Instant) {
        if let last { pause = time - last }
        last = time
    }

    private func add(_ sample: [Double], at time: Instant) {
        times.append(time)
        for value in sample { values.append(Float(value)) }
        guard let truth else { return }
        var ideal = truth.values(at: time)
        if facts.measurand == .quaternion,
            zip(ideal, sample).reduce(0, { $0 + $1.0 * $1.1 }) < 0
        {
            ideal = ideal.map { -$0 }
        }
        for value in ideal { values.append(Float(value / facts.shownFactor)) }
    }

    private func count(_ samples: Int, at time: Instant) {
        let now = time.nanoseconds / 1_000_000_000
        if now != second {
            // A stream that paused has no rate.
            rate = now == second + 1 ? Double(inSecond) : 0
            (second, inSecond) = (now, 0)
        }
        inSecond += samples
    }

    /// Samples a second, 0 if none came for more than a second.
    func rate(at now: Instant) -> Double {
        now.nanoseconds / 1_000_000_000 - second > 1 ? 0 : rate
    }

    /// The samples since the last call, without those that are too old to be looked at.
    func takeBlocks(now: Instant) -> [SampleBlock] {
        defer {
            times.removeAll(keepingCapacity: true)
            values.removeAll(keepingCapacity: true)
        }
        let channels = channels
        let oldest = now - .seconds(2)
        let begin = times.firstIndex { $0 >= oldest } ?? times.count
        guard begin < times.count else { return [] }
        let samples = times.count - begin
        let span = (times[times.count - 1] - times[begin]).seconds
        return [
            SampleBlock(
                stream: number, start: times[begin].seconds,
                step: samples > 1 ? span / Double(samples - 1) : 0, channels: channels,
                values: Array(values[(begin * channels)...]))
        ]
    }
}

/// What a page says about a signal of a board.
struct LiveSignal {
    var title: String
    var unit: String
    var fields: [SampleField]
    var perPacket = 1
    var measurand: Measurand?
    /// Whether the board's configuration says how many counts are one unit.
    var isScaled = false

    /// Of a signal without known fields: its axes, and what its bytes say.
    var declared: Declared?

    /// What a register's declaration says of its data.
    struct Declared {
        var axes: [String]
        var reading: @Sendable ([UInt8]) -> LayoutReading

        /// One number for each axis; not a number for what is missing.
        func values(in bytes: ShortBytes) -> [Double] {
            let fields = reading(bytes.array).fields
            return axes.map { axis in
                switch fields.first(where: { $0.name == axis })?.content {
                case .signed(let value)?: Double(value)
                case .unsigned(let value)?: Double(value)
                case .float(let value)?: Double(value)
                case .bytes?, nil: .nan
                }
            }
        }
    }

    /// Whether its data come now and then rather than at a rate.
    var isEvent: Bool { measurand == nil }
    /// The names of its numbers.
    var axes: [String] { declared?.axes ?? fields.map(\.axis) }
    /// Bytes of one sample.
    var size: Int { fields.reduce(0) { $0 + $1.size } }
    /// Units of the truth in one of the unit that is shown.
    var shownFactor: Double { 1 }

    init(
        title: String, unit: String, fields: [SampleField], measurand: Measurand? = nil
    ) {
        self.title = title
        self.unit = unit
        self.fields = fields
        self.measurand = measurand
    }

    /// What makes a signal, as clients know it.
    init(_ signal: Signal) {
        let facts = signal.facts
        self.init(
            title: signal.rawValue.split(separator: "-").joined(separator: " "),
            unit: Self.unit(of: facts.shownFields), fields: facts.shownFields,
            measurand: facts.measures)
        perPacket = facts.perPacket
        isScaled = measurand == .specificForce || measurand == .angularRate
        if facts.module == .sensorFusion { isScaled = false }
    }

    /// What all fields have; none if they differ.
    private static func unit(of fields: [SampleField]) -> String {
        let units = Set(fields.map(\.unit))
        return units.count == 1 ? units.first ?? "" : ""
    }
}

extension SampleField {
    /// In the field's unit.
    func value(in bytes: ShortBytes, at offset: Int) -> Double {
        let raw = bytes.littleEndian(offset: offset, bytes: size)
        let count: Double
        switch number {
        case .unsigned: count = Double(raw)
        case .signed:
            let shift = 64 - 8 * size
            count = Double(Int64(truncatingIfNeeded: raw << UInt64(shift)) >> Int64(shift))
        case .float: count = Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
        }
        return count / countsPerUnit
    }
}
