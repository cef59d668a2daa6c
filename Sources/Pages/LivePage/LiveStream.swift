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
    let title: String
    let unit: String
    let axes: [String]
    /// nil for a signal that the hosts' table does not have.
    let row: SignalDescription?
    private let fields: [SampleField]
    private let declared: DeclaredData?
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

    init(_ number: UInt16, _ key: SignalKey?, _ row: SignalDescription, truth: Truth?) {
        self.number = number
        self.key = key
        self.row = row
        self.truth = truth
        title = row.signal.words
        unit = row.shownUnit
        fields = row.shownFields
        axes = fields.map(\.axis)
        declared = nil
    }

    init(_ number: UInt16, _ key: SignalKey, _ declared: DeclaredData) {
        self.number = number
        self.key = key
        self.declared = declared
        title = declared.title
        axes = declared.axes
        (unit, fields, row, truth) = ("", [], nil, nil)
    }

    /// Samples in one packet.
    var perPacket: Int { row?.perPacket ?? 1 }
    /// Whether its data come now and then rather than at a rate.
    var isEvent: Bool { row?.measures == nil }

    var hasTruth: Bool { truth != nil }
    private var channels: Int { axes.count * (hasTruth ? 2 : 1) }

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
        if isEvent { return isTaken ? .running : .stopped }
        return now - last > max(.seconds(1), pause * 3) ? .stopped : .running
    }

    /// A packet of it was made; `scale` is how many counts are one unit where the board decides.
    func take(_ bytes: ShortBytes, at time: Instant, scale: Double) {
        let packet = perPacket
        let step = last.map { (time - $0) / Int64(packet) } ?? .zero
        came(at: time)
        made += packet
        count(packet, at: time)
        guard values.count < Self.mostWaiting else { return }
        let size = fields.reduce(0) { $0 + $1.size }
        let scale = row?.isScaledByRange == true ? scale : 1
        for index in 0..<packet {
            let then = time - step * Int64(packet - 1 - index)
            var offset = index * size
            var sample = declared?.values(in: bytes) ?? []
            for field in fields {
                sample.append(field.value(in: bytes, at: offset) / scale)
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
        if row?.measures == .quaternion,
            zip(ideal, sample).reduce(0, { $0 + $1.0 * $1.1 }) < 0
        {
            ideal = ideal.map { -$0 }
        }
        for value in ideal { values.append(Float(value)) }
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

/// What a register's declaration says of a signal that the hosts' table does not have.
struct DeclaredData {
    var title: String
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
