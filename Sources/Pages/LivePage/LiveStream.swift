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

    /// When it ran, to its last sample; each part ends where it stopped for a while.
    private(set) var spans: [(from: Instant, to: Instant)] = []

    /// The last samples, of which ``taken`` were taken.
    private var times: [Instant] = []
    private var values: [Float] = []
    private var taken = 0
    /// Values that are kept at most.
    private static let mostKept = 1 << 16
    /// What a plot shows of the past, and what is taken again at most.
    static let window = Nanoseconds.seconds(30)

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
        return now - last > Self.longestPause(pause) ? .stopped : .running
    }

    /// A packet of it was made; `scale` is how many counts are one unit where the board decides.
    func take(_ bytes: ShortBytes, at time: Instant, scale: Double) {
        let packet = perPacket
        let step = last.map { (time - $0) / Int64(packet) } ?? .zero
        came(at: time)
        made += packet
        count(packet, at: time)
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
        add(sample, at: time)
    }

    private func came(at time: Instant) {
        if let last, !spans.isEmpty, time - last <= Self.longestPause(pause) {
            spans[spans.count - 1].to = time
        } else if spans.count < 2000 {
            spans.append((time, time))
        }
        if let last { pause = time - last }
        last = time
    }

    /// After a longer one it has stopped.
    private static func longestPause(_ pause: Nanoseconds) -> Nanoseconds {
        max(.seconds(1), pause * 3)
    }

    private func add(_ sample: [Double], at time: Instant) {
        if values.count >= Self.mostKept {
            let old = times.count / 2
            times.removeFirst(old)
            values.removeFirst(old * channels)
            taken = max(0, taken - old)
        }
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

    /// The last samples are taken again by the next call of ``takeBlocks(now:)``.
    func takeAgain() { taken = 0 }

    /// The samples since the last call, without those that are too old to be looked at; a block ends where one is missing.
    func takeBlocks(now: Instant) -> [SampleBlock] {
        // Those that nobody has fetched for long are not of interest any more.
        let oldest = now - (taken == 0 ? Self.window : .seconds(5))
        var begin = taken
        while begin < times.count, times[begin] < oldest { begin += 1 }
        taken = times.count
        var blocks: [SampleBlock] = []
        while begin < times.count {
            var end = begin + 1
            var step = Nanoseconds.zero
            while end < times.count {
                let next = times[end] - times[end - 1]
                if step > .zero, next > step * 3, next > .milliseconds(50) { break }
                step = next
                end += 1
            }
            blocks.append(block(begin..<end))
            begin = end
        }
        return blocks
    }

    private func block(_ range: Range<Int>) -> SampleBlock {
        let span = (times[range.upperBound - 1] - times[range.lowerBound]).seconds
        return SampleBlock(
            stream: number, start: times[range.lowerBound].seconds,
            step: range.count > 1 ? span / Double(range.count - 1) : 0, channels: channels,
            values: Array(values[(range.lowerBound * channels)..<(range.upperBound * channels)]))
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
