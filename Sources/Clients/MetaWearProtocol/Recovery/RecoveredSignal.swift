import MetaWearTables

/// A value of a signal that a host found on a board.
public enum AnonymousOutput: Sendable, Equatable {
    case cartesian(CartesianFloat)
    case scalar(Float)
    case quaternion(Quaternion)
    case euler(EulerAngles)
    case correctedCartesian(CorrectedCartesianFloat)
}

/// A signal that a board logs, found by a host that did not set it up (protocol, core 11).
public struct RecoveredSignal: Sendable, Equatable {
    /// `acceleration:rms?id=0:time?id=1`.
    public let identifier: String
    /// The sensor's.
    public let rootModule: MWModule
    /// Its loggers, in the order of the bytes.
    public let chunks: [LoggerChunk]
    /// How the logged bytes read.
    public let signal: BoardSignal

    /// A signal.
    public init(
        identifier: String, rootModule: MWModule, chunks: [LoggerChunk], signal: BoardSignal
    ) {
        self.identifier = identifier
        self.rootModule = rootModule
        self.chunks = chunks
        self.signal = signal
    }

    /// The values of logged bytes; none if they are too few.
    public func outputs(of bytes: [UInt8]) -> [AnonymousOutput] {
        let names = signal.fields.map(\.axis)
        return signal.values(in: bytes.span).flatMap { values -> [AnonymousOutput] in
            let v = values.map { Float($0) }
            switch names {
            case ["x", "y", "z"]: return [.cartesian(CartesianFloat(x: v[0], y: v[1], z: v[2]))]
            case ["x", "y", "z", "accuracy"]:
                return [
                    .correctedCartesian(
                        CorrectedCartesianFloat(
                            x: v[0], y: v[1], z: v[2], accuracy: UInt8(max(0, min(255, v[3])))))
                ]
            case ["w", "x", "y", "z"]:
                return [.quaternion(Quaternion(w: v[0], x: v[1], y: v[2], z: v[3]))]
            case ["heading", "pitch", "roll", "yaw"]:
                return [.euler(EulerAngles(heading: v[0], pitch: v[1], roll: v[2], yaw: v[3]))]
            default:
                // Several vectors one after the other, as a fuser gives them.
                guard names.count > 3, names.count % 3 == 0,
                    stride(from: 0, to: names.count, by: 3)
                        .allSatisfy({ Array(names[$0..<$0 + 3]) == ["x", "y", "z"] })
                else { return v.map { .scalar($0) } }
                return stride(from: 0, to: v.count, by: 3)
                    .map { .cartesian(CartesianFloat(x: v[$0], y: v[$0 + 1], z: v[$0 + 2])) }
            }
        }
    }
}

extension BoardSignal {
    /// The fields between two places of its bytes; all of them if they are all there.
    package func part(from start: Int, to end: Int) -> BoardSignal {
        guard start > 0 || end < length else { return self }
        var part = self
        part.fields = []
        var at = 0
        for field in fields {
            if at >= start, at + field.size <= end { part.fields.append(field) }
            at += field.size
        }
        return part
    }
}
