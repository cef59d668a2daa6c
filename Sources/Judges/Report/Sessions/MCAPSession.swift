import Bluetooth
import JSON
import ScriptedClient
import Simulation

/// A session as an MCAP file (version 0): each series is a channel of JSON messages.
///
/// A message has the time that its client knows as its log time, and the moment at which the sample really was made as
/// its publish time, in nanoseconds since 1970. Its fields are the axes, and the true values beside them.
package struct MCAPSession: SessionWriter {
    package var bytes = magic
    private var channels: [Int: Channel] = [:]

    private static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]

    private enum Record: UInt8 {
        case header = 0x01
        case footer, schema, channel, message
        case dataEnd = 0x0F
    }

    private struct Channel {
        let id: UInt16
        /// `{"x":`, `,"y":` and so on: what is in front of each value.
        let fields: [[UInt8]]
        /// The same of true values.
        let truths: [[UInt8]]
        var count: UInt32 = 0
    }

    package init() {
        put(.header, Self.text("") + Self.text("boardsim"))
    }

    package mutating func begin(_ series: Series, number: Int, of client: String) {
        let id = UInt16(clamping: channels.count + 1)
        let names = series.channels
        func fields(_ prefix: String) -> [[UInt8]] {
            names.map { JSONValue.string(prefix + $0).canonical + [UInt8(ascii: ":")] }
        }
        channels[number] = Channel(id: id, fields: fields(""), truths: fields("true "))
        let unit = String(decoding: JSONValue.string(series.unit).canonical, as: UTF8.self)
        let properties = (fields("") + fields("true ")).map {
            String(decoding: $0, as: UTF8.self)
                + "{\"type\":[\"number\",\"null\"],\"description\":\(unit)}"
        }.joined(separator: ",")
        put(
            .schema,
            Self.number(id) + Self.text("boardsim.\(series.signal)") + Self.text("jsonschema")
                + Self.text("{\"type\":\"object\",\"properties\":{\(properties)}}"))
        let topic =
            "/\(client)/\(series.board)/\(series.signal)" + (series.source == .log ? "/log" : "")
        let metadata =
            Self.text("unit") + Self.text(series.unit)
            + Self.text("rate") + Self.text("\(series.rate)")
        put(
            .channel,
            Self.number(id) + Self.number(id) + Self.text(topic) + Self.text("json")
                + Self.number(UInt32(metadata.count)) + metadata)
    }

    package mutating func take(_ sample: Series.Sample, of number: Int) {
        guard var channel = channels[number] else { return }
        channel.count += 1
        channels[number] = channel
        var content: [UInt8] = []
        content.reserveCapacity(128)
        content.append(littleEndian: channel.id)
        content.append(littleEndian: channel.count)
        content.append(littleEndian: Self.nanoseconds(sample.stamp))
        content.append(littleEndian: Self.nanoseconds(sample.time))
        var separator = UInt8(ascii: "{")
        func put(_ values: [Double], _ fields: [[UInt8]]) {
            for (field, value) in zip(fields, values) {
                content.append(separator)
                separator = UInt8(ascii: ",")
                content += field
                content += Array((value.isFinite ? "\(value)" : "null").utf8)
            }
        }
        put(sample.values, channel.fields)
        put(sample.truth, channel.truths)
        if separator == UInt8(ascii: "{") { content.append(separator) }
        content.append(UInt8(ascii: "}"))
        self.put(.message, content)
    }

    package mutating func end() {
        // Without a checksum, and without an index: the file is read from its beginning.
        put(.dataEnd, Self.number(UInt32(0)))
        put(.footer, Self.number(UInt64(0)) + Self.number(UInt64(0)) + Self.number(UInt32(0)))
        bytes += Self.magic
    }

    private static func nanoseconds(_ time: Instant) -> UInt64 {
        UInt64(clamping: MetaBaseCSV.defaultEpochMilliseconds * 1_000_000 + time.nanoseconds)
    }

    /// Adds a record: its kind, its length, its content.
    private mutating func put(_ record: Record, _ content: [UInt8]) {
        bytes.append(record.rawValue)
        bytes.append(littleEndian: UInt64(content.count))
        bytes += content
    }

    private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: value)
        return bytes
    }

    private static func text(_ text: String) -> [UInt8] {
        number(UInt32(text.utf8.count)) + Array(text.utf8)
    }
}
