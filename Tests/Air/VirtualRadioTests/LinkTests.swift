import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import VirtualRadio

struct LinkTests {
    @Test func `both ends learn of the link`() throws {
        let pair = try LinkedPair(connected: false)
        pair.central.wanted = pair.peripheral.address
        pair.air.medium.listen()
        pair.run(.milliseconds(200))
        #expect(pair.central.end.calls == ["began as central"])
        #expect(pair.peripheral.end.calls == ["began as peripheral"])
        #expect(pair.link?.centralAddress == pair.central.address)
        #expect(pair.link?.peripheralAddress == pair.peripheral.address)
        #expect(pair.link?.rssi == -40)
    }

    @Test func `whole frames or data packets, as the end wants them`() throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        let payload = [UInt8]((0..<60).map { UInt8($0) })
        link.send(payload.span, channel: 4, from: .peripheral)
        pair.run(.milliseconds(40))
        #expect(pair.central.end.take() == ["64 bytes, start"])
        #expect(pair.central.end.received == [[60, 0, 4, 0] + payload])
        #expect(pair.peripheral.end.take() == ["acknowledged"])
        pair.central.end.wantsFragments = true
        link.send(payload.span, channel: 4, from: .peripheral)
        pair.run(.milliseconds(40))
        #expect(pair.central.end.take() == ["27 bytes, start", "27 bytes", "10 bytes"])
        #expect(pair.central.end.received[1...].flatMap(\.self) == [60, 0, 4, 0] + payload)
    }

    @Test func `parts of a host keep their cuts`() throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        link.send(part: [3, 0, 4, 0].span, isStart: true, from: .central)
        link.send(part: [0x0A, 1, 0].span, isStart: false, from: .central)
        pair.run(.milliseconds(40))
        #expect(pair.peripheral.end.take() == ["4 bytes, start", "3 bytes"])
        #expect(pair.central.end.take() == ["acknowledged", "acknowledged"])
    }

    @Test func `an end without room is sent to again until it has some`() throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        pair.central.end.canReceive = false
        link.send([1].span, channel: 4, from: .peripheral)
        pair.run(.milliseconds(500))
        #expect(pair.central.end.take() == [])
        #expect(pair.peripheral.end.take() == [])
        pair.central.end.canReceive = true
        pair.run(.milliseconds(40))
        #expect(pair.central.end.take() == ["5 bytes, start"])
        #expect(pair.peripheral.end.take() == ["acknowledged"])
    }

    @Test func `longer packets and the faster PHY carry more in an event`() throws {
        let pair = try LinkedPair(Radio(packetsPerEvent: 100))
        let link = try #require(pair.link)
        var perEvent: [Int] = [link.packetsPerEvent]
        link.start(.dataLength(251), by: .central)
        pair.run(.milliseconds(40))
        perEvent.append(link.packetsPerEvent)
        #expect(pair.central.end.take() == ["dataLength(sent: 251, received: 251)"])
        #expect(pair.peripheral.end.take() == ["dataLength(sent: 251, received: 251)"])
        link.start(.phy(sent: .twoMegabit, received: .twoMegabit), by: .peripheral)
        pair.run(.milliseconds(400))
        perEvent.append(link.packetsPerEvent)
        #expect(pair.peripheral.end.calls.count == 1 && pair.central.end.calls.count == 1)
        // 30 ms over (full packet, gap, empty packet, gap): 676, 2468 and 1392 us.
        #expect(perEvent == [44, 12, 21])
    }

    @Test func `the slower direction says how much an event carries`() throws {
        for (sent, received) in [
            (Radio.PHY.twoMegabit, Radio.PHY.oneMegabit), (.oneMegabit, .twoMegabit),
        ] {
            let pair = try LinkedPair(Radio(packetsPerEvent: 100))
            pair.link?.start(.dataLength(251), by: .central)
            pair.link?.start(.phy(sent: sent, received: received), by: .central)
            pair.run(.milliseconds(400))
            // 30 ms over (full packet with 1M, gap, empty packet with 2M, gap): 2432 us.
            #expect(pair.link?.packetsPerEvent == 12)
        }
    }

    @Test(arguments: [(true, true, 1), (true, false, 3), (false, true, 3), (false, false, 3)])
    func `packets are longer from the start if both sides know longer ones`(
        central: Bool, peripheral: Bool, packets: Int
    ) throws {
        let pair = try LinkedPair(Radio(dataLength: 251), connected: false)
        for (end, knows) in [(pair.central.end, central), (pair.peripheral.end, peripheral)]
        where knows {
            end.linkIdentity.features |= LinkLayerIdentity.Feature.dataLengthExtension
        }
        pair.central.end.wantsFragments = true
        pair.central.wanted = pair.peripheral.address
        pair.air.medium.listen()
        pair.run(.milliseconds(200))
        pair.link?.send([UInt8](repeating: 7, count: 60).span, channel: 4, from: .peripheral)
        pair.run(.milliseconds(40))
        #expect(pair.central.end.received.count == packets)
    }

    @Test func `features and version are what the other side says`() throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        pair.peripheral.end.linkIdentity.features = LinkLayerIdentity.Feature.encryption
        link.start(.features, by: .central)
        link.start(.version, by: .central)
        pair.run(.milliseconds(100))
        #expect(pair.central.end.calls.count == 2)
        #expect(pair.central.end.calls.first == "features(1)")
        #expect(pair.peripheral.end.calls == [])
    }

    @Test func `of the first octet what both have, of the others what the peer has`() throws {
        let pair = try LinkedPair()
        pair.central.end.linkIdentity.features = 0x0F
        pair.peripheral.end.linkIdentity.features = 0x4103
        pair.link?.start(.features, by: .central)
        pair.run(.milliseconds(100))
        #expect(pair.central.end.calls == ["features(\(0x4103))"])
        pair.peripheral.end.linkIdentity.features = 0x4130
        pair.link?.start(.features, by: .central)
        pair.run(.milliseconds(100))
        #expect(pair.central.end.calls.last == "features(\(0x4100))")
    }

    @Test func `procedures without end are dropped`() throws {
        let pair = try LinkedPair()
        for _ in 0..<5_000 { pair.link?.start(.version, by: .central) }
        #expect(pair.link?.procedures.count == 256)
        pair.run(.seconds(60))
        #expect(pair.central.end.calls.count == 256)
    }

    static let key = [UInt8](repeating: 7, count: 16)

    @Test(arguments: [
        (QuestionAnswer.longTermKey(key), "encryption(status: 0, isRefresh: false)", true),
        (.refused(status: 6), "encryption(status: 6, isRefresh: false)", false),
        (
            .longTermKey([UInt8](repeating: 8, count: 16)),
            "ended the two sides encrypt with different keys", false
        ),
    ])
    func `encryption needs the same key on both sides`(
        _ answer: QuestionAnswer, _ outcome: String, _ encrypted: Bool
    ) throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        pair.peripheral.end.answer = answer
        link.start(.encryption(key: Self.key, random: 5, diversifier: 6), by: .central)
        link.send([1].span, channel: 4, from: .central)
        pair.run(.milliseconds(150))
        #expect(link.isEncrypted == encrypted)
        #expect(pair.central.end.calls.contains(outcome))
        #expect(
            pair.peripheral.end.calls.contains("asked longTermKey(random: 5, diversifier: 6)"))
        if link.isOpen { #expect(pair.peripheral.end.calls.contains("5 bytes, start")) }
    }

    @Test func `data waits while a key is asked for, and no answer ends the link`() throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        link.start(.encryption(key: Self.key, random: 0, diversifier: 0), by: .central)
        pair.run(.milliseconds(100))
        link.send([1].span, channel: 4, from: .central)
        link.send([1].span, channel: 4, from: .peripheral)
        pair.run(.seconds(39))
        #expect(link.isOpen)
        #expect(!pair.peripheral.end.calls.contains("5 bytes, start"))
        #expect(pair.central.end.received == [])
        pair.run(.seconds(1))
        #expect(pair.central.end.calls == ["ended a procedure of the link layer was not answered"])
        #expect(
            pair.peripheral.end.calls.last == "ended a procedure of the link layer was not answered"
        )
    }

    @Test func `a peripheral's wish for parameters is the central's to grant`() throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        let wish = ConnectionParameterRequest(
            minimumInterval: .milliseconds(15), maximumInterval: .milliseconds(15), latency: 0,
            supervisionTimeout: .seconds(4))
        link.start(.parameterRequest(wish), by: .peripheral)
        pair.run(.milliseconds(100))
        #expect(pair.central.end.take().count == 1)
        link.answer(.refused(status: 0x3B))
        pair.run(.milliseconds(100))
        #expect(pair.peripheral.end.take() == ["parametersRefused(status: 59)"])
        let granted = ConnectionParameters(
            interval: .milliseconds(15), latency: 0, supervisionTimeout: .seconds(4))
        pair.central.end.answer = .parameters(granted)
        link.start(.parameterRequest(wish), by: .peripheral)
        pair.run(.milliseconds(400))
        #expect(link.parameters == granted)
        #expect(pair.peripheral.end.take().count == 1)
    }

    @Test func `each side sees the reason that concerns it`() throws {
        for role in [LinkRole.central, .peripheral] {
            let pair = try LinkedPair()
            pair.link?.terminate(.remotePowerOff, by: role)
            pair.run(.milliseconds(100))
            let (own, other) =
                role == .central
                ? (pair.central, pair.peripheral) : (pair.peripheral, pair.central)
            #expect(own.end.take() == ["ended this side ended the link"])
            #expect(other.end.take() == ["ended the other side is switched off"])
        }
    }

    @Test func `of two reasons of one side the first counts`() throws {
        for role in [LinkRole.central, .peripheral] {
            let pair = try LinkedPair()
            pair.link?.terminate(.remotePowerOff, by: role)
            pair.link?.terminate(.remoteLowResources, by: role)
            pair.run(.milliseconds(100))
            let other = role == .central ? pair.peripheral : pair.central
            #expect(other.end.take() == ["ended the other side is switched off"])
        }
    }

    @Test func `who may advertise again when a link ends is heard, without saying so`() throws {
        let pair = try LinkedPair()
        pair.central.scans = true
        pair.air.medium.listen()
        pair.run(.seconds(1))
        #expect(pair.central.heard.isEmpty)
        pair.peripheral.advertisement = AirAdvertisement(
            address: pair.peripheral.address, isConnectable: true, isScannable: true,
            data: [2, 1, 6], interval: .milliseconds(100))
        pair.link?.terminate(.remoteUserTerminated, by: .central)
        pair.run(.seconds(1))
        #expect(!pair.central.heard.isEmpty)
    }

    @Test func `no peer: failed to be established, after six intervals`() throws {
        let pair = try LinkedPair(connected: false)
        pair.peripheral.accepts = false
        pair.central.wanted = pair.peripheral.address
        pair.air.medium.listen()
        pair.run(.milliseconds(110))
        #expect(pair.central.end.take() == ["began as central"])
        pair.run(.milliseconds(400))
        #expect(pair.central.end.take() == ["ended the connection could not be established"])
    }

    @Test func `a host that goes silent ends its links by supervision timeout`() throws {
        let pair = try LinkedPair()
        pair.run(.seconds(1))
        pair.central.node.silentUntil = .zero + .seconds(100)
        pair.central.node.refresh()
        pair.run(.seconds(6))
        #expect(pair.central.end.take() == ["ended connection timeout"])
        #expect(pair.peripheral.end.take() == ["ended connection timeout"])
    }

    @Test func `losses with a long rest between them do not add up to a timeout`() throws {
        let pair = try LinkedPair()
        func loseReplies(of data: [UInt8]) {
            let now = pair.simulation.clock.now
            pair.peripheral.node.interferences = [
                Interference(start: now, end: now + .milliseconds(40), inward: 0, outward: 0.9999)
            ]
            pair.peripheral.node.refresh()
            pair.link?.send(part: data.span, isStart: true, from: .central)
            pair.run(.milliseconds(50))
            pair.peripheral.node.refresh()
        }
        for _ in 0..<3 {
            loseReplies(of: [3, 0, 4, 0, 1, 2, 3])
            pair.run(.seconds(20))
        }
        #expect(pair.link?.isOpen == true)
        #expect(pair.peripheral.end.received.count == 3)
    }
}
