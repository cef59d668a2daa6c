/// Samples of one stream at equal distances in time, which go to browsers as bytes.
package struct SampleBlock: Equatable, Sendable {
    /// Which stream, by a number that the page's state explains.
    package var stream: UInt16
    /// When the first sample was taken, in seconds of the page's time.
    package var start: Double
    /// Seconds from one sample to the next; of no meaning for a single one.
    package var step: Double
    /// Numbers per sample: 3 for three axes.
    package var channels: Int
    /// Sample after sample, each with all its channels.
    package var values: [Float]

    /// Samples.
    ///
    /// - Precondition: the values fill whole samples.
    package init(stream: UInt16, start: Double, step: Double, channels: Int, values: [Float]) {
        precondition(
            channels > 0 && values.count.isMultiple(of: channels), "samples are incomplete")
        self.stream = stream
        self.start = start
        self.step = step
        self.channels = channels
        self.values = values
    }

    /// Appends the bytes that `Web/shared/samples.js` reads, little-endian: stream and channels in 16 bits, the number
    /// of samples in 32, start and step as 64-bit floats, and then the values as 32-bit ones.
    package func append(to bytes: inout [UInt8]) {
        func put(_ value: some FixedWidthInteger) {
            var rest = value
            for _ in 0..<(value.bitWidth / 8) {
                bytes.append(UInt8(truncatingIfNeeded: rest))
                rest = rest >> 8
            }
        }
        bytes.reserveCapacity(bytes.count + 24 + 4 * values.count)
        put(stream)
        put(UInt16(channels))
        put(UInt32(values.count / channels))
        put(start.bitPattern)
        put(step.bitPattern)
        for value in values { put(value.bitPattern) }
    }
}
