import Simulation

/// Recorded samples of one stream in the order in which they were made, packed. Downloaded samples
/// are looked up in it.
///
/// At 24 bytes each, a hundred million samples would not fit in memory. Blocks of 256 store the
/// distance from the lowest count and from even steps of time, in as many bits as the block needs:
/// three or four bytes per sample for a noisy sensor.
struct SampleHistory {
    struct Sample: Equatable {
        var time: Instant
        var x: Int16
        var y: Int16
        var z: Int16
    }

    static let blockLength = 256

    /// Full blocks, oldest first; forgotten blocks at the front are removed.
    private var blocks: [PackedBlock] = []
    /// How many blocks were forgotten, and how many of them are still in `blocks`.
    private var forgotten = 0
    private var firstBlock = 0
    private var open: [Sample] = []
    /// The block that was used last, unpacked.
    private var unpacked: (number: Int, samples: [Sample])?

    /// The number of samples added so far; the first has the number 0.
    private(set) var count = 0
    /// The number of the first sample that is still stored.
    var start: Int { forgotten * Self.blockLength }

    mutating func append(_ sample: Sample) {
        if open.isEmpty { open.reserveCapacity(Self.blockLength) }
        open.append(sample)
        count += 1
        guard open.count == Self.blockLength else { return }
        blocks.append(PackedBlock(open))
        open.removeAll(keepingCapacity: true)
    }

    /// The sample of a number from `start` to below `count`.
    subscript(number: Int) -> Sample {
        mutating get {
            let block = number / Self.blockLength
            let packed = block - forgotten + firstBlock
            guard packed < blocks.count else { return open[number % Self.blockLength] }
            if let unpacked, unpacked.number == block {
                return unpacked.samples[number % Self.blockLength]
            }
            let samples = blocks[packed].samples
            unpacked = (block, samples)
            return samples[number % Self.blockLength]
        }
    }

    /// The number of the first sample made at or after a time; `count` if there is none.
    mutating func position(at time: Instant) -> Int {
        // Searches the blocks first, so that at most one of them is unpacked.
        var low = firstBlock
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].end < time { low = middle + 1 } else { high = middle }
        }
        var number = (low - firstBlock + forgotten) * Self.blockLength
        while number < count, self[number].time < time { number += 1 }
        return number
    }

    /// Forgets whole blocks of samples before a number.
    mutating func forget(before number: Int) {
        while firstBlock < blocks.count, (forgotten + 1) * Self.blockLength <= number {
            blocks[firstBlock] = PackedBlock()
            firstBlock += 1
            forgotten += 1
        }
        if firstBlock > 64, firstBlock * 2 > blocks.count {
            blocks.removeFirst(firstBlock)
            firstBlock = 0
        }
    }
}

/// Consecutive samples, each stored as its distance from a line through them.
private struct PackedBlock {
    /// Of the last sample.
    private(set) var end = Instant.zero
    private var start: Int64 = 0
    private var step: Int64 = 0
    /// The lowest of each column: the time's distance from its step, and the three counts.
    private var lowest = (Int64(0), Int64(0), Int64(0), Int64(0))
    private var widths = (UInt8(0), UInt8(0), UInt8(0), UInt8(0))
    private var count = 0
    private var words: [UInt64] = []

    init() {}

    init(_ samples: [SampleHistory.Sample]) {
        count = samples.count
        start = samples[0].time.nanoseconds
        end = samples[count - 1].time
        step = count > 1 ? (end.nanoseconds - start) / Int64(count - 1) : 0
        var low = (Int64.max, Int64.max, Int64.max, Int64.max)
        var high = (Int64.min, Int64.min, Int64.min, Int64.min)
        for (i, sample) in samples.enumerated() {
            let row = row(i, sample)
            low = (min(low.0, row.0), min(low.1, row.1), min(low.2, row.2), min(low.3, row.3))
            high = (max(high.0, row.0), max(high.1, row.1), max(high.2, row.2), max(high.3, row.3))
        }
        lowest = low
        func width(_ low: Int64, _ high: Int64) -> UInt8 {
            UInt8(64 - (high - low).leadingZeroBitCount)
        }
        widths = (
            width(low.0, high.0), width(low.1, high.1), width(low.2, high.2), width(low.3, high.3)
        )
        let bits = Int(widths.0) + Int(widths.1) + Int(widths.2) + Int(widths.3)
        words = [UInt64](repeating: 0, count: (bits * count + 63) / 64)
        var at = 0
        for (i, sample) in samples.enumerated() {
            let row = row(i, sample)
            put(UInt64(row.0 - low.0), Int(widths.0), &at)
            put(UInt64(row.1 - low.1), Int(widths.1), &at)
            put(UInt64(row.2 - low.2), Int(widths.2), &at)
            put(UInt64(row.3 - low.3), Int(widths.3), &at)
        }
    }

    var samples: [SampleHistory.Sample] {
        var samples: [SampleHistory.Sample] = []
        samples.reserveCapacity(count)
        var at = 0
        for i in 0..<count {
            let time = Int64(take(Int(widths.0), &at)) + lowest.0 + start + step * Int64(i)
            let x = Int64(take(Int(widths.1), &at)) + lowest.1
            let y = Int64(take(Int(widths.2), &at)) + lowest.2
            let z = Int64(take(Int(widths.3), &at)) + lowest.3
            samples.append(
                SampleHistory.Sample(
                    time: Instant(nanoseconds: time), x: Int16(truncatingIfNeeded: x),
                    y: Int16(truncatingIfNeeded: y), z: Int16(truncatingIfNeeded: z)))
        }
        return samples
    }

    private func row(_ i: Int, _ sample: SampleHistory.Sample) -> (Int64, Int64, Int64, Int64) {
        (
            sample.time.nanoseconds - start - step * Int64(i), Int64(sample.x), Int64(sample.y),
            Int64(sample.z)
        )
    }

    private mutating func put(_ value: UInt64, _ width: Int, _ at: inout Int) {
        guard width > 0 else { return }
        let (word, bit) = (at >> 6, at & 63)
        words[word] |= value << UInt64(bit)
        if bit + width > 64 { words[word + 1] |= value >> UInt64(64 - bit) }
        at += width
    }

    private func take(_ width: Int, _ at: inout Int) -> UInt64 {
        guard width > 0 else { return 0 }
        let (word, bit) = (at >> 6, at & 63)
        var value = words[word] >> UInt64(bit)
        if bit + width > 64 { value |= words[word + 1] << UInt64(64 - bit) }
        at += width
        return width == 64 ? value : value & (1 << UInt64(width) - 1)
    }
}
