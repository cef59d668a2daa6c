import Bluetooth
import Peripheral
import Simulation

@testable import VirtualRadio

/// A side of a link that writes down what it is told, and answers as it was told to.
final class TestEnd: LinkEnd {
    var linkIdentity = LinkLayerIdentity(
        version: 9, company: 0xFFFF, subversion: 1,
        features: LinkLayerIdentity.Feature.encryption | LinkLayerIdentity.Feature.ping,
        dataLength: 251)
    var wantsFragments = false
    var canReceive = true
    var link: Link?
    /// One line a call.
    var calls: [String] = []
    var received: [[UInt8]] = []
    var times: [Instant] = []
    var answer: QuestionAnswer?

    func began(_ link: Link, as role: LinkRole) {
        self.link = link
        calls.append("began as \(role)")
    }

    func receive(_ bytes: Span<UInt8>, isStart: Bool, on link: Link) {
        received.append(bytes.array())
        times.append(link.medium.clock.now)
        calls.append("\(bytes.count) bytes" + (isStart ? ", start" : ""))
    }

    func acknowledged(on link: Link) { calls.append("acknowledged") }

    func changed(_ change: LinkChange, on link: Link) { calls.append("\(change)") }

    func asked(_ question: LinkQuestion, on link: Link) {
        calls.append("asked \(question)")
        if let answer { link.answer(answer) }
    }

    func ended(_ reason: DisconnectReason, on link: Link) { calls.append("ended \(reason)") }

    func abandoned(_ link: Link) {}

    /// What it was told since the last time.
    func take() -> [String] {
        defer { calls = [] }
        return calls
    }
}

/// Advertises, or connects, once.
final class TestRadio: AdvertisementSource, AirListener {
    let end = TestEnd()
    let address: Address
    let node: RadioNode
    var parameters = ConnectionParameters.usual
    /// Whom it wants to connect to.
    var wanted: Address?
    var heard: [HeardAdvertisement] = []
    var scans = false
    var advertisement: AirAdvertisement?
    var accepts = true

    init(_ name: String, _ address: String, on air: Air) {
        self.address = Address(address) ?? Address(0)
        node = air.medium.makeNode(name, purpose: name)
        air.medium.add(self)
    }

    func advertise(on air: Air) {
        advertisement = AirAdvertisement(
            address: address, isConnectable: true, isScannable: true, data: [2, 1, 6],
            interval: .milliseconds(100))
        air.medium.makeAdvertiser(on: node, purpose: "\(address)", self).watch()
    }

    func advertised() {}
    func answersScan(by scanner: Address) -> Bool { true }
    func accept(_ central: Address) -> (any LinkEnd)? {
        guard accepts else { return nil }
        advertisement = nil
        return end
    }

    var listeningAddress: Address { address }
    var listeningNode: RadioNode? { node }
    var isListening: Bool { wanted != nil || scans }
    func isTuned(to advertisement: AirAdvertisement, at time: Instant) -> Bool { true }
    func scanning(_ advertisement: AirAdvertisement) -> (reports: Bool, asks: Bool) {
        (scans, scans)
    }
    func hear(_ heard: HeardAdvertisement) { self.heard.append(heard) }
    func wish(for advertisement: AirAdvertisement) -> UInt64? {
        advertisement.address == wanted ? 1 : nil
    }
    func take(_ wish: UInt64) -> LinkOffer? {
        wanted = nil
        return LinkOffer(end: end, address: address, parameters: parameters)
    }
}

/// Two radios with a link between them.
struct LinkedPair {
    let simulation = Simulation(seed: 3)
    let air: Air
    let central: TestRadio
    let peripheral: TestRadio

    init(_ radio: Radio = Radio(), connected: Bool = true) throws {
        air = Air(simulation, radio: radio)
        central = TestRadio("central", "C0:00:00:00:00:01", on: air)
        peripheral = TestRadio("peripheral", "C0:00:00:00:00:02", on: air)
        peripheral.advertise(on: air)
        guard connected else { return }
        central.wanted = peripheral.address
        air.medium.listen()
        run(.milliseconds(200))
        _ = central.end.take()
        _ = peripheral.end.take()
    }

    var link: Link? { central.end.link }

    func run(_ span: Nanoseconds) { simulation.run(for: span) }
}
