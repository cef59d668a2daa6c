import MetaWearTables

extension SampleField {
    /// The number itself, without its unit; nil if the bytes end before it.
    public func count(in bytes: Span<UInt8>, at start: Int) -> Double? {
        guard start >= 0, start + size <= bytes.count else { return nil }
        return switch number {
        case .signed: Double(bytes.signed(at: start, bytes: size))
        case .unsigned: Double(bytes.unsigned(at: start, bytes: size))
        case .float: Double(bytes.float(at: start))
        }
    }
}

/// A signal of a board in full: where it comes from, and how its samples read.
public struct BoardSignal: Sendable, Equatable {
    /// As hosts name it: `acceleration`, `acceleration:rms?id=0`.
    public var name: String
    /// Where it comes from.
    public var key: SourceKey
    /// Bytes of the data before the first field.
    public var dataOffset: Int
    /// The numbers of a sample, in order.
    public var fields: [SampleField]
    /// Samples in one packet.
    public var samplesPerPacket: Int

    /// A signal.
    public init(
        name: String, key: SourceKey, dataOffset: Int = 0, fields: [SampleField],
        samplesPerPacket: Int = 1
    ) {
        self.name = name
        self.key = key
        self.dataOffset = dataOffset
        self.fields = fields
        self.samplesPerPacket = samplesPerPacket
    }

    /// Bytes of one sample.
    public var sampleLength: Int {
        var length = 0
        for i in fields.indices { length += fields[i].size }
        return length
    }
    /// Bytes of a packet's data.
    public var length: Int { sampleLength * samplesPerPacket }
    /// Bytes before the data in a notification: the header, and the index if there is one.
    public var headerLength: Int { key.index == SourceKey.noIndex ? 2 : 3 }
    /// Parts in which loggers record it.
    public var chunks: [LogChunk] { LogChunk.split(length: length, from: dataOffset) }

    /// The values of all samples in bytes without a header, in units; those that are whole.
    public func values(in bytes: Span<UInt8>, from start: Int = 0) -> [[Double]] {
        var samples: [[Double]] = []
        var at = start
        for _ in 0..<samplesPerPacket {
            var values: [Double] = []
            for field in fields {
                guard let count = field.count(in: bytes, at: at) else { return samples }
                values.append(count / field.countsPerUnit)
                at += field.size
            }
            samples.append(values)
        }
        return samples
    }

    /// The values of a notification, header included.
    public func values(ofPacket packet: Span<UInt8>) -> [[Double]] {
        values(in: packet, from: headerLength)
    }

    /// One field as a signal of its own; nil for a number that it does not have, and for packed signals.
    public func component(_ index: Int) -> BoardSignal? {
        guard fields.indices.contains(index), samplesPerPacket == 1 else { return nil }
        var part = self
        part.name += "[\(index)]"
        part.dataOffset += fields[..<index].reduce(0) { $0 + $1.size }
        part.fields = [fields[index]]
        return part
    }
}

extension BoardSignal: MWSignal {
    /// The module's number.
    public var moduleID: UInt8 { key.module }
    /// The register byte.
    public var registerID: UInt8 { key.register }
    /// The index.
    public var dataID: UInt8 { key.index }
    /// All samples of a packet count.
    public var nChannels: UInt8 {
        isUniform ? UInt8(clamping: fields.count * samplesPerPacket) : UInt8(clamping: length)
    }
    /// One byte where the fields differ in size.
    public var channelSize: UInt8 { isUniform ? UInt8(clamping: fields.first?.size ?? 0) : 1 }
    /// Bytes of the data before it.
    public var offset: UInt8 { UInt8(clamping: dataOffset) }
    /// Whether one of its numbers has a sign.
    public var isSigned: Bool { fields.contains { $0.number != .unsigned } }

    private var isUniform: Bool { fields.allSatisfy { $0.size == fields.first?.size } }
}
