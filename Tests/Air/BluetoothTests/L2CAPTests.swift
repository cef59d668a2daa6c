import Bluetooth
import Testing

struct L2CAPTests {
    /// An ATT read request of handle 3 in its frame.
    static let frame = octets("03 00 04 00 0A 03 00")

    @Test func `an ACL header, from both sides`() {
        let rows: [(String, UInt16, ACLHeader.Boundary, Int)] = [
            ("02 40 00 02 00 AA BB", 0x040, .firstNonFlushable, 2),
            ("02 40 10 01 00 AA", 0x040, .continuing, 1),
            ("02 FF 2E 00 00", 0xEFF, .firstFlushable, 0),
        ]
        for (text, handle, boundary, length) in rows {
            let packet = octets(text)
            let header = ACLHeader(packet: packet.span)
            #expect(header == ACLHeader(handle: handle, boundary, dataLength: length))
            var out: [UInt8] = []
            header?.encode(into: &out)
            #expect(out == Array(packet.prefix(5)))
            for length in 0..<packet.count {
                #expect(ACLHeader(packet: packet.span.extracting(0..<length)) == nil)
            }
            #expect(ACLHeader(packet: (packet + [0]).span) == nil)
        }
    }

    static func assemble(
        _ fragments: [(String, isFirst: Bool)], limit: Int = 100
    ) throws(L2CAPError) -> [(channel: UInt16, payload: [UInt8])] {
        var reassembler = L2CAPReassembler(limit: limit)
        var found: [(channel: UInt16, payload: [UInt8])] = []
        for (text, isFirst) in fragments
        where try reassembler.append(octets(text).span, isFirst: isFirst) {
            found.append((reassembler.channel, reassembler.payload.array()))
        }
        return found
    }

    @Test func `fragments of any size become the frame again`() throws {
        for size in 1...Self.frame.count {
            var reassembler = L2CAPReassembler()
            for round in 0..<2 {
                var whole = 0
                for start in stride(from: 0, to: Self.frame.count, by: size) {
                    let end = min(start + size, Self.frame.count)
                    let part = Array(Self.frame[start..<end])
                    if try reassembler.append(part.span, isFirst: start == 0) {
                        whole += 1
                        #expect(end == Self.frame.count)
                        #expect(reassembler.channel == L2CAPChannel.attribute)
                        #expect(reassembler.payload.array() == octets("0A 03 00"))
                    }
                }
                #expect(whole == 1, "fragments of \(size), round \(round)")
            }
        }
    }

    @Test func `a frame's header`() {
        let header = L2CAPHeader(Self.frame.span)
        #expect(header == L2CAPHeader(payloadLength: 3, channel: 4))
        var out: [UInt8] = []
        header?.encode(into: &out)
        #expect(out == Array(Self.frame.prefix(4)))
        #expect(L2CAPHeader(Self.frame.span.extracting(0..<3)) == nil)
    }

    @Test func `what was begun is forgotten on request`() throws {
        var reassembler = L2CAPReassembler()
        #expect(try !reassembler.append(octets("03 00 04 00 0A").span, isFirst: true))
        reassembler.reset()
        #expect(throws: L2CAPError.continuationWithoutStart) {
            _ = try reassembler.append(octets("03 00").span, isFirst: false)
        }
        #expect(try reassembler.append(Self.frame.span, isFirst: true))
    }

    @Test func `an empty frame is a frame`() throws {
        let found = try Self.assemble([("00 00 06 00", true)])
        #expect(found.count == 1)
        #expect(found.first?.payload == [])
    }

    @Test func `fragments in the wrong place or of the wrong length are errors`() {
        let rows: [([(String, isFirst: Bool)], L2CAPError)] = [
            ([("0A 03 00", false)], .continuationWithoutStart),
            ([("03 00 04 00 0A 03 00", true), ("0A", false)], .continuationWithoutStart),
            ([("03 00 04 00 0A 03 00 00", true)], .moreThanAnnounced(length: 3, got: 4)),
            (
                [("03 00 04 00", true), ("0A 03 00 00", false)],
                .moreThanAnnounced(length: 3, got: 4)
            ),
            ([("65 00 04 00", true)], .tooLong(limit: 100)),
        ]
        for (fragments, error) in rows {
            #expect(throws: error) { _ = try Self.assemble(fragments) }
        }
    }

    @Test func `after an error the next first fragment begins anew`() throws {
        var reassembler = L2CAPReassembler(limit: 100)
        #expect(throws: L2CAPError.tooLong(limit: 100)) {
            _ = try reassembler.append(octets("65 00 04 00 01").span, isFirst: true)
        }
        #expect(throws: L2CAPError.continuationWithoutStart) {
            _ = try reassembler.append(octets("01").span, isFirst: false)
        }
        #expect(try reassembler.append(Self.frame.span, isFirst: true))
        #expect(reassembler.lostFrames == 0)
        #expect(try !reassembler.append(octets("03 00 04").span, isFirst: true))
        #expect(try reassembler.append(Self.frame.span, isFirst: true))
        #expect(reassembler.lostFrames == 1)
    }

    /// Commands of the signalling channel (Core Vol 3, Part A, 4.1 to 4.24).
    static let signals: [(String, L2CAPSignal)] = [
        ("01 05 02 00 00 00", L2CAPSignal(5, .commandReject(.notUnderstood))),
        ("01 05 04 00 01 00 17 00", L2CAPSignal(5, .commandReject(.mtuExceeded(23)))),
        (
            "01 05 06 00 02 00 40 00 41 00",
            L2CAPSignal(5, .commandReject(.invalidChannel(local: 0x40, remote: 0x41)))
        ),
        (
            "06 02 04 00 40 00 41 00",
            L2CAPSignal(2, .disconnectionRequest(destination: 0x40, source: 0x41))
        ),
        (
            "07 02 04 00 40 00 41 00",
            L2CAPSignal(2, .disconnectionResponse(destination: 0x40, source: 0x41))
        ),
        (
            "12 01 08 00 06 00 0C 00 00 00 C8 00",
            L2CAPSignal(
                1,
                .connectionParameterUpdateRequest(
                    minimum: 6, maximum: 12, latency: 0, supervisionTimeout: 200))
        ),
        (
            "13 01 02 00 00 00",
            L2CAPSignal(1, .connectionParameterUpdateResponse(isAccepted: true))
        ),
        (
            "13 01 02 00 01 00",
            L2CAPSignal(1, .connectionParameterUpdateResponse(isAccepted: false))
        ),
        (
            "14 03 0A 00 80 00 40 00 00 02 F7 00 0A 00",
            L2CAPSignal(
                3,
                .creditConnectionRequest(
                    protocol: 0x80, source: 0x40, mtu: 512, mps: 247, credits: 10))
        ),
        (
            "15 03 0A 00 00 00 00 00 00 00 00 00 02 00",
            L2CAPSignal(
                3,
                .creditConnectionResponse(
                    destination: 0, mtu: 0, mps: 0, credits: 0, result: 2))
        ),
        (
            "16 04 04 00 40 00 05 00",
            L2CAPSignal(4, .flowControlCredit(channel: 0x40, credits: 5))
        ),
    ]

    @Test(arguments: signals)
    func `a signal and its bytes`(_ text: String, _ signal: L2CAPSignal) throws {
        let bytes = octets(text)
        #expect(try L2CAPSignal(bytes.span) == signal)
        var out: [UInt8] = []
        signal.encode(into: &out)
        #expect(out == bytes)
        for length in 0..<bytes.count {
            let error: L2CAPSignalError =
                length < 4
                ? .noHeader : .invalidLength(identifier: bytes[1], code: bytes[0])
            #expect(throws: error) { _ = try L2CAPSignal(bytes.span.extracting(0..<length)) }
        }
        #expect(throws: L2CAPSignalError.invalidLength(identifier: bytes[1], code: bytes[0])) {
            _ = try L2CAPSignal((bytes + [0]).span)
        }
    }

    @Test func `what is refused, and how`() throws {
        let rows: [(String, String?)] = [
            // An LE credit based connection is refused with its own response.
            (
                "14 03 0A 00 80 00 40 00 00 02 F7 00 0A 00",
                "15 03 0A 00 00 00 00 00 00 00 00 00 02 00"
            ),
            ("06 02 04 00 40 00 41 00", "01 02 06 00 02 00 40 00 41 00"),
            // An echo request, which LE does not have, and a code of the future.
            ("08 09 01 00 55", "01 09 02 00 00 00"), ("7F 01 00 00", "01 01 02 00 00 00"),
            // Responses are not answered.
            ("09 09 00 00", nil), ("01 09 02 00 00 00", nil), ("13 01 02 00 00 00", nil),
            ("16 04 04 00 40 00 05 00", nil),
        ]
        for (request, answer) in rows {
            var out: [UInt8] = []
            try L2CAPSignal(octets(request).span).refusal?.encode(into: &out)
            #expect(out == octets(answer ?? ""), "\(request)")
        }
    }

    @Test func `fuzz: reassembly and signals take anything`() {
        var dice = Dice(state: 11)
        var reassembler = L2CAPReassembler(limit: 64)
        for _ in 0..<fuzzRounds {
            let bytes = dice.bytes(upTo: 40)
            if let signal = try? L2CAPSignal(bytes.span) {
                var out: [UInt8] = []
                signal.encode(into: &out)
                if case .other = signal.content { continue }
                if case .commandReject(.other) = signal.content { continue }
                if case .connectionParameterUpdateResponse = signal.content { continue }
                #expect(out == bytes)
            }
            // A header that is likely to fit.
            let fragment =
                Bool.random(using: &dice) ? bytes : [UInt8(bytes.count & 31), 0, 4, 0] + bytes
            let isWhole = try? reassembler.append(
                fragment.span, isFirst: Bool.random(using: &dice))
            if isWhole == true { #expect(reassembler.payload.count <= 64) }
        }
    }
}
