/// What a file of the Lab Streaming Layer (XDF 1.0) has: its streams of numbers.
package struct XDFFile: Sendable {
    package struct Stream: Sendable {
        package var name = ""
        package var channels = 0
        /// Samples a second; 0 for an irregular stream.
        package var rate = 0.0
        /// Of each sample in seconds, by the clock of the recording.
        package var times: [Double] = []
        /// One after the other, `channels` for each sample.
        package var values: [Double] = []
        /// What is added to its times, and when that was measured.
        fileprivate var offsets: [(time: Double, offset: Double)] = []
        fileprivate var format = Format.double64

        /// A stream without samples.
        package init() {}
    }

    fileprivate enum Format: String {
        case float32, double64, int8, int16, int32, int64, string

        /// Bytes of a value; nil for text.
        var size: Int? {
            switch self {
            case .int8: 1
            case .int16: 2
            case .float32, .int32: 4
            case .double64, .int64: 8
            case .string: nil
            }
        }
    }

    /// Why a file is none, and where.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        /// Of the first byte that is wrong.
        package var offset: Int
        package var reason: String
        package var description: String { "byte \(offset): \(reason)" }
    }

    /// In the order of their headers; those of text are left out.
    package private(set) var streams: [Stream] = []
    /// Whether the file ends within a chunk, as when a recorder was killed; what comes before is here.
    package private(set) var isCut = false

    /// Reads a file.
    package init(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.starts(with: Array("XDF:".utf8)) else {
            throw Failure(
                offset: 0,
                reason: "it does not begin with `XDF:`; name a file of LabRecorder or of"
                    + " `boardsim run --report xdf`")
        }
        var order: [UInt32] = []
        var found: [UInt32: Stream] = [:]
        var reader = Reader(bytes: bytes, place: 4)
        while reader.place < bytes.count {
            let start = reader.place
            guard let length = reader.length(), length >= 2, length <= bytes.count - reader.place
            else {
                isCut = true
                break
            }
            let end = reader.place + length
            defer { reader.place = end }
            let tag = reader.number(2)
            guard (2...6).contains(tag), tag != 5, length >= 6 else { continue }
            let id = UInt32(truncatingIfNeeded: reader.number(4))
            let content = bytes[reader.place..<end]
            switch tag {
            case 2:
                found[id] = try Self.header(String(decoding: content, as: UTF8.self), at: start)
                order.append(id)
            case 3:
                guard var stream = found[id] else {
                    throw Failure(
                        offset: start, reason: "samples of stream \(id), which has no header")
                }
                // In place, as a copy would be one of all samples so far.
                found[id] = nil
                let isWhole = reader.samples(until: end, into: &stream)
                found[id] = stream
                guard isWhole else {
                    throw Failure(
                        offset: start,
                        reason: "the samples of `\(stream.name)` do not fill their chunk")
                }
            case 4 where content.count >= 16:
                let time = Double(bitPattern: reader.number(8))
                let offset = Double(bitPattern: reader.number(8))
                if time.isFinite, offset.isFinite { found[id]?.offsets.append((time, offset)) }
            default: break
            }
        }
        streams = order.compactMap { id in
            guard var stream = found[id], stream.format != .string else { return nil }
            stream.synchronise()
            return stream
        }
    }

    private static func header(_ text: String, at offset: Int) throws(Failure) -> Stream {
        var stream = Stream()
        stream.name = element("name", of: text) ?? ""
        guard let channels = element("channel_count", of: text).flatMap({ Int($0) }),
            (1...4096).contains(channels)
        else { throw Failure(offset: offset, reason: "a stream without a number of channels") }
        stream.channels = channels
        stream.rate = element("nominal_srate", of: text).flatMap { Double($0) } ?? 0
        let name = element("channel_format", of: text) ?? ""
        guard let format = Format(rawValue: name) else {
            throw Failure(offset: offset, reason: "there is no format of channels `\(name)`")
        }
        stream.format = format
        return stream
    }

    /// The text of the first element of a name; what XML escapes is as it was.
    private static func element(_ name: String, of text: String) -> String? {
        let open = Array("<\(name)>".utf8), close = Array("</\(name)>".utf8)
        let bytes = Array(text.utf8)
        guard let start = place(of: open, in: bytes[...]),
            let end = place(of: close, in: bytes[(start + open.count)...])
        else { return nil }
        var content = String(decoding: bytes[(start + open.count)..<end], as: UTF8.self)
        for (code, letter) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
            content = content.replacing(code, with: letter)
        }
        return content
    }

    private static func place(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= part.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - part.count)).first {
            bytes[$0..<($0 + part.count)].elementsEqual(part)
        }
    }
}

extension XDFFile.Stream {
    /// Puts its times on the clock of the recording, by a straight line through the offsets.
    fileprivate mutating func synchronise() {
        guard !offsets.isEmpty else { return }
        let count = Double(offsets.count)
        let time = offsets.reduce(0) { $0 + $1.time } / count
        let offset = offsets.reduce(0) { $0 + $1.offset } / count
        let spread = offsets.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
        let slope =
            spread > 0
            ? offsets.reduce(0) { $0 + ($1.time - time) * ($1.offset - offset) } / spread : 0
        guard offset != 0 || slope != 0 else { return }
        for index in times.indices { times[index] += offset + slope * (times[index] - time) }
    }
}

/// Numbers of a file, the least significant byte first.
private struct Reader {
    let bytes: [UInt8]
    var place: Int

    mutating func number(_ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        place += count
        return value
    }

    /// A length with its own length in front; nil if there is none.
    mutating func length() -> Int? {
        guard place < bytes.count else { return nil }
        let count = Int(bytes[place])
        guard [1, 4, 8].contains(count), place + 1 + count <= bytes.count else { return nil }
        place += 1
        return Int(exactly: number(count))
    }

    /// The samples of a chunk; false if they do not end with it.
    mutating func samples(until end: Int, into stream: inout XDFFile.Stream) -> Bool {
        guard let size = stream.format.size else { return true }
        guard let count = length(), place <= end else { return false }
        for _ in 0..<count {
            guard place < end else { return false }
            let hasTime = bytes[place] == 8
            guard hasTime || bytes[place] == 0,
                place + 1 + (hasTime ? 8 : 0) + size * stream.channels <= end
            else { return false }
            place += 1
            let time =
                hasTime
                ? Double(bitPattern: number(8))
                : (stream.times.last ?? 0) + (stream.rate > 0 ? 1 / stream.rate : 0)
            stream.times.append(time)
            for _ in 0..<stream.channels { stream.values.append(value(stream.format)) }
        }
        return place == end
    }

    private mutating func value(_ format: XDFFile.Format) -> Double {
        switch format {
        case .float32: Double(Float(bitPattern: UInt32(number(4))))
        case .double64: Double(bitPattern: number(8))
        case .int8: Double(Int8(truncatingIfNeeded: number(1)))
        case .int16: Double(Int16(truncatingIfNeeded: number(2)))
        case .int32: Double(Int32(truncatingIfNeeded: number(4)))
        case .int64: Double(Int64(truncatingIfNeeded: number(8)))
        case .string: .nan
        }
    }
}
