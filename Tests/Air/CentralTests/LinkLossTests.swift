import Bluetooth
import Peripheral
import Simulation
import Testing
import VirtualRadio

@testable import Central

struct LinkLossTests {
    @Test func `a dropped link ends on both sides after the supervision timeout`() throws {
        let world = AirBench()
        let connection = try world.connect()
        var ended = Instant.zero
        connection.onDisconnect = { _ in ended = world.simulation.now }
        world.simulation.run(for: .milliseconds(995))
        let dropped = world.simulation.now
        #expect(world.air.dropLink(of: world.strap.address, silentFor: .seconds(8)))
        var failure: CentralError?
        connection.read(handle: 3) { if case .failure(let error) = $0 { failure = error } }
        var unsent = false
        connection.write([1], handle: 16, .command) { if case .failure = $0 { unsent = true } }
        world.simulation.run(for: .seconds(7))
        // From the last connection event, which was at most 30 ms before.
        #expect((4_970_000_000...5_000_000_000).contains((ended - dropped).count))
        #expect(connection.ended == .connectionTimeout)
        #expect(failure == .disconnected(.connectionTimeout))
        #expect(unsent)
        #expect(world.strap.calls.last == "disconnected connection timeout")
        #expect(world.central.scanAndWait(for: .milliseconds(900)).isEmpty)
        #expect(try world.connect().isOpen)
        #expect(world.air.statistics(of: world.strap.address)?.supervisionTimeouts == 1)
    }

    @Test func `who is back before the timeout keeps the link and all packets`() throws {
        let world = AirBench()
        let connection = try world.connect()
        var got: [UInt8] = []
        try connection.subscribeAndWait(
            to: try connection.characteristic("2A37")
        ) { got.append($1[0]) }
        world.air.move(world.strap.address, to: 10_000)
        for value in 0..<5 { world.strap.notify([UInt8(value)]) }
        world.simulation.run(for: .seconds(4))
        #expect(got == [])
        world.air.move(world.strap.address, to: 1)
        world.simulation.run(for: .seconds(4))
        #expect(got == [0, 1, 2, 3, 4])
        #expect(connection.isOpen)
        world.air.move(world.strap.address, to: 10_000)
        world.simulation.run(for: .seconds(6))
        #expect(connection.ended == .connectionTimeout)
    }

    @Test(arguments: [(3, true), (6, false)])
    func `a jammed link lives as long as its supervision timeout`(
        _ seconds: Int64, _ survives: Bool
    ) throws {
        let world = AirBench()
        let connection = try world.connect()
        world.air.interfere(
            with: world.strap.address, lossToPeripheral: 1, lossToCentral: 0,
            from: world.simulation.now + .seconds(1), for: .seconds(seconds))
        world.simulation.run(for: .seconds(20))
        #expect(connection.isOpen == survives)
    }

    @Test func `a peripheral that vanishes leaves the central to its timeout`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let id = try #require(world.strap.connection)
        world.strap.calls = []
        world.strap.link?.vanish(id)
        world.strap.connection = nil
        world.strap.link?.advertisementChanged()
        #expect(
            world.strap.link?.notify([1].span, of: ValueID(1), to: id) == .discarded(.notSubscribed)
        )
        world.simulation.run(for: .seconds(1))
        #expect(connection.isOpen)
        // Another central can have it already; the old one cannot.
        #expect(throws: CentralError.alreadyConnecting(world.strap.address)) {
            try world.central.connectAndWait(to: world.strap.address)
        }
        let other = Central(on: world.air, name: "other")
        #expect(try other.connectAndWait(to: world.strap.address).isOpen)
        world.simulation.run(for: .seconds(5))
        #expect(connection.ended == .connectionTimeout)
        #expect(world.strap.calls == ["connected"])
    }

    @Test func `a central that vanishes leaves the peripheral to its timeout`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let id = try #require(world.strap.connection)
        world.strap.calls = []
        connection.vanish()
        #expect(connection.ended == .localHostTerminated)
        world.simulation.run(for: .seconds(4))
        // Nobody told it: it keeps the link, and is not on the air.
        #expect(world.strap.calls == [] && world.strap.connection == id)
        #expect(throws: CentralError.self) {
            try world.central.connectAndWait(to: world.strap.address, timeout: .milliseconds(500))
        }
        world.simulation.run(for: .seconds(2))
        #expect(world.strap.connection == nil)
        #expect(try world.central.connectAndWait(to: world.strap.address).isOpen)
        // Of a link that has ended it is of no effect.
        connection.vanish()
    }

    @Test func `a request without an answer ends the link after 30 s`() throws {
        let world = AirBench()
        let patient = ConnectionParameters(
            interval: .milliseconds(30), latency: 0, supervisionTimeout: .seconds(32))
        let connection = try world.connect(patient)
        world.air.limitRange(of: world.strap.address, to: 0.5)
        let start = world.simulation.now
        #expect(throws: CentralError.disconnected(.localHostTerminated)) {
            try connection.readAndWait(handle: 3)
        }
        #expect(world.simulation.now - start == .seconds(30))
    }

    @Test func `packets that are queued at the end are counted`() throws {
        let world = AirBench()
        let connection = try world.connect()
        try connection.subscribeAndWait(to: try connection.characteristic("2A37")) { _, _ in }
        for value in 0..<5 { world.strap.notify([UInt8(value)]) }
        try connection.disconnectAndWait()
        // Three go out in the event that ends the link.
        #expect(world.air.statistics(of: world.strap.address)?.packetsLostAtEnd == 2)
        #expect(
            world.lines.text.last?.hasSuffix(
                "disconnected by the central: the other side ended the link, 2 packets lost")
                == true)
    }

    @Test func `the firmware may end the link from inside a write`() throws {
        for vanishes in [false, true] {
            let world = AirBench()
            let connection = try world.connect()
            world.strap.onControl = { _ in
                guard let id = world.strap.connection else { return }
                if vanishes {
                    world.strap.link?.vanish(id)
                } else {
                    world.strap.link?.disconnect(id)
                }
            }
            #expect(
                throws: CentralError.disconnected(
                    vanishes ? .connectionTimeout : .remoteUserTerminated)
            ) {
                // The answer still comes, but for a peripheral that has vanished.
                let control = try connection.characteristic("2A39")
                try connection.writeAndWait([1], to: control)
                #expect(!vanishes)
                _ = try connection.readAndWait(handle: 3)
            }
        }
    }

    @Test func `a peripheral gets the parameters that it asks for`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let id = try #require(world.strap.connection)
        var seen: [Nanoseconds] = []
        connection.onParametersChanged = { seen.append($0.interval) }
        func wish(_ minimum: Int64, _ maximum: Int64) -> ConnectionParameterRequest {
            ConnectionParameterRequest(
                minimumInterval: .microseconds(minimum), maximumInterval: .microseconds(maximum),
                latency: 0, supervisionTimeout: .seconds(6))
        }
        let start = world.simulation.now
        world.strap.link?.request(wish(7_500, 11_250), from: id)
        _ = world.simulation.run(
            until: start + .seconds(1), while: { connection.parameters == .usual })
        // The next connection event and six more.
        #expect((180_000_000...210_000_000).contains((world.simulation.now - start).count))
        #expect(connection.parameters.interval == .microseconds(7_500))
        #expect(world.strap.calls.last == "parameters 0.007500000 s")

        world.central.parameterPolicy = .acceptFrom(.milliseconds(15))
        world.strap.link?.request(wish(7_500, 11_250), from: id)
        world.simulation.run(for: .seconds(1))
        #expect(connection.parameters.interval == .microseconds(7_500))
        #expect(world.lines.text.last?.hasSuffix("parameter update refused") == true)
        world.strap.link?.request(wish(7_500, 50_000), from: id)
        world.simulation.run(for: .seconds(1))
        #expect(seen == [.microseconds(7_500), .milliseconds(15)])
    }

    @Test func `a central changes the parameters itself`() throws {
        let world = AirBench()
        let connection = try world.connect()
        let wish = ConnectionParameters(
            interval: .microseconds(11_300), latency: 4, supervisionTimeout: .seconds(2))
        let got = try connection.requestParametersAndWait(wish)
        #expect(got.interval == .microseconds(11_250))
        #expect(connection.parameters == got)
        #expect(throws: CentralError.self) {
            try connection.requestParametersAndWait(
                ConnectionParameters(
                    interval: .seconds(2), latency: 4, supervisionTimeout: .seconds(2)))
        }
    }

    @Test func `a released world leaves nothing behind`() throws {
        weak var medium: Medium?
        weak var strap: HeartRateStrap?
        var state: ConnectionState?
        try {
            let world = AirBench()
            let connection = try world.connect()
            try connection.subscribeAndWait(
                to: try connection.characteristic("2A37")
            ) { _, _ in }
            // Things under way must not hold it either.
            connection.read(handle: 3) { _ in }
            connection.write([1], handle: 16, .command)
            world.central.scan { _ in }
            world.central.connect(to: Address(9)) { _ in }
            medium = world.air.medium
            strap = world.strap
            state = connection.state
            #expect(medium != nil)
        }()
        #expect(medium == nil)
        #expect(strap == nil)
        #expect(state?.ended == .localHostTerminated)
    }

    @Test func `a connection alone keeps its world`() throws {
        let connection = try AirBench().connect()
        #expect(try connection.readAndWait(try connection.characteristic("2A38")) == [1])
        #expect(connection.central.connections == [connection])
    }
}
