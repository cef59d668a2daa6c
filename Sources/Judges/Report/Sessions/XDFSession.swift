import Bluetooth
import ScriptedClient
import Simulation

/// A session in the format of the Lab Streaming Layer (XDF 1.0).
///
/// Each series is a stream, with the times that its client knows, in seconds from the start of the run. A second stream
/// beside it has the truth: what perfect sensors would have measured, at the times at which the samples really were made.
package struct XDFSession: SessionWriter {
    package var bytes = Array("XDF:".utf8)
    /// In the order in which they began: measured and true in turn.
    private var streams: [Stream] = []
    private var places: [Int: Int] = [:]

    private enum Tag: UInt16 {
        case fileHeader = 1
        case streamHeader, samples, clockOffset, boundary, streamFooter
    }

    private struct Stream {
        let id: UInt32
        let channels: Int
        /// Samples that are not in a chunk yet.
        var content: [UInt8] = []
        var waiting: UInt32 = 0
        var count = 0
        var first: Double?
        var last = 0.0
    }

    /// So many samples make a chunk.
    private static let chunkLength = 250

    package init() {
        put(.fileHeader, Array("<?xml version=\"1.0\"?><info><version>1.0</version></info>".utf8))
    }

    package mutating func begin(_ series: Series, number: Int, of client: String) {
        places[number] = streams.count
        let name = series.name(of: client)
        begin(series, name, type: series.signal, rate: series.rate)
        // Its moments are not evenly spaced, and readers must not make them so.
        begin(series, name + Series.truthSuffix, type: series.truthType, rate: 0)
    }

    private mutating func begin(_ series: Series, _ name: String, type: String, rate: Double) {
        let id = UInt32(streams.count + 1)
        streams.append(Stream(id: id, channels: series.channels.count))
        let channels = series.channels.map {
            "<channel><label>\(XMLText.escaped($0))</label><unit>\(XMLText.escaped(series.unit))</unit>"
                + "<type>\(XMLText.escaped(type))</type></channel>"
        }.joined()
        let text =
            "<?xml version=\"1.0\"?><info><name>\(XMLText.escaped(name))</name>"
            + "<type>\(XMLText.escaped(type))</type><channel_count>\(series.channels.count)</channel_count>"
            + "<nominal_srate>\(rate.isFinite ? rate : 0)</nominal_srate>"
            + "<channel_format>double64</channel_format><source_id>\(XMLText.escaped(name))</source_id>"
            + "<created_at>0</created_at><hostname>boardsim</hostname>"
            + "<desc><channels>\(channels)</channels></desc></info>"
        put(.streamHeader, Self.number(id) + Array(text.utf8))
        // All streams have the clock of the run.
        put(.clockOffset, Self.number(id) + [UInt8](repeating: 0, count: 16))
    }

    package mutating func take(_ sample: Series.Sample, of number: Int) {
        guard let place = places[number] else { return }
        take(sample.values, at: sample.stamp, place)
        if !sample.truth.isEmpty { take(sample.truth, at: sample.time, place + 1) }
    }

    private mutating func take(_ values: [Double], at time: Instant, _ place: Int) {
        let seconds = Nanoseconds(time.nanoseconds).seconds
        // The length of the time that follows.
        streams[place].content.append(8)
        streams[place].content.append(littleEndian: seconds.bitPattern)
        for channel in 0..<streams[place].channels {
            let value = channel < values.count ? values[channel] : .nan
            streams[place].content.append(littleEndian: value.bitPattern)
        }
        streams[place].waiting += 1
        streams[place].count += 1
        streams[place].first = streams[place].first ?? seconds
        streams[place].last = seconds
        if streams[place].waiting >= Self.chunkLength { flush(place) }
    }

    private mutating func flush(_ place: Int) {
        let stream = streams[place]
        guard stream.waiting > 0 else { return }
        put(
            .samples,
            Self.number(stream.id) + [4] + Self.number(stream.waiting) + stream.content)
        streams[place].content.removeAll(keepingCapacity: true)
        streams[place].waiting = 0
    }

    package mutating func end() {
        for place in streams.indices {
            flush(place)
            let stream = streams[place]
            let text =
                "<?xml version=\"1.0\"?><info><first_timestamp>\(stream.first ?? 0)</first_timestamp>"
                + "<last_timestamp>\(stream.last)</last_timestamp>"
                + "<sample_count>\(stream.count)</sample_count></info>"
            put(.streamFooter, Self.number(stream.id) + Array(text.utf8))
        }
    }

    /// Adds a chunk: the length of its length, its length, its tag, its content.
    private mutating func put(_ tag: Tag, _ content: [UInt8]) {
        bytes.append(4)
        bytes.append(littleEndian: UInt32(content.count + 2))
        bytes.append(littleEndian: tag.rawValue)
        bytes += content
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: value)
        return bytes
    }
}
