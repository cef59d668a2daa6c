import Simulation

/// The samples of one stream as they arrive.
final class StreamRecorder {
    /// When a sample came, and in which packet.
    struct Arrival {
        var time: Instant
        /// Which packet of `made` it came in; 0 without.
        var number: Int
    }

    /// Where it comes from and how it reads.
    let source: BoardSignal
    /// Counts a unit, from a packet on: the range may be changed under a stream.
    private var scales: [(from: Int, countsPerUnit: Double)] = []
    /// The packets that the board made, whether they came or not; nil if nobody counts them.
    let made: MadeSamples?
    /// The first packet that the board made for it, and the first that it did not; nil before.
    private var first: Int?
    private var end: Int?
    /// Nothing more is asked for; what is on its way still arrives.
    private(set) var isStopped = false
    private(set) var arrivals: [Arrival] = []
    /// Four bytes a number, sign extended; one number a field.
    private var raw: [UInt32] = []

    init(_ source: BoardSignal, made: MadeSamples?) {
        self.source = source
        self.made = made
    }

    var signal: String { source.name }
    var module: UInt8 { source.key.module }
    var register: UInt8 { source.key.register }
    var perPacket: Int { source.perPacket }

    /// The board has heard of it.
    func begin() { if !isStopped { first = made?.samples.count } }

    /// The board has heard of another range.
    func rescale(_ countsPerUnit: Double) {
        if !isStopped, let made { scales.append((made.samples.count, countsPerUnit)) }
    }

    /// The board was told that nobody wants more of it.
    func switchOff() { end = end ?? made?.samples.count }

    func stop() {
        switchOff()
        isStopped = true
    }

    /// The packets that are its own.
    var window: Range<Int> {
        guard let first, let made else { return 0..<0 }
        return first..<max(first, end ?? made.samples.count)
    }

    /// Whether a packet that the board made is of this signal.
    func owns(_ sample: MadeSamples.Sample) -> Bool { source.share?.includes(sample.x) ?? true }

    /// What a sample says, one number a field.
    func values(at position: Int) -> [Double] {
        let number = arrivals[position].number
        let rescaled = scales.last { $0.from <= number }?.countsPerUnit
        let start = position * source.fields.count
        return source.fields.indices.map { i in
            let field = source.fields[i]
            let bits = raw[start + i]
            let count =
                switch field.number {
                case .unsigned: Double(bits)
                case .signed: Double(Int32(bitPattern: bits))
                case .float: Double(Float(bitPattern: bits))
                }
            return count / (rescaled ?? field.countsPerUnit)
        }
    }

    /// Takes a packet of its stream; false for any other, and for what a step may wait for.
    ///
    /// - Parameter number: which packet of `made` it is.
    func take(_ bytes: Span<UInt8>, _ number: Int?, at time: Instant) -> Bool {
        guard bytes.count >= 2, bytes[0] == source.key.module, bytes[1] == source.key.register
        else { return false }
        let start = source.key.index == 0xFF ? 2 : 3
        if start == 3, bytes.count < 3 || bytes[2] != source.key.index { return false }
        if let share = source.share {
            let isLong = bytes.count > start + 1
            let number =
                UInt16(bytes.count > start ? bytes[start] : 0)
                | UInt16(isLong ? bytes[start + 1] : 0) << 8
            if !share.includes(Int16(bitPattern: number)) { return false }
        }
        guard made != nil else {
            if !isStopped, bytes.count >= start + source.length {
                append(bytes, from: start, 0, at: time)
            }
            return false
        }
        guard let number, let first, number >= first, number < end ?? .max,
            start == 3 ? bytes.count >= start + source.length : bytes.count == start + source.length
        else { return false }
        append(bytes, from: start, number, at: time)
        return true
    }

    private func append(_ bytes: Span<UInt8>, from start: Int, _ number: Int, at time: Instant) {
        var at = start
        for _ in 0..<source.perPacket {
            arrivals.append(Arrival(time: time, number: number))
            for field in source.fields {
                var bits: UInt32 = 0
                for i in 0..<min(4, field.size) { bits |= UInt32(bytes[at + i]) << UInt32(8 * i) }
                if field.number == .signed, field.size < 4 {
                    let shift = UInt32(32 - 8 * field.size)
                    bits = UInt32(bitPattern: Int32(bitPattern: bits << shift) >> Int32(shift))
                }
                raw.append(bits)
                at += field.size
            }
        }
    }
}
