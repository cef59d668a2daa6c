import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import Central
@testable import VirtualRadio

struct AdvertisingTests {
    @Test func `reports come at the interval plus 0 to 10 ms`() {
        let world = AirBench()
        let reports = world.central.scanAndWait(for: .seconds(20))
        #expect((180...200).contains(reports.count))
        let gaps = zip(reports, reports.dropFirst()).map { ($1.time - $0.time).count }
        #expect(gaps.allSatisfy { (100_000_000..<110_000_000).contains($0) })
        #expect(Set(gaps).count > 150)
    }

    @Test func `the scan response comes only to an active scan`() {
        let world = AirBench()
        let active = world.central.scanAndWait(for: .seconds(1))
        #expect(active.allSatisfy { $0.name == "Strap" && $0.advertisingData.names("180D") })
        let passive = world.central.scanAndWait(for: .seconds(1), active: false)
        #expect(!passive.isEmpty)
        #expect(passive.allSatisfy { $0.name == nil && $0.scanResponse.isEmpty })
    }

    @Test(arguments: [
        (ScanFilter(), true), (ScanFilter(name: "Strap"), true), (ScanFilter(name: "Str"), false),
        (ScanFilter(namePrefix: "Str"), true), (ScanFilter(namePrefix: "X"), false),
        (ScanFilter(service: "180D"), true), (ScanFilter(service: "180F"), false),
        (ScanFilter(minimumRSSI: -40), true), (ScanFilter(minimumRSSI: -39), false),
        (ScanFilter(address: Address(0xC0_0000_000001)), true),
        (ScanFilter(address: Address(0xC0_0000_000002)), false),
    ])
    func `a filter lets through what it names`(_ filter: ScanFilter, _ passes: Bool) {
        let reports = AirBench().central.scanAndWait(for: .seconds(1), filter: filter)
        #expect(reports.isEmpty != passes)
    }

    /// 40 dB over the first metre, then 20 dB each tenfold.
    @Test(arguments: [(1.0, -40), (2, -46), (10, -60), (100, -80), (500, -94)])
    func `the signal falls with the distance`(_ metres: Double, _ rssi: Int) {
        let world = AirBench()
        #expect(world.air.move(world.strap.address, to: metres))
        let reports = world.central.scanAndWait(for: .seconds(1))
        #expect(reports.first?.rssi == rssi)
        #expect(world.air.rssi(of: world.strap.address) == rssi)
    }

    @Test func `what is measured of an advertisement fades around that of its distance`() {
        var radio = Radio()
        radio.fading = 4
        let world = AirBench(radio: radio)
        let measured = world.central.scanAndWait(for: .seconds(10)).map(\.rssi)
        #expect(Set(measured).count >= 5)
        #expect(measured.allSatisfy { abs($0 + 40) <= 4 })
        #expect(abs(measured.reduce(0, +) + 40 * measured.count) <= measured.count)
        #expect(world.air.rssi(of: world.strap.address) == -40)
    }

    @Test func `out of range, or too weak, nothing is heard`() {
        let world = AirBench()
        world.air.move(world.strap.address, to: 600)
        #expect(world.central.scanAndWait(for: .seconds(1)).isEmpty)
        world.air.move(world.strap.address, to: 5)
        #expect(!world.central.scanAndWait(for: .seconds(1)).isEmpty)
        world.air.limitRange(of: world.strap.address, to: 4)
        #expect(world.central.scanAndWait(for: .seconds(1)).isEmpty)
        #expect(!world.air.move(Address(7), to: 1))
    }

    @Test func `a board without listeners costs nothing`() {
        let world = AirBench()
        _ = world.central.scanAndWait(for: .seconds(1))
        world.simulation.run(for: .seconds(1))
        let handled = world.simulation.clock.handled
        world.simulation.run(for: .seconds(3_600))
        #expect(world.simulation.clock.handled == handled)
        #expect(world.simulation.clock.nextEvent == nil)
    }

    @Test func `a peripheral that begins to advertise is found at once`() {
        let world = AirBench()
        world.strap.advertises = false
        var reports: [ScanReport] = []
        world.central.scan { reports.append($0) }
        world.simulation.run(for: .seconds(1))
        #expect(reports.isEmpty)
        world.strap.advertises = true
        world.strap.link?.advertisementChanged()
        world.simulation.run(for: .milliseconds(11))
        #expect(reports.count == 1)
        world.strap.advertises = false
        world.strap.link?.advertisementChanged()
        world.simulation.run(for: .seconds(1))
        #expect(reports.count == 1)
    }

    @Test func `interference loses advertisements and scan responses`() {
        let world = AirBench()
        world.air.interfere(
            with: world.strap.address, lossToPeripheral: 0.5, lossToCentral: 0.3, from: .zero,
            for: .seconds(100))
        let reports = world.central.scanAndWait(for: .seconds(100))
        let answered = reports.count { !$0.scanResponse.isEmpty }
        #expect((600...720).contains(reports.count))  // 950 events, 70 %
        #expect((190...270).contains(answered))  // 35 % of those
    }

    @Test func `directed advertising is for one central only`() throws {
        let world = AirBench()
        let other = Central(on: world.air, name: "other")
        world.strap.directedTo = other.address
        #expect(world.central.scanAndWait(for: .seconds(1)).isEmpty)
        #expect(throws: CentralError.self) {
            try world.central.connectAndWait(to: world.strap.address, timeout: .seconds(2))
        }
        #expect(try other.connectAndWait(to: world.strap.address).isOpen)
    }

    @Test(arguments: [false, true], [false, true])
    func `an advertiser with a list answers whom it names`(_ scans: Bool, _ connections: Bool)
        throws
    {
        let world = AirBench()
        let other = Central(on: world.air, name: "other")
        world.strap.filter = AdvertisingFilter(
            filtersScans: scans, filtersConnections: connections, list: [other.address])
        let heard = world.central.scanAndWait(for: .seconds(1))
        #expect(!heard.isEmpty, "whoever listens hears it")
        #expect(heard.allSatisfy { $0.scanResponse.isEmpty == scans })
        #expect(other.scanAndWait(for: .seconds(1)).allSatisfy { !$0.scanResponse.isEmpty })
        let stranger = try? world.central.connectAndWait(
            to: world.strap.address, timeout: .seconds(2))
        // A central that nobody answers finds out after six connection intervals.
        world.simulation.run(for: .seconds(1))
        #expect((stranger?.isOpen == true) != connections)
        #expect(world.strap.calls.contains("connected") != connections)
        if !connections { try stranger?.disconnectAndWait() }
        #expect(try other.connectAndWait(to: world.strap.address).isOpen)
    }

    @Test func `a list is of no effect on directed advertising`() throws {
        let world = AirBench()
        world.strap.directedTo = world.central.address
        world.strap.filter = AdvertisingFilter(filtersScans: true, filtersConnections: true)
        #expect(try world.central.connectAndWait(to: world.strap.address).isOpen)
    }

    @Test func `a connect attempt ends by time, by cancelling, or is refused when there is one`() {
        let world = AirBench()
        let nobody = Address(9)
        #expect(throws: CentralError.timeout(waitingFor: "an advertisement of \(nobody)")) {
            try world.central.connectAndWait(to: nobody, timeout: .seconds(2))
        }
        #expect(world.simulation.now == Instant.zero + .seconds(2))
        var errors: [CentralError] = []
        for _ in 0..<2 {
            world.central.connect(to: nobody) {
                if case .failure(let error) = $0 { errors.append(error) }
            }
        }
        world.central.cancelConnect(to: nobody)
        #expect(errors == [.alreadyConnecting(nobody), .cancelled])
        world.central.connect(
            to: nobody,
            parameters: ConnectionParameters(
                interval: .milliseconds(5), latency: 0, supervisionTimeout: .seconds(1))
        ) { if case .failure(.invalid) = $0 { errors.removeAll() } }
        #expect(errors.isEmpty)
    }

    @Test func `the logarithm is right`() {
        for (x, expected) in [(1.0, 0.0), (10, 1), (1_000, 3), (0.01, -2), (2, 0.301029995663981)] {
            #expect(abs(decimalLogarithm(x) - expected) < 1e-9)
        }
    }
}
