import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import VirtualRadio

/// Listens, and counts how often it is asked about an advertisement.
private final class CountingListener: AirListener {
    let name: String
    var wanted: Address?
    private(set) var questions = 0
    var heard: (String) -> Void = { _ in }

    init(_ name: String) { self.name = name }

    var listeningAddress: Address { Address(7) }
    var listeningNode: RadioNode? { nil }
    var isListening: Bool { true }
    func isTuned(to advertisement: AirAdvertisement, at time: Instant) -> Bool {
        questions += 1
        return true
    }
    func scanning(_ advertisement: AirAdvertisement) -> (reports: Bool, asks: Bool) {
        (wanted == nil || wanted == advertisement.address, false)
    }
    func hear(_ advertisement: HeardAdvertisement) { heard(name) }
    func wish(for advertisement: AirAdvertisement) -> UInt64? { nil }
    func take(_ wish: UInt64) -> LinkOffer? { nil }
}

struct ListenersTests {
    private let simulation = Simulation(seed: 4)

    private func world() -> (air: Air, radios: [TestRadio]) {
        let air = Air(simulation)
        let radios = (1...3).map { TestRadio("\($0)", "C0:00:00:00:00:0\($0)", on: air) }
        for radio in radios { radio.advertise(on: air) }
        return (air, radios)
    }

    @Test func `an advertisement costs nothing to those who listen for another`() {
        let (air, radios) = world()
        let listeners = radios.map { _ in CountingListener("") }
        for (listener, radio) in zip(listeners, radios) {
            air.medium.add(
                listener, at: air.medium.nextListener(), seeking: radio.address)
        }
        radios[1].advertisement = nil
        radios[2].advertisement = nil
        air.medium.listen()
        simulation.run(for: .seconds(5))
        #expect(listeners[0].questions > 80)
        #expect(listeners[1].questions == 0)
        #expect(listeners[2].questions == 0)
    }

    @Test func `who hears the same hears it in the order of places`() {
        let (air, radios) = world()
        let places = (0..<4).map { _ in air.medium.nextListener() }
        var heard: [String] = []
        let listeners = ["a", "b", "c", "d"].map { name in
            let listener = CountingListener(name)
            listener.wanted = radios[0].address
            listener.heard = { heard.append($0) }
            return listener
        }
        // In another order than that of their places, and one of them for two reasons.
        air.medium.add(listeners[3], at: places[3])
        air.medium.add(listeners[2], at: places[2], seeking: radios[0].address)
        air.medium.add(listeners[1], at: places[1])
        air.medium.add(listeners[1], at: places[1], seeking: radios[0].address)
        air.medium.add(listeners[0], at: places[0], seeking: radios[0].address)
        air.medium.listen()
        simulation.run(for: .milliseconds(120))
        #expect(heard.prefix(4) == ["a", "b", "c", "d"])
        #expect(heard.count.isMultiple(of: 4))
    }

    @Test func `advertising goes on for a listener that comes after silence`() {
        let (air, radios) = world()
        func questions() -> Int {
            let listener = CountingListener("")
            let place = air.medium.nextListener()
            air.medium.add(listener, at: place, seeking: radios[0].address)
            air.medium.listen()
            simulation.run(for: .seconds(1))
            air.medium.remove(place: place, seeking: radios[0].address)
            return listener.questions
        }
        #expect(questions() > 10)
        #expect(air.medium.listeners.count == 3)
        // Long enough for every advertiser to notice.
        simulation.run(for: .seconds(1))
        #expect(questions() > 10)
        // And not even a moment.
        #expect(questions() > 10)
    }

    @Test func `the lowest free place is given`() {
        var places = Places<String>()
        func add() -> Int {
            var given = -1
            _ = places.add { place in
                given = place
                return "x"
            }
            return given
        }
        #expect((0..<4).map { _ in add() } == [0, 1, 2, 3])
        places.free(2)
        places.free(1)
        places.free(9)
        #expect((0..<3).map { _ in add() } == [1, 2, 4])
        #expect(places.things.count == 5)
    }
}
