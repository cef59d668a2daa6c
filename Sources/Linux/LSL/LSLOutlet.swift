/// A stream of numbers that programs on this machine and on the network can find and read.
package final class LSLOutlet {
    private let library: LSLLibrary
    private let handle: LSLLibrary.Handle
    private let channels: Int
    private var values: [Double]

    /// `cft_double64`.
    private static let double: Int32 = 2
    /// Seconds that are kept for a reader that is slow.
    private static let kept: Int32 = 360

    /// - Parameters:
    ///   - name: also its source, by which a reader finds it again.
    ///   - type: what is measured.
    ///   - rate: in Hz; 0 for samples that are not evenly spaced.
    ///   - channels: their labels.
    ///   - unit: of all channels.
    package init(
        _ library: LSLLibrary, name: String, type: String, rate: Double, channels: [String],
        unit: String
    ) throws(LSLError) {
        self.library = library
        self.channels = channels.count
        values = [Double](repeating: .nan, count: channels.count)
        guard
            let info = library.createInfo(
                name, type, Int32(channels.count), rate, Self.double, name)
        else { throw .refused(name: name) }
        defer { library.destroyInfo(info) }
        let list = library.appendChild(library.description(info), "channels")
        for label in channels {
            let channel = library.appendChild(list, "channel")
            _ = library.appendValue(channel, "label", label)
            _ = library.appendValue(channel, "unit", unit)
            _ = library.appendValue(channel, "type", type)
        }
        guard let handle = library.createOutlet(info, 0, Self.kept) else {
            throw .refused(name: name)
        }
        self.handle = handle
    }

    deinit { library.destroyOutlet(handle) }

    /// Gives a sample to all readers.
    ///
    /// - Parameters:
    ///   - sample: one value a channel; those that are missing are not numbers.
    ///   - time: in seconds of the library's clock.
    package func push(_ sample: [Double], at time: Double) {
        for channel in 0..<channels {
            values[channel] = channel < sample.count ? sample[channel] : .nan
        }
        _ = library.push(handle, values, time, 1)
    }

    /// Whether there is a reader.
    package var hasReader: Bool { library.haveConsumers(handle) != 0 }
}
