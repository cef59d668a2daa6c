import MetaWearTables

/// Names of signals that a host finds on a board: the root, then each processor with its id (protocol, core 11).
public enum MWAnonymousSignalScheme {
    /// The name of a sensor's signal; nil for a source that has none.
    ///
    /// - Parameters:
    ///   - chunkOffset: first byte that is taken.
    ///   - chunkLength: bytes; two bytes of a vector are one axis, as in `angular-velocity[1]`.
    public static func rootIdentifier(
        module: MWModule, register: UInt8, channel: UInt8, chunkOffset: UInt8, chunkLength: UInt8
    ) -> String? {
        let found = SignalDescription.all.first { row in
            guard row.module == module, row.perPacket == 1, !row.fields.isEmpty,
                // A temperature by its channel, everything else whatever the index says.
                row.index == SourceKey.noIndex || row.index == channel
            else { return false }
            let registers =
                row.register == .chip
                ? module.row.chips.map(\.data) : [row.fixedRegister].compactMap { $0 }
            return registers.contains { ($0 ^ register) & RegisterFlag.numberMask == 0 }
        }
        guard let found else { return nil }
        let isAxis = chunkLength == 2 && found.fields.first?.size == 2
        return found.inSDKs
            + (isAxis && found.fields.count > 1 ? "[\(chunkOffset / 2)]" : "")
    }

    /// `rms?id=0`; nil for a type that no host makes.
    public static func processorSegment(type: UInt8, id: UInt8, config: [UInt8]) -> String? {
        name(type, config).map { "\($0)?id=\(id)" }
    }

    private static func name(_ type: UInt8, _ config: [UInt8]) -> String? {
        let head = config.first ?? 0
        let second = config.dropFirst().first ?? 0
        return switch type {
        case 0x01: "passthrough"
        case 0x02: head >> 4 & 7 == 1 ? "count" : "accumulate"
        // A mean of one sample is no mean: some hosts read the kind from the count.
        case 0x03: head & 0x20 != 0 || second == 1 ? "high-pass" : "low-pass"
        case 0x06: "comparison"
        case 0x07: second == 1 ? "rss" : "rms"
        case 0x08: "time"
        case 0x09: "math"
        case 0x0A: "delay"
        case 0x0B: "pulse"
        case 0x0C: "differential"
        case 0x0D: "threshold"
        case 0x0F: "buffer"
        case 0x10: "packer"
        case 0x11: "account"
        case 0x1B: "fuser"
        default: nil
        }
    }

    /// Root and processors, joined by colons; nil if one of the processors has no name.
    ///
    /// - Parameter captureStateOfTerminalBuffer: the last processor is a buffer whose state is logged.
    public static func compose(
        root: String, chain: [(type: UInt8, id: UInt8, config: [UInt8])],
        captureStateOfTerminalBuffer: Bool = false
    ) -> String? {
        var parts = [root]
        for (index, link) in chain.enumerated() {
            guard let segment = processorSegment(type: link.type, id: link.id, config: link.config)
            else { return nil }
            let isState = captureStateOfTerminalBuffer && index == chain.count - 1
            parts.append(isState ? "buffer-state?id=\(link.id)" : segment)
        }
        return parts.joined(separator: ":")
    }
}
