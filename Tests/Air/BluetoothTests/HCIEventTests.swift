import Bluetooth
import Testing

struct HCIEventTests {
    static let strap = Address(0xC0_0000_000001)
    static let phone = Address(0x00_1B_DC_07_12_34, kind: .publicDevice)
    typealias Row = (
        String, HCIEventCode, fill: @Sendable (inout HCIParameters) -> Void, words: String
    )

    /// Events as the specification lays them out (Core Vol 4, Part E, 7.7), with the words for them.
    static let rows: [Row] = [
        (
            "04 05 04 00 40 00 13", .disconnectionComplete,
            { ($0[.handle], $0[.reason]) = (0x40, 0x13) },
            "Disconnection Complete: 0x0040, remote user terminated"
        ),
        (
            "04 08 04 00 40 00 01", .encryptionChange,
            { ($0[.handle], $0[.isOn]) = (0x40, 1) },
            "Encryption Change: 0x0040, success, on"
        ),
        (
            "04 30 03 06 40 00", .encryptionKeyRefreshComplete,
            { ($0.status, $0[.handle]) = (.pinOrKeyMissing, 0x40) },
            "Encryption Key Refresh Complete: 0x0040, pin or key missing"
        ),
        (
            "04 0C 08 00 40 00 0B FF FF 34 12", .readRemoteVersionInformationComplete,
            {
                ($0[.handle], $0[.version]) = (0x40, 11)
                ($0[.company], $0[.subversion]) = (0xFFFF, 0x1234)
            },
            "Read Remote Version Information Complete: 0x0040, success"
        ),
        (
            "04 13 05 01 40 00 02 00", .numberOfCompletedPackets,
            { ($0[.count], $0[.handle], $0[.packets]) = (1, 0x40, 2) },
            "Number Of Completed Packets: 0x0040, 2"
        ),
        (
            "04 1A 01 01", .dataBufferOverflow, { $0[.type] = 1 },
            "Data Buffer Overflow: 1"
        ),
        ("04 10 01 07", .hardwareError, { $0[.reason] = 7 }, "Hardware Error: 7"),
        (
            "04 3E 13 01 00 40 00 00 01 01 00 00 00 00 C0 18 00 00 00 F4 01 00",
            .leConnectionComplete, connect,
            "LE Connection Complete: 0x0040, central to C0:00:00:00:00:01 random, "
                + "interval 30 ms, latency 0, timeout 5000 ms"
        ),
        (
            "04 3E 1F 0A 00 40 00 00 01 01 00 00 00 00 C0 00 00 00 00 00 00 02 00 00 00 00 40 "
                + "18 00 00 00 F4 01 00", .leEnhancedConnectionComplete,
            {
                connect(&$0)
                $0[.peerResolvable] = 0x4000_0000_0002
            },
            "LE Enhanced Connection Complete: 0x0040, central to C0:00:00:00:00:01 random, "
                + "interval 30 ms, latency 0, timeout 5000 ms"
        ),
        (
            "04 3E 13 01 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
            .leConnectionComplete, { $0.status = .unknownConnection },
            "LE Connection Complete: unknown connection"
        ),
        (
            "04 3E 0A 03 00 40 00 06 00 00 00 C8 00", .leConnectionUpdateComplete,
            {
                $0[.handle] = 0x40
                $0.set(ConnectionTiming(interval: 6, latency: 0, supervisionTimeout: 200))
            },
            "LE Connection Update Complete: 0x0040, success, interval 7.5 ms, latency 0, "
                + "timeout 2000 ms"
        ),
        (
            "04 3E 0C 04 00 40 00 01 40 00 00 00 00 00 00", .leReadRemoteFeaturesComplete,
            { ($0[.handle], $0[.features]) = (0x40, 0x4001) },
            "LE Read Remote Features Complete: 0x0040, success"
        ),
        (
            "04 3E 0D 05 40 00 08 07 06 05 04 03 02 01 34 12", .leLongTermKeyRequest,
            {
                ($0[.handle], $0[.random]) = (0x40, 0x0102_0304_0506_0708)
                $0[.diversifier] = 0x1234
            },
            "LE Long Term Key Request: 0x0040"
        ),
        (
            "04 3E 0B 06 40 00 06 00 0C 00 00 00 C8 00", .leRemoteConnectionParameterRequest,
            {
                ($0[.handle], $0[.shortest], $0[.longest]) = (0x40, 6, 12)
                $0[.timeout] = 200
            },
            "LE Remote Connection Parameter Request: 0x0040"
        ),
        (
            "04 3E 0B 07 40 00 FB 00 48 08 1B 00 48 01", .leDataLengthChange,
            {
                ($0[.handle], $0[.octets], $0[.time]) = (0x40, 251, 2_120)
                ($0[.receiveOctets], $0[.receiveTime]) = (27, 328)
            },
            "LE Data Length Change: 0x0040, 251 bytes out, 27 in"
        ),
        (
            "04 3E 06 0C 00 40 00 02 01", .lePHYUpdateComplete,
            { ($0[.handle], $0[.transmitPHY], $0[.receivePHY]) = (0x40, 2, 1) },
            "LE Phy Update Complete: 0x0040, success"
        ),
        (
            "04 3E 04 14 40 00 01", .leChannelSelectionAlgorithm,
            { ($0[.handle], $0[.algorithm]) = (0x40, 1) },
            "LE Channel Selection Algorithm: 0x0040"
        ),
        (
            "04 3E 12 0B 01 01 01 01 00 00 00 00 C0 01 01 00 00 00 00 40 C4",
            .leDirectedAdvertisingReport,
            {
                ($0[.count], $0[.type], $0[.targetType]) = (1, 1, 1)
                $0.set(PeerAddress(strap))
                ($0[.target], $0[.rssi]) = (0x4000_0000_0001, -60)
            },
            "LE Directed Advertising Report: C0:00:00:00:00:01 random"
        ),
        ("04 3E 01 11", .leScanTimeout, { _ in }, "LE Scan Timeout"),
        (
            "04 3E 06 12 43 02 00 00 05", .leAdvertisingSetTerminated,
            { ($0.status, $0[.set], $0[.events]) = (.limitReached, 2, 5) },
            "LE Advertising Set Terminated: set 2, limit reached"
        ),
        (
            "04 3E 09 13 02 00 34 12 07 DC 1B 00", .leScanRequestReceived,
            {
                $0[.set] = 2
                $0.set(PeerAddress(phone))
            },
            "LE Scan Request Received: set 2, 00:1B:DC:07:12:34 public"
        ),
        (
            "04 3E 42 08 00 01" + zeroes(62) + " 02", .leReadLocalP256PublicKeyComplete,
            {
                $0[reversed: .x] = [UInt8](repeating: 0, count: 31) + [1]
                $0[octets: .y] = [UInt8](repeating: 0, count: 31) + [2]
            },
            "LE Read Local P256 Public Key Complete: success"
        ),
        (
            "04 3E 22 09 12" + zeroes(31) + " 03", .leGenerateDHKeyComplete,
            {
                $0.status = .invalidParameters
                $0[reversed: .x] = [3] + [UInt8](repeating: 0, count: 31)
            },
            "LE Generate DHKey Complete: invalid parameters"
        ),
    ]

    @Sendable static func connect(_ event: inout HCIParameters) {
        event[.handle] = 0x40
        event.set(PeerAddress(strap))
        event.set(ConnectionTiming(interval: 24, latency: 0, supervisionTimeout: 500))
    }

    private static func zeroes(_ count: Int) -> String { String(repeating: " 00", count: count) }

    @Test func `every event and its bytes and words`() {
        var events: Set<HCIEventCode> = []
        for (text, event, fill, words) in Self.rows {
            var out: [UInt8] = [0xEE]
            out.append(event, fill)
            #expect(Array(out.dropFirst()) == octets(text))
            #expect(out[0] == 0xEE)
            let packet = octets(text)
            #expect(HCIDescriber.describe(packet.span) == words)
            #expect(HCIEventCode(packet: packet.span) == event)
            events.insert(event)
        }
        let elsewhere: Set<HCIEventCode> = [
            .commandComplete, .commandStatus, .leAdvertisingReport, .leExtendedAdvertisingReport,
        ]
        #expect(events.union(elsewhere) == Set(HCIEventCode.allCases))
    }

    @Test func `answers to commands`() {
        var returned = HCIParameters(returnedBy: .readBDADDR)
        #expect(returned.given.isEmpty)
        returned[.address] = Self.phone.value
        let rows: [(String, write: (inout [UInt8]) -> Void, words: String)] = [
            (
                "04 0E 04 01 03 0C 00", { $0.append(completeOf: 0x0C03, .success) },
                "complete, Reset: success"
            ),
            (
                "04 0E 0A 01 09 10 00 34 12 07 DC 1B 00",
                { $0.append(completeOf: 0x1009, .success, returned.given) },
                "complete, Read BD_ADDR: success"
            ),
            (
                "04 0F 04 0C 01 0D 20", { $0.append(statusOf: 0x200D, .commandDisallowed) },
                "status, LE Create Connection: command disallowed"
            ),
        ]
        for (text, write, words) in rows {
            var out: [UInt8] = []
            write(&out)
            #expect(out == octets(text))
            #expect(HCIDescriber.describe(out.span) == words)
        }
    }

    /// What a refused command returns is cut behind the last field that was set.
    @Test func `fields are given up to the last one that was set`() {
        var returned = HCIParameters(returnedBy: .leReadPHY)
        returned[.handle] = 0x40
        #expect(Array(returned.given) == [0x40, 0])
        returned[.receivePHY] = 2
        #expect(Array(returned.given) == [0x40, 0, 0, 2])
    }

    /// LE Advertising Report and LE Extended Advertising Report (7.7.65.2 and 7.7.65.13): data in the
    /// middle, and data at the end.
    @Test func `reports with data`() {
        let data = octets("02 01 06")
        var out: [UInt8] = []
        out.append(.leAdvertisingReport, data: data.span) {
            $0[.count] = 1
            $0.set(PeerAddress(Self.strap))
            $0[.rssi] = -60
        }
        #expect(out == octets("04 3E 0F 02 01 00 01 01 00 00 00 00 C0 03 02 01 06 C4"))
        #expect(
            HCIDescriber.describe(out.span)
                == "LE Advertising Report: connectable, C0:00:00:00:00:01 random")
        out = []
        out.append(.leExtendedAdvertisingReport, data: data.span) {
            ($0[.count], $0[.properties], $0[.set]) = (1, 0x21, 3)
            $0.set(PeerAddress(Self.strap))
            ($0[.primaryPHY], $0[.secondaryPHY]) = (1, 2)
            ($0[.power], $0[.rssi]) = (127, -70)
        }
        #expect(
            out
                == octets(
                    "04 3E 1D 0D 01 21 00 01 01 00 00 00 00 C0 01 02 03 7F BA "
                        + "00 00 00 00 00 00 00 00 00 03 02 01 06"))
        #expect(
            HCIDescriber.describe(out.span)
                == "LE Extended Advertising Report: type 0x0021, C0:00:00:00:00:01 random")
    }

    @Test func `the entries of a list are read one after the other`() {
        let reports = octets(
            "02 00 01 01 00 00 00 00 C0 02 AA BB C4 04 00 34 12 07 DC 1B 00 00 BA")
        let fields = HCIFields(.leAdvertisingReport, reports.span)
        var read: [(type: Int, peer: Address, data: [UInt8], rssi: Int8)] = []
        #expect(
            fields.forEachEntry(fields[.count]) {
                read.append(($0[.type], $0.peer, $0.octets(.rest), $0[.rssi]))
            })
        #expect(read.map(\.type) == [0, 4] && read.map(\.rssi) == [-60, -70])
        #expect(read.map(\.peer) == [Self.strap, Self.phone])
        #expect(read.map(\.data) == [[0xAA, 0xBB], []])
        for length in 0..<reports.count {
            let short = HCIFields(.leAdvertisingReport, reports.span.extracting(first: length))
            #expect(!short.forEachEntry(2) { _ in }, "\(length)")
        }
        let completed = octets("02 40 00 01 00 41 00 02 00")
        let packets = HCIFields(.numberOfCompletedPackets, completed.span)
        #expect(packets.hasEntries(2) && !packets.hasEntries(1) && !packets.hasEntries(3))
    }

    /// Bits of the specification's own lists (Core Vol 4, Part E, 7.3.1 and 7.8.1).
    @Test func `mask bits`() {
        #expect(HCIEventCode.disconnectionComplete.maskBit == 1 << 4)
        #expect(HCIEventCode.encryptionChange.maskBit == 1 << 7)
        #expect(HCIEventCode.hardwareError.maskBit == 1 << 15)
        #expect(HCIEventCode.dataBufferOverflow.maskBit == 1 << 25)
        #expect(HCIEventCode.encryptionKeyRefreshComplete.maskBit == 1 << 47)
        #expect(HCIEventCode.leScanTimeout.maskBit == 1 << 61)
        #expect(HCIEventCode.commandComplete.maskBit == nil)
        #expect(HCIEventCode.hardwareError.leMaskBit == nil)
        #expect(HCIEventCode.leConnectionComplete.leMaskBit == 1 << 0)
        #expect(HCIEventCode.leEnhancedConnectionComplete.leMaskBit == 1 << 9)
        #expect(HCIEventCode.leChannelSelectionAlgorithm.leMaskBit == 1 << 19)
    }

    @Test func `codes and their words`() {
        #expect(HCIStatus(rawValue: 0x3E) == .failedToEstablish)
        #expect(HCIStatus.micFailure.words == "mic failure")
        #expect(HCIStatus.unknownLMPPDU.words == "unknown LMPPDU")
        #expect(PeerAddress(Self.phone).type == 0)
        #expect(PeerAddress(Self.strap).type == 1)
        #expect(PeerAddress(Self.phone, isIdentity: true).type == 2)
        #expect(PeerAddress(Self.strap, isIdentity: true).type == 3)
    }
}
