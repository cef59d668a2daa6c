import Bluetooth
import Testing

struct HCIEventTests {
    static let strap = Address(0xC0_0000_000001)
    static let phone = Address(0x00_1B_DC_07_12_34, kind: .publicDevice)
    static let connection = LEEvent.Connection(
        handle: 0x0040, isCentral: true, peer: PeerAddress(strap),
        timing: LEEvent.Timing(interval: 24, latency: 0, supervisionTimeout: 500))

    typealias Row = (String, write: @Sendable (inout [UInt8]) -> Void, words: String)

    /// Events as the specification lays them out (Core Vol 4, Part E, 7.7), with the words for them.
    static let rows: [Row] = [
        (
            "04 0E 04 01 03 0C 00",
            { HCIEvent.commandComplete(0x0C03, .success, into: &$0) },
            "complete, Reset: success"
        ),
        (
            "04 0E 0A 01 09 10 00 34 12 07 DC 1B 00",
            { HCIEvent.commandComplete(0x1009, .success, into: &$0) { $0.append(phone) } },
            "complete, Read BD_ADDR: success"
        ),
        (
            "04 0F 04 0C 01 0D 20",
            { HCIEvent.commandStatus(0x200D, .commandDisallowed, into: &$0) },
            "status, LE Create Connection: command disallowed"
        ),
        (
            "04 05 04 00 40 00 13",
            { HCIEvent.disconnectionComplete(0x0040, reason: 0x13, into: &$0) },
            "Disconnection Complete: 0x0040, remote user terminated"
        ),
        (
            "04 08 04 00 40 00 01",
            { HCIEvent.encryptionChange(.success, 0x40, isOn: true, into: &$0) },
            "Encryption Change: 0x0040, success, on"
        ),
        (
            "04 30 03 06 40 00",
            { HCIEvent.encryptionKeyRefreshComplete(.pinOrKeyMissing, 0x40, into: &$0) },
            "Encryption Key Refresh Complete: 0x0040, pin or key missing"
        ),
        (
            "04 0C 08 00 40 00 0B FF FF 34 12",
            {
                HCIEvent.remoteVersion(
                    .success, 0x40, version: 11, company: 0xFFFF, subversion: 0x1234, into: &$0)
            },
            "Read Remote Version Information Complete: 0x0040, success"
        ),
        (
            "04 13 05 01 40 00 02 00", { HCIEvent.completedPackets(0x40, 2, into: &$0) },
            "Number Of Completed Packets: 0x0040, 2"
        ),
        (
            "04 1A 01 01", { HCIEvent.dataBufferOverflow(into: &$0) },
            "Data Buffer Overflow: 1"
        ),
        ("04 10 01 07", { HCIEvent.hardwareError(7, into: &$0) }, "Hardware Error: 7"),
        (
            "04 3E 13 01 00 40 00 00 01 01 00 00 00 00 C0 18 00 00 00 F4 01 00",
            { LEEvent.connectionComplete(.success, connection, enhanced: false, into: &$0) },
            "LE Connection Complete: 0x0040, central to C0:00:00:00:00:01 random, "
                + "interval 30 ms, latency 0, timeout 5000 ms"
        ),
        (
            "04 3E 1F 0A 00 40 00 00 01 01 00 00 00 00 C0 00 00 00 00 00 00 00 00 00 00 00 00 "
                + "18 00 00 00 F4 01 00",
            { LEEvent.connectionComplete(.success, connection, enhanced: true, into: &$0) },
            "LE Enhanced Connection Complete: 0x0040, central to C0:00:00:00:00:01 random, "
                + "interval 30 ms, latency 0, timeout 5000 ms"
        ),
        (
            "04 3E 13 01 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
            { LEEvent.connectionComplete(.unknownConnection, nil, enhanced: false, into: &$0) },
            "LE Connection Complete: unknown connection"
        ),
        (
            "04 3E 0A 03 00 40 00 06 00 00 00 C8 00",
            {
                LEEvent.connectionUpdateComplete(
                    .success, 0x40,
                    LEEvent.Timing(interval: 6, latency: 0, supervisionTimeout: 200), into: &$0)
            },
            "LE Connection Update Complete: 0x0040, success, interval 7.5 ms, latency 0, "
                + "timeout 2000 ms"
        ),
        (
            "04 3E 0C 04 00 40 00 01 40 00 00 00 00 00 00",
            { LEEvent.remoteFeatures(.success, 0x40, 0x4001, into: &$0) },
            "LE Read Remote Features Complete: 0x0040, success"
        ),
        (
            "04 3E 0D 05 40 00 08 07 06 05 04 03 02 01 34 12",
            {
                LEEvent.longTermKeyRequest(
                    0x40, random: 0x0102_0304_0506_0708, diversifier: 0x1234, into: &$0)
            },
            "LE Long Term Key Request: 0x0040"
        ),
        (
            "04 3E 0B 06 40 00 06 00 0C 00 00 00 C8 00",
            {
                LEEvent.remoteConnectionParameterRequest(
                    0x40, minimum: 6, maximum: 12, latency: 0, supervisionTimeout: 200, into: &$0)
            },
            "LE Remote Connection Parameter Request: 0x0040"
        ),
        (
            "04 3E 0B 07 40 00 FB 00 48 08 1B 00 48 01",
            {
                LEEvent.dataLengthChange(
                    0x40, transmit: (251, 2_120), receive: (27, 328), into: &$0)
            },
            "LE Data Length Change: 0x0040, 251 bytes out, 27 in"
        ),
        (
            "04 3E 06 0C 00 40 00 02 02",
            { LEEvent.phyUpdateComplete(.success, 0x40, transmit: 2, receive: 2, into: &$0) },
            "LE Phy Update Complete: 0x0040, success"
        ),
        (
            "04 3E 04 14 40 00 01",
            { LEEvent.channelSelectionAlgorithm(0x40, 2, into: &$0) },
            "LE Channel Selection Algorithm: 0x0040"
        ),
        (
            "04 3E 0F 02 01 00 01 01 00 00 00 00 C0 03 02 01 06 C4",
            {
                LEEvent.advertisingReport(
                    type: 0, PeerAddress(strap), octets("02 01 06").span, signal: -60, into: &$0)
            },
            "LE Advertising Report: connectable, C0:00:00:00:00:01 random"
        ),
        (
            "04 3E 12 0B 01 01 01 01 00 00 00 00 C0 01 01 00 00 00 00 40 C4",
            {
                LEEvent.directedAdvertisingReport(
                    PeerAddress(strap), to: Address(0x40_0000_000001), signal: -60, into: &$0)
            },
            "LE Directed Advertising Report: C0:00:00:00:00:01 random"
        ),
        ("04 3E 01 11", { LEEvent.scanTimeout(into: &$0) }, "LE Scan Timeout"),
        (
            "04 3E 06 12 43 02 00 00 05",
            {
                LEEvent.advertisingSetTerminated(
                    .limitReached, set: 2, connection: 0, events: 5, into: &$0)
            },
            "LE Advertising Set Terminated: set 2, limit reached"
        ),
        (
            "04 3E 09 13 02 00 34 12 07 DC 1B 00",
            { LEEvent.scanRequestReceived(set: 2, PeerAddress(phone), into: &$0) },
            "LE Scan Request Received: set 2, 00:1B:DC:07:12:34 public"
        ),
    ]

    @Test func `every event and its bytes and words`() {
        var kinds: Set<UInt8> = []
        var subevents: Set<UInt8> = []
        for (text, write, words) in Self.rows {
            var out: [UInt8] = [0xEE]
            write(&out)
            #expect(Array(out.dropFirst()) == octets(text))
            #expect(out[0] == 0xEE)
            #expect(HCIDescriber.describe(out.span.extracting(1..<out.count)) == words)
            kinds.insert(out[2])
            if out[2] == HCIEventCode.leMeta.rawValue { subevents.insert(out[4]) }
        }
        #expect(kinds == Set(HCIEventCode.allCases.map(\.rawValue)))
        let elsewhere: [LESubevent] = [
            .extendedAdvertisingReport, .readLocalP256PublicKeyComplete, .generateDHKeyComplete,
        ]
        #expect(
            subevents.union(elsewhere.map(\.rawValue))
                == Set(LESubevent.allCases.map(\.rawValue)))
    }

    @Test func `keys and secrets`() {
        var out: [UInt8] = []
        LEEvent.localPublicKey(.success, [UInt8](repeating: 0xAB, count: 64), into: &out)
        #expect(Array(out.prefix(6)) == octets("04 3E 42 08 00 AB"))
        #expect(out.count == 69)
        out = []
        LEEvent.dhKey(.success, [UInt8](repeating: 0xCD, count: 32), into: &out)
        #expect(Array(out.prefix(6)) == octets("04 3E 22 09 00 CD"))
        #expect(out.count == 37)
    }

    /// Core Vol 4, Part E, 7.7.65.13: at most 229 bytes a report, those before the last say that
    /// more comes.
    @Test func `a long advertisement comes in several reports`() {
        var report = LEEvent.ExtendedReport(type: 0x01, peer: PeerAddress(Self.strap), signal: -70)
        report.secondaryPHY = 2
        report.set = 3
        let rows: [(length: Int, parts: [Int])] = [
            (0, [0]), (1, [1]), (229, [229]), (230, [229, 1]), (458, [229, 229]),
            (1_650, [229, 229, 229, 229, 229, 229, 229, 47]),
        ]
        for (length, parts) in rows {
            let data = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
            var out: [UInt8] = []
            LEEvent.extendedAdvertisingReports(report, data.span, into: &out)
            var joined: [UInt8] = []
            for (index, part) in parts.enumerated() {
                let more = index < parts.count - 1
                let head =
                    octets("04 3E") + [UInt8(26 + part)] + octets("0D 01")
                    + [more ? 0x21 : 0x01, 0x00] + octets("01 01 00 00 00 00 C0 01 02 03 7F BA")
                    + octets("00 00 00 00 00 00 00 00 00") + [UInt8(part)]
                #expect(Array(out.prefix(head.count)) == head)
                joined += out[head.count..<head.count + part]
                out.removeFirst(head.count + part)
            }
            #expect(out.isEmpty)
            #expect(joined == data)
        }
    }

    /// Bits of the specification's own lists (Core Vol 4, Part E, 7.3.1 and 7.8.1).
    @Test func `mask bits`() {
        #expect(HCIEventCode.disconnectionComplete.maskBit == 4)
        #expect(HCIEventCode.encryptionChange.maskBit == 7)
        #expect(HCIEventCode.hardwareError.maskBit == 15)
        #expect(HCIEventCode.dataBufferOverflow.maskBit == 25)
        #expect(HCIEventCode.encryptionKeyRefreshComplete.maskBit == 47)
        #expect(HCIEventCode.leMeta.maskBit == 61)
        #expect(HCIEventCode.commandComplete.maskBit == nil)
        #expect(LESubevent.connectionComplete.maskBit == 0)
        #expect(LESubevent.enhancedConnectionComplete.maskBit == 9)
        #expect(LESubevent.channelSelectionAlgorithm.maskBit == 19)
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
