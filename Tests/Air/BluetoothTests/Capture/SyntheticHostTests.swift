import Testing

@testable import Bluetooth

/// Packets by the tables of Core Vol 4, Part E, 7.
struct SyntheticHostTests {
    static let peer = Address(0xE8C9_8F52_7B07)
    static let peerBytes: [UInt8] = [0x07, 0x7B, 0x52, 0x8F, 0xC9, 0xE8]
    static let parameters = ConnectionTiming(
        interval: 24, latency: 1, supervisionTimeout: 500)

    static func host(_ kind: Address.Kind = .random) -> SyntheticHost {
        SyntheticHost(name: "phone", address: Address(0xC0FF_EE00_0001, kind: kind))
    }

    @Test func `the controller is started and its address set or asked for`() {
        let random = Self.host().start()
        #expect(random[0] == CapturedPacket(.toController, [0x01, 0x03, 0x0C, 0x00]))
        #expect(random[1] == CapturedPacket(.toHost, [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]))
        #expect(random[3].bytes.count == 3 + 4 + 248)
        #expect(
            random[3].bytes.prefix(12)
                == [0x04, 0x0E, 252, 1, 0x14, 0x0C, 0, 0x70, 0x68, 0x6F, 0x6E, 0x65])
        #expect(random[5].bytes == [0x04, 0x0E, 7, 1, 0x02, 0x20, 0, 0xFB, 0x00, 8])
        #expect(random[6].bytes == [0x01, 0x05, 0x20, 6, 0x01, 0x00, 0x00, 0xEE, 0xFF, 0xC0])
        let assigned = Self.host(.publicDevice).start()
        #expect(
            assigned[7].bytes == [
                0x04, 0x0E, 10, 1, 0x09, 0x10, 0, 0x01, 0x00, 0x00, 0xEE, 0xFF, 0xC0,
            ])
    }

    @Test func `scanning is switched on and off`() {
        let on = Self.host().scanStarted(isActive: true).map(\.bytes)
        #expect(on[0] == [0x01, 0x0B, 0x20, 7, 1, 16, 0, 16, 0, 1, 0])
        #expect(on[2] == [0x01, 0x0C, 0x20, 2, 1, 0])
        #expect(Self.host().scanStopped()[0].bytes == [0x01, 0x0C, 0x20, 2, 0, 0])
    }

    @Test func `an advertisement and its scan response are two reports`() {
        let reports = Self.host().heard(
            Self.peer, isConnectable: true, rssi: -60, data: [2, 1, 6], scanResponse: [2, 9, 0x41])
        #expect(
            reports.map(\.bytes) == [
                [0x04, 0x3E, 15, 2, 1, 0, 1] + Self.peerBytes + [3, 2, 1, 6, 0xC4],
                [0x04, 0x3E, 15, 2, 1, 4, 1] + Self.peerBytes + [3, 2, 9, 0x41, 0xC4],
            ])
    }

    @Test(
        arguments: [
            (true, [] as [UInt8], 0), (false, [], 3), (false, [1], 2),
        ] as [(Bool, [UInt8], UInt8)])
    func `the kind of advertisement follows from what it allows`(
        row: (isConnectable: Bool, response: [UInt8], type: UInt8)
    ) {
        let reports = Self.host().heard(
            Self.peer, isConnectable: row.isConnectable, rssi: -200, data: [],
            scanResponse: row.response)
        #expect(reports[0].bytes[5] == row.type)
        #expect(reports[0].bytes.last == 0x81)
    }

    @Test func `a connection is a command, its status and its completion`() {
        var host = Self.host()
        #expect(
            host.opened(7, to: Self.peer, Self.parameters).map(\.bytes) == [
                [0x01, 0x0D, 0x20, 25, 16, 0, 16, 0, 0, 1] + Self.peerBytes
                    + [1, 24, 0, 24, 0, 1, 0, 0xF4, 0x01, 0, 0, 0, 0],
                [0x04, 0x0F, 4, 0, 1, 0x0D, 0x20],
                [0x04, 0x3E, 19, 1, 0, 0x40, 0x00, 0, 1] + Self.peerBytes
                    + [24, 0, 1, 0, 0xF4, 0x01, 0],
            ])
    }

    @Test func `handles are free ones`() {
        var host = Self.host()
        let others = (1...3).map { Address($0) }
        for (link, other) in others.enumerated() {
            _ = host.opened(UInt16(link), to: other, Self.parameters)
        }
        _ = host.closed(1, reason: 0x13)
        let again = host.opened(7, to: Self.peer, Self.parameters)
        #expect(again[2].bytes[5...6] == [0x41, 0x00])
    }

    @Test func `a frame is cut at 251 bytes`() {
        var host = Self.host()
        _ = host.opened(7, to: Self.peer, Self.parameters)
        let long = [UInt8](repeating: 0x55, count: 521)
        let out = host.frame(long.span, .toController, on: 7).map(\.bytes)
        #expect(
            out.map { Array($0.prefix(5)) } == [
                [0x02, 0x40, 0x00, 251, 0], [0x02, 0x40, 0x10, 251, 0], [0x02, 0x40, 0x10, 19, 0],
            ])
        #expect(out[2].count == 24)
        let frame: [UInt8] = [3, 0, 4, 0, 0x1B, 5, 0]
        #expect(
            host.frame(frame.span, .toHost, on: 7)
                == [CapturedPacket(.toHost, [0x02, 0x40, 0x20, 7, 0] + frame)])
        // Exactly full.
        let full = [UInt8](repeating: 1, count: 251)
        #expect(host.frame(full.span, .toHost, on: 7).count == 1)
    }

    @Test func `what arrived makes room, frame by frame`() {
        var host = Self.host()
        _ = host.opened(7, to: Self.peer, Self.parameters)
        #expect(host.acknowledged(7).isEmpty)
        for length in [521, 7] {
            let frame = [UInt8](repeating: 0, count: length)
            _ = host.frame(frame.span, .toController, on: 7)
        }
        _ = host.frame([1].span, .toHost, on: 7)
        #expect(host.acknowledged(7).map(\.bytes) == [[0x04, 0x13, 5, 1, 0x40, 0x00, 3, 0]])
        #expect(host.acknowledged(7).map(\.bytes) == [[0x04, 0x13, 5, 1, 0x40, 0x00, 1, 0]])
        #expect(host.acknowledged(7).isEmpty)
    }

    @Test func `new parameters are asked for and come`() {
        var host = Self.host()
        _ = host.opened(7, to: Self.peer, Self.parameters)
        #expect(
            host.updated(
                7,
                ConnectionTiming(interval: 6, latency: 0, supervisionTimeout: 400)
            ).map(\.bytes) == [
                [0x01, 0x13, 0x20, 14, 0x40, 0, 6, 0, 6, 0, 0, 0, 0x90, 0x01, 0, 0, 0, 0],
                [0x04, 0x0F, 4, 0, 1, 0x13, 0x20],
                [0x04, 0x3E, 10, 3, 0, 0x40, 0, 6, 0, 0, 0, 0x90, 0x01],
            ])
    }

    @Test func `encryption is asked for and comes, or does not`() {
        var host = Self.host()
        _ = host.opened(7, to: Self.peer, Self.parameters)
        #expect(
            host.encrypting(
                7, key: Array(1...16), diversifier: 0x2474, random: 0xABCD_EF12_3456_7890
            ).map(\.bytes) == [
                [0x01, 0x19, 0x20, 28, 0x40, 0, 0x90, 0x78, 0x56, 0x34, 0x12, 0xEF, 0xCD, 0xAB]
                    + [0x74, 0x24] + (1...16).reversed(),
                [0x04, 0x0F, 4, 0, 1, 0x19, 0x20],
            ])
        for (status, isRefresh, event) in [
            (UInt8(0), false, [0x04, 0x08, 4, 0, 0x40, 0, 1]),
            (6, false, [0x04, 0x08, 4, 6, 0x40, 0, 0]), (0, true, [0x04, 0x30, 3, 0, 0x40, 0]),
            (0xFF, false, [0x04, 0x08, 4, 0x1F, 0x40, 0, 0]),
        ] as [(UInt8, Bool, [UInt8])] {
            #expect(
                host.encrypted(7, status: status, isRefresh: isRefresh).map(\.bytes) == [event])
        }
    }

    @Test func `an end has a command only if the host wanted it`() {
        var host = Self.host()
        _ = host.opened(7, to: Self.peer, Self.parameters)
        #expect(
            host.closed(7, reason: 0x08).map(\.bytes)
                == [[0x04, 0x05, 4, 0, 0x40, 0x00, 0x08]])
        _ = host.opened(7, to: Self.peer, Self.parameters)
        #expect(
            host.closed(7, reason: 0x16).map(\.bytes) == [
                [0x01, 0x06, 0x04, 3, 0x40, 0x00, 0x13], [0x04, 0x0F, 4, 0, 1, 0x06, 0x04],
                [0x04, 0x05, 4, 0, 0x40, 0x00, 0x16],
            ])
    }

    @Test func `without a link there is nothing to tell`() {
        var host = Self.host()
        #expect(host.frame([1, 2].span, .toHost, on: 7).isEmpty)
        #expect(host.updated(7, Self.parameters).isEmpty)
        #expect(host.encrypting(7, key: [], diversifier: 0, random: 0).isEmpty)
        #expect(host.encrypted(7, status: 0, isRefresh: false).isEmpty)
        #expect(host.closed(7, reason: 0x08).isEmpty)
    }
}
