import Wire

/// A low-memory mean of N samples, one sum a channel: the first N are added up, then each new one
/// replaces an Nth of the sum (protocol, core 4.6).
struct RunningMean {
    struct Shape: Equatable {
        /// Bytes of a channel, out and in, 1 to 4.
        var output: Int
        var input: Int
        /// N.
        var depth: Int
        var channels: Int
        var isSigned: Bool

        var inputLength: Int { input * channels }
    }

    private(set) var shape: Shape
    private var sums: [Int64]
    /// Samples in the sums, N at the most.
    private var count = 0

    /// Throws if no mean is possible, or its output would not fit a notification.
    static func check(_ shape: Shape) throws(LayoutError) {
        guard shape.depth > 0 else { throw unusable(0, "depth") }
        guard shape.channels > 0, shape.output * shape.channels <= DataProcessor.longestOutput
        else { throw unusable(shape.channels, "channels") }
    }

    init(_ shape: Shape) {
        self.shape = shape
        sums = Array(repeating: 0, count: shape.channels)
    }

    mutating func reset() {
        for i in sums.indices { sums[i] = 0 }
        count = 0
    }

    /// Changes the shape; the mean so far is kept.
    mutating func reshape(_ new: Shape) {
        let old = shape.depth
        shape = new
        if sums.count != new.channels {
            sums = (0..<new.channels).map { $0 < sums.count ? sums[$0] : 0 }
        }
        guard count == old || count > new.depth else { return }
        for i in sums.indices { sums[i] = sums[i] / Int64(max(count, 1)) * Int64(new.depth) }
        count = new.depth
    }

    /// The mean with this sample; nil until N have come.
    mutating func lowPass(_ sample: ShortBytes) -> ShortBytes? {
        add(sample)
        guard count == shape.depth else { return nil }
        var output = ShortBytes()
        for sum in sums { output.append(mean(sum), bytes: shape.output) }
        return output
    }

    /// The difference of the sample from the mean of those before it; nil for the first N.
    mutating func highPass(_ sample: ShortBytes) -> ShortBytes? {
        var output: ShortBytes?
        if count == shape.depth {
            var difference = ShortBytes()
            for i in sums.indices {
                difference.append(value(sample, i) &- mean(sums[i]), bytes: shape.output)
            }
            output = difference
        }
        add(sample)
        return output
    }

    private mutating func add(_ sample: ShortBytes) {
        if count < shape.depth {
            count += 1
            for i in sums.indices { sums[i] &+= value(sample, i) }
        } else {
            for i in sums.indices { sums[i] = sums[i] &- mean(sums[i]) &+ value(sample, i) }
        }
    }

    private func value(_ sample: ShortBytes, _ channel: Int) -> Int64 {
        sample.integer(offset: channel * shape.input, bytes: shape.input, signed: shape.isSigned)
    }

    /// A power of two is a shift, which rounds down; any other a division, which rounds towards
    /// zero.
    private func mean(_ sum: Int64) -> Int64 {
        let depth = shape.depth
        return depth & (depth - 1) == 0
            ? sum >> Int64(depth.trailingZeroBitCount) : sum / Int64(depth)
    }
}
