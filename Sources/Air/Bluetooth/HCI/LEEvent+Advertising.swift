/// What a host is told of advertising: its own and that of others.
extension LEEvent {
    /// Received signal strength that is not known (Core Vol 4, Part E, 7.7.65.2).
    public static let unknownSignal: Int8 = 127
    /// The most data that one extended report holds, in bytes (Core Vol 4, Part E, 7.7.65.13).
    public static let extendedReportLimit = 229

    /// One advertising PDU as a legacy report tells it; the strength in dBm, `type` as in the
    /// specification's list (0 undirected connectable … 4 scan response).
    public static func advertisingReport(
        type: UInt8, _ peer: PeerAddress, _ data: Span<UInt8>, signal: Int8,
        into out: inout [UInt8]
    ) {
        write(.advertisingReport, into: &out) {
            $0.append(1)
            $0.append(type)
            $0.append(peer.type)
            $0.append(peer.address)
            $0.append(UInt8(truncatingIfNeeded: data.count))
            $0.append(data)
            $0.append(UInt8(bitPattern: signal))
        }
    }

    /// A directed advertisement whose target is a resolvable address that could not be resolved.
    public static func directedAdvertisingReport(
        _ peer: PeerAddress, to target: Address, signal: Int8, into out: inout [UInt8]
    ) {
        write(.directedAdvertisingReport, into: &out) {
            $0.append(1)
            $0.append(1)
            $0.append(peer.type)
            $0.append(peer.address)
            $0.append(target.kind.rawValue)
            $0.append(target)
            $0.append(UInt8(bitPattern: signal))
        }
    }

    /// What an extended report tells beside its data.
    public struct ExtendedReport: Equatable, Sendable {
        /// Bits: 0 connectable, 1 scannable, 2 directed, 3 scan response, 4 legacy; 5 and 6 are the
        /// data's status.
        public var type: UInt16
        /// Nil for an anonymous advertisement.
        public var peer: PeerAddress?
        /// Of the first packet: 1 for 1M, 3 for coded.
        public var primaryPHY: UInt8 = 1
        /// Of the packet with the data: 1 for 1M, 2 for 2M, 3 for coded, 0 if there is none.
        public var secondaryPHY: UInt8 = 0
        /// The advertising set, 0 to 15; 0xFF if there is none.
        public var set: UInt8 = 0xFF
        /// dBm; 127 if unknown.
        public var transmitPower: Int8 = 127
        /// Received strength in dBm; 127 if unknown.
        public var signal: Int8 = unknownSignal
        /// The only device that a directed advertisement is for.
        public var target: Address?
        /// Whether the target is a resolvable address that this controller cannot resolve.
        public var isTargetUnknown = false

        /// A report of one PHY and no set, as for legacy advertising.
        public init(type: UInt16, peer: PeerAddress?, signal: Int8) {
            self.type = type
            self.peer = peer
            self.signal = signal
        }
    }

    /// How the data of an extended report goes on, bits 5 and 6 of its type.
    public enum DataStatus: UInt16, Sendable {
        case complete = 0x00
        case more = 0x20
        case truncated = 0x40
    }

    /// One advertisement in as many extended reports as its data needs, each but the last marked
    /// that more comes.
    public static func extendedAdvertisingReports(
        _ report: ExtendedReport, _ data: Span<UInt8>, into out: inout [UInt8]
    ) {
        var offset = 0
        repeat {
            let end = min(offset + extendedReportLimit, data.count)
            let status: DataStatus = end < data.count ? .more : .complete
            extendedAdvertisingReport(report, status, data.extracting(offset..<end), into: &out)
            offset = end
        } while offset < data.count
    }

    private static func extendedAdvertisingReport(
        _ report: ExtendedReport, _ status: DataStatus, _ data: Span<UInt8>,
        into out: inout [UInt8]
    ) {
        write(.extendedAdvertisingReport, into: &out) {
            $0.append(1)
            $0.append(word: report.type | status.rawValue)
            $0.append(report.peer?.type ?? 0xFF)
            $0.append(report.peer?.address)
            $0.append(report.primaryPHY)
            $0.append(report.secondaryPHY)
            $0.append(report.set)
            $0.append(UInt8(bitPattern: report.transmitPower))
            $0.append(UInt8(bitPattern: report.signal))
            // No periodic advertising.
            $0.append(word: 0)
            $0.append(report.isTargetUnknown ? 0xFE : report.target?.kind.rawValue ?? 0)
            $0.append(report.target)
            $0.append(UInt8(truncatingIfNeeded: data.count))
            $0.append(data)
        }
    }

    /// Scanning has come to the end of its duration.
    public static func scanTimeout(into out: inout [UInt8]) {
        write(.scanTimeout, into: &out) { _ in }
    }

    /// A set stopped advertising: by a connection (its handle), its duration or its count of
    /// events.
    public static func advertisingSetTerminated(
        _ status: HCIStatus, set: UInt8, connection: UInt16, events: UInt8,
        into out: inout [UInt8]
    ) {
        write(.advertisingSetTerminated, into: &out) {
            $0.append(status.rawValue)
            $0.append(set)
            $0.append(word: connection)
            $0.append(events)
        }
    }

    /// Somebody asked for a set's scan response.
    public static func scanRequestReceived(
        set: UInt8, _ scanner: PeerAddress, into out: inout [UInt8]
    ) {
        write(.scanRequestReceived, into: &out) {
            $0.append(set)
            $0.append(scanner.type)
            $0.append(scanner.address)
        }
    }
}
