import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import VirtualRadio

/// When packets cross a link, what is lost on the way, and what is counted of it.
struct LinkTimingTests {
    private static let frame: [UInt8] = [3, 0, 4, 0, 1, 2, 3]

    private static func pair(
        _ interval: Nanoseconds, latency: UInt16 = 0, timeout: Nanoseconds = .seconds(6)
    ) throws -> LinkedPair {
        let pair = try LinkedPair(connected: false)
        pair.central.parameters = ConnectionParameters(
            interval: interval, latency: latency, supervisionTimeout: timeout)
        pair.central.wanted = pair.peripheral.address
        pair.air.medium.listen()
        for _ in 0..<400 where pair.link == nil { pair.run(.milliseconds(1)) }
        return pair
    }

    /// Nearly everything is lost from now on.
    private static func jam(_ node: RadioNode, inward: Double = 0, outward: Double = 0) {
        let now = node.medium.clock.now
        node.interferences = [
            Interference(start: now, end: now + .seconds(100), inward: inward, outward: outward)
        ]
        node.refresh()
    }

    private static func clear(_ node: RadioNode) {
        node.interferences = []
        node.refresh()
    }

    private static func runEvent(_ pair: LinkedPair) {
        let before = pair.peripheral.node.statistics.connectionEvents
        for _ in 0..<5_000
        where pair.peripheral.node.statistics.connectionEvents == before {
            pair.run(.milliseconds(1))
        }
    }

    // MARK: Counters

    @Test func `each direction counts its own packets`() throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        #expect(pair.peripheral.node.statistics.connections == 1)
        for _ in 0..<3 { link.send(Self.frame.span, channel: 4, from: .peripheral) }
        for _ in 0..<2 { link.send(Self.frame.span, channel: 4, from: .central) }
        let before = pair.peripheral.node.statistics.connectionEvents
        Self.runEvent(pair)
        let counts = pair.peripheral.node.statistics
        #expect(counts.connectionEvents == before + 1)
        #expect(counts.packetsToCentral == 3 && counts.packetsToPeripheral == 2)
        #expect(counts.retransmissions == 0 && counts.latePackets == 0)
    }

    @Test func `what is late is what had a place in the event`() throws {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        for _ in 0..<8 { link.send(Self.frame.span, channel: 4, from: .peripheral) }
        for _ in 0..<7 { link.send(Self.frame.span, channel: 4, from: .central) }
        Self.jam(pair.peripheral.node, inward: 0.999_999)
        Self.runEvent(pair)
        // Three packets a direction fit an event.
        #expect(pair.peripheral.node.statistics.latePackets == 6)
        #expect(pair.peripheral.node.statistics.retransmissions == 1)
        Self.clear(pair.peripheral.node)
        pair.run(.milliseconds(100))
        #expect(pair.central.end.received.count == 8 && pair.peripheral.end.received.count == 7)
    }

    @Test func `an empty packet that is lost is no retransmission`() throws {
        let pair = try LinkedPair()
        pair.link?.send(Self.frame.span, channel: 4, from: .central)
        Self.jam(pair.peripheral.node, outward: 0.999_999)
        Self.runEvent(pair)
        #expect(pair.peripheral.end.received.count == 1)
        #expect(pair.peripheral.node.statistics.retransmissions == 0)
        #expect(pair.peripheral.node.statistics.latePackets == 0)
    }

    @Test func `notifications wait in as many buffers as there are, and are counted`() throws {
        let pair = try LinkedPair(Radio(notificationBuffers: 3))
        let link = try #require(pair.link)
        let value = [UInt8](repeating: 7, count: 30)
        let fates = (0..<5).map { _ in link.notify(value.span, handle: 0x0102, room: 20) }
        #expect(fates == [.sent, .sent, .sent, .dropped, .dropped])
        var counts = pair.peripheral.node.statistics
        #expect(counts.notificationsQueued == 3 && counts.notificationsRefused == 2)
        #expect(counts.longestQueue == 3)
        pair.run(.milliseconds(100))
        #expect(link.notify(value.span, handle: 0x0102, room: 20) == .sent)
        pair.run(.milliseconds(100))
        counts = pair.peripheral.node.statistics
        #expect(counts.notificationsQueued == 4 && counts.longestQueue == 3)
        // Channel and length, then opcode and handle, then what there is room for.
        #expect(pair.central.end.received.count == 4)
        #expect(
            pair.central.end.received.allSatisfy {
                $0 == [23, 0, 4, 0, 0x1B, 2, 1] + value.prefix(20)
            })
    }

    @Test(arguments: [LinkRole.central, .peripheral])
    func `what waits in either direction when a link is lost is counted`(role: LinkRole) throws {
        let pair = try LinkedPair()
        pair.run(.seconds(1))
        pair.peripheral.node.silentUntil = .zero + .seconds(100)
        pair.peripheral.node.refresh()
        for _ in 0..<3 { pair.link?.send(Self.frame.span, channel: 4, from: role) }
        pair.run(.seconds(7))
        let counts = pair.peripheral.node.statistics
        #expect(counts.packetsLostAtEnd == 3 && counts.supervisionTimeouts == 1)
    }

    @Test func `the first event is 2.5 ms behind the connection, whatever the interval`() throws {
        let pair = try Self.pair(.milliseconds(100))
        let link = try #require(pair.link)
        // The connection is of the millisecond before.
        let left = link.firstAnchor - pair.simulation.clock.now
        #expect(left > .microseconds(1_400) && left <= .microseconds(2_500), "\(left)")
    }

    // MARK: Losses

    @Test(arguments: [
        (LinkRole.central, LinkRole.central), (.central, .peripheral), (.peripheral, .central),
        (.peripheral, .peripheral),
    ])
    func `interference on either side loses what is sent that way`(
        sender: LinkRole, side: LinkRole
    ) throws {
        let pair = try LinkedPair()
        let node = side == .central ? pair.central.node : pair.peripheral.node
        let isOutward = sender == side
        Self.jam(node, inward: isOutward ? 0 : 0.999_999, outward: isOutward ? 0.999_999 : 0)
        pair.link?.send(Self.frame.span, channel: 4, from: sender)
        pair.run(.milliseconds(300))
        let receiver = sender == .central ? pair.peripheral : pair.central
        #expect(receiver.end.received.isEmpty)
        #expect(pair.peripheral.node.statistics.retransmissions > 5)
        Self.clear(node)
        pair.run(.milliseconds(40))
        #expect(receiver.end.received.count == 1)
    }

    @Test func `a link that is jammed from its first event on was never made`() throws {
        let pair = try Self.pair(.milliseconds(30))
        let link = try #require(pair.link)
        Self.jam(pair.peripheral.node, inward: 0.999_999)
        link.send(Self.frame.span, channel: 4, from: .central)
        let first = link.firstAnchor - pair.simulation.clock.now
        // Six intervals, and not one more.
        pair.run(first + .milliseconds(179))
        #expect(pair.central.end.take() == ["began as central"])
        pair.run(.milliseconds(3))
        #expect(pair.central.end.take() == ["ended the connection could not be established"])
        #expect(pair.peripheral.node.statistics.supervisionTimeouts == 0)
    }

    @Test func `losses add up to a timeout only while nothing gets through`() throws {
        let pair = try Self.pair(.milliseconds(30), timeout: .seconds(1))
        pair.run(.milliseconds(200))
        for _ in 0..<4 {
            Self.jam(pair.peripheral.node, outward: 0.999_999)
            pair.link?.send(Self.frame.span, channel: 4, from: .peripheral)
            pair.run(.milliseconds(700))
            Self.clear(pair.peripheral.node)
            pair.run(.milliseconds(100))
        }
        #expect(pair.link?.isOpen == true && pair.central.end.received.count == 4)
        Self.jam(pair.peripheral.node, outward: 0.999_999)
        pair.link?.send(Self.frame.span, channel: 4, from: .peripheral)
        pair.run(.milliseconds(1_100))
        #expect(pair.central.end.take().last == "ended connection timeout")
    }

    @Test func `a silent peer is noticed a timeout after it was last heard`() throws {
        let pair = try Self.pair(.seconds(1), timeout: .seconds(5))
        let link = try #require(pair.link)
        pair.run(.seconds(20))
        // Nine tenths of an interval after the last event.
        let phase = (pair.simulation.clock.now - link.anchor).count % 1_000_000_000
        pair.run(Nanoseconds((1_900_000_000 - phase) % 1_000_000_000))
        _ = pair.central.end.take()
        pair.central.node.silentUntil = .zero + .seconds(100)
        pair.central.node.refresh()
        pair.run(.milliseconds(4_000))
        #expect(pair.central.end.take().isEmpty)
        pair.run(.milliseconds(200))
        #expect(pair.central.end.take() == ["ended connection timeout"])
    }

    @Test func `who is back in time has no timeout left over`() throws {
        let pair = try Self.pair(.milliseconds(30), timeout: .seconds(2))
        pair.run(.seconds(1))
        for _ in 0..<3 {
            let now = pair.simulation.clock.now
            pair.central.node.silentUntil = now + .milliseconds(1_500)
            pair.central.node.refresh()
            pair.run(.milliseconds(1_501))
            pair.central.node.refresh()
            pair.run(.milliseconds(300))
        }
        #expect(pair.link?.isOpen == true)
        pair.run(.seconds(5))
        #expect(pair.link?.isOpen == true)
    }

    // MARK: Latency

    @Test func `with latency a lost packet is repeated at the next event`() throws {
        let pair = try Self.pair(.milliseconds(50), latency: 9)
        pair.run(.seconds(2))
        Self.jam(pair.peripheral.node, inward: 0.999_999)
        pair.link?.send(Self.frame.span, channel: 4, from: .central)
        Self.runEvent(pair)
        Self.clear(pair.peripheral.node)
        pair.run(.milliseconds(60))
        #expect(pair.peripheral.end.received.count == 1)
    }

    @Test func `a board that sleeps hears every tenth event, and sends at the next one`() throws {
        let pair = try Self.pair(.milliseconds(50), latency: 9)
        let link = try #require(pair.link)
        pair.run(.seconds(2))
        link.send(Self.frame.span, channel: 4, from: .central)
        pair.run(.milliseconds(600))
        let first = try #require(pair.peripheral.end.times.last)
        // Just after an event that it hears.
        let passed = (pair.simulation.clock.now - first).count % 500_000_000
        pair.run(Nanoseconds(505_000_000 - passed))
        link.send(Self.frame.span, channel: 4, from: .central)
        pair.run(.milliseconds(490))
        #expect(pair.peripheral.end.received.count == 1)
        pair.run(.milliseconds(600))
        let second = try #require(pair.peripheral.end.times.last)
        #expect((second - first).count % 500_000_000 == 0 && second > first)
        link.send(Self.frame.span, channel: 4, from: .central)
        link.send(Self.frame.span, channel: 4, from: .peripheral)
        // Its own packet wakes it, and it hears what waits for it.
        pair.run(.milliseconds(51))
        #expect(pair.central.end.received.count == 1 && pair.peripheral.end.received.count == 3)
    }

    // MARK: Parameters

    @Test
    func `new parameters come into force after six events, and events are counted from there`()
        throws
    {
        let pair = try LinkedPair()
        let link = try #require(pair.link)
        link.start(
            .update(
                ConnectionParameters(
                    interval: .milliseconds(100), latency: 0, supervisionTimeout: .seconds(4))),
            by: .central)
        Self.runEvent(pair)
        pair.run(.milliseconds(175))
        #expect(pair.central.end.calls.isEmpty)
        for _ in 0..<10 where pair.central.end.calls.isEmpty { pair.run(.milliseconds(1)) }
        let start = pair.simulation.clock.now
        #expect(pair.central.end.take().count == 1 && pair.peripheral.end.take().count == 1)
        #expect(link.parameters.interval == .milliseconds(100))
        link.send(Self.frame.span, channel: 4, from: .central)
        pair.run(.milliseconds(250))
        let time = try #require(pair.peripheral.end.times.last)
        #expect((98_000_000...100_000_000).contains((time - start).count), "\(time - start)")
    }

    @Test func `packets are as long as both sides can take`() throws {
        let pair = try LinkedPair()
        pair.peripheral.end.linkIdentity.dataLength = 100
        pair.link?.start(.dataLength(251), by: .central)
        pair.run(.milliseconds(40))
        #expect(pair.central.end.take() == ["dataLength(sent: 100, received: 100)"])
    }

    @Test func `who asked for parameters is told that they are refused`() throws {
        let pair = try LinkedPair()
        pair.central.end.answer = .refused(status: 0x1A)
        pair.link?.start(
            .parameterRequest(
                ConnectionParameterRequest(
                    minimumInterval: .milliseconds(50), maximumInterval: .milliseconds(60),
                    latency: 0, supervisionTimeout: .seconds(4))), by: .peripheral)
        pair.run(.milliseconds(100))
        #expect(pair.peripheral.end.take() == ["parametersRefused(status: 26)"])
        #expect(pair.central.end.take().filter { $0.hasPrefix("parametersRefused") } == [])
    }

    @Test(arguments: [
        (7_500, 0, 100, true), (7_499, 0, 100, false), (4_000_000, 0, 32_000, true),
        (4_001_250, 0, 32_000, false), (10_000, 499, 32_000, true), (10_000, 500, 32_000, false),
        (50_000, 0, 100, false), (48_750, 0, 100, true), (10_000, 0, 90, false),
        (10_000, 0, 32_010, false), (100_000, 4, 1_000, false), (100_000, 4, 1_010, true),
    ])
    func `parameters have their limits`(
        interval: Int64, latency: UInt16, timeout: Int64, isAllowed: Bool
    ) {
        let parameters = ConnectionParameters(
            interval: .microseconds(interval), latency: latency,
            supervisionTimeout: .milliseconds(timeout))
        #expect((parameters.checked != nil) == isAllowed)
    }

    @Test func `a wish for parameters is the same after its signal`() throws {
        let wish = ConnectionParameterRequest(
            minimumInterval: .milliseconds(50), maximumInterval: .milliseconds(60), latency: 3,
            supervisionTimeout: .seconds(4))
        let read = try #require(ConnectionParameterRequest(wish.signal(1)))
        #expect(read.minimumInterval == wish.minimumInterval && read.latency == 3)
        #expect(read.maximumInterval == wish.maximumInterval)
        #expect(read.supervisionTimeout == wish.supervisionTimeout)
    }
}
