import MetaWearTables

/// A log trigger as its read-back tells it (protocol, core 3.3).
struct FoundTrigger {
    var id: UInt8
    var key: SourceKey
    var offset: Int
    var length: Int

    /// - Parameter bytes: module, register, index, pack.
    init(id: UInt8, bytes: [UInt8]) {
        self.id = id
        key = SourceKey(bytes[0], bytes[1], bytes[2])
        offset = Int(bytes[3] & 31)
        length = Int(bytes[3] >> 5) + 1
    }

    /// The triggers that record one signal together: those of its key that go on where the one
    /// before ended. Two sets on one key are told apart by it.
    static func chunks(of signal: BoardSignal, in open: [FoundTrigger]) -> [FoundTrigger] {
        var chunks: [FoundTrigger] = []
        var end = 0
        for trigger in open where trigger.key == signal.key || chunks.isEmpty {
            guard chunks.isEmpty || trigger.offset == end else { continue }
            chunks.append(trigger)
            end = trigger.offset + trigger.length
            if end >= signal.length { break }
        }
        return chunks
    }
}

extension BoardSignal {
    /// The part of it that triggers record: an axis, or all.
    func logged(by triggers: [FoundTrigger]) -> BoardSignal {
        let start = triggers.first?.offset ?? 0
        let end = triggers.last.map { $0.offset + $0.length } ?? 0
        guard start > 0 || end < length else { return self }
        var part = self
        part.fields = []
        var at = 0
        for (i, field) in fields.enumerated() {
            if at >= start, at + field.size <= end {
                part.fields.append(field)
                part.name += "[\(i)]"
            }
            at += field.size
        }
        part.trailing = 0
        part.truth = nil
        return part
    }
}

/// A data processor as its read-back tells it (protocol, core 4.4).
struct FoundProcessor {
    var key: SourceKey
    var offset: Int
    /// Of the source, as the pack byte says it.
    var length: Int
    var type: UInt8
    var configuration: [UInt8]

    /// - Parameter answer: the whole packet; nil for a free slot.
    init?(_ answer: [UInt8]) {
        guard answer.count >= 8 else { return nil }
        key = SourceKey(answer[2], answer[3], answer[4])
        offset = Int(answer[5] & 31)
        length = Int(answer[5] >> 5) + 1
        type = answer[6]
        configuration = Array(answer.dropFirst(7))
    }

    /// Buffers that a fuser takes.
    var references: [UInt8] {
        guard type == 0x1B, let count = configuration.first else { return [] }
        return Array(configuration.dropFirst().prefix(Int(count & 15)))
    }

    /// The axis of the source that it takes, or all.
    func part(of input: BoardSignal) -> BoardSignal {
        guard offset > 0 || length < min(input.length, 8),
            let index = input.fields.indices.first(where: { i in
                input.fields[..<i].reduce(0) { $0 + $1.size } == offset
            }), let part = try? input.component(index), part.length == length
        else { return input }
        return part
    }

    /// What comes out, named as the C++ SDK does it.
    func output(of input: BoardSignal, id: UInt8) -> BoardSignal {
        let head = configuration.first ?? 0
        var output = input
        output.name += ":\(word(head))?id=\(id)"
        output.offset = 0
        output.units = []
        let out = Int(head & 3) + 1
        func single(_ axis: String, _ size: Int, _ number: SampleField.Number = .unsigned) {
            output.fields = [SampleField(axis: axis, number: number, size: size)]
            output.trailing = 0
        }
        switch type {
        case 0x02:
            if head & 0x10 != 0 { single("count", out) } else { output.fields[0].size = out }
        case 0x06 where head >> 6 == 2 || head >> 6 == 3: single("value", 1)
        case 0x07:
            let field = input.fields.first
            single(configuration.dropFirst().first == 0 ? "rms" : "rss", out)
            output.fields[0].countsPerUnit = field?.countsPerUnit ?? 1
            output.fields[0].unit = field?.unit ?? ""
        case 0x09: for i in output.fields.indices { output.fields[i].size = out }
        case 0x0B where configuration.count > 2 && configuration[2] != 2:
            single("value", [2, 4, 1, 1][Int(configuration[2] & 3)])
        case 0x0C where head >> 3 & 3 == 2, 0x0D where head >> 3 & 1 == 1:
            single("value", 1, .signed)
        case 0x10: output.perPacket = Int((configuration.dropFirst().first ?? 0) & 31) + 1
        case 0x11:
            output.fields.insert(
                SampleField(
                    axis: head & 15 == 1 ? "tick" : "count", number: .unsigned,
                    size: Int(head >> 4 & 3) + 1), at: 0)
        default: break
        }
        if ![0x01, 0x08].contains(type) { output.truth = nil }
        return output
    }

    private func word(_ head: UInt8) -> String {
        switch type {
        case 0x01: "passthrough"
        case 0x02: head & 0x10 != 0 ? "count" : "accumulate"
        case 0x03: head & 0x20 != 0 ? "high-pass" : "average"
        case 0x06: "comparison"
        case 0x07: configuration.dropFirst().first == 0 ? "rms" : "rss"
        case 0x08: "time"
        case 0x09: "math"
        case 0x0A: "sample-delay"
        case 0x0B: "pulse"
        case 0x0C: "delta"
        case 0x0D: "threshold"
        case 0x0F: "buffer-state"
        case 0x10: "packer"
        case 0x11: "account"
        case 0x1B: "fuser"
        default: "processor-\(type)"
        }
    }
}
