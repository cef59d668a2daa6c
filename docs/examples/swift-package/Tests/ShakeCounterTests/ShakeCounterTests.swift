import Bluetooth
import Central
import ClientJudge
import MetaWearBoard
import Motion
import ShakeCounter
import Simulation
import Testing
import VirtualRadio

/// A board on a body that moves as told, and a phone in front of it: all in this process, in virtual
/// time.
private struct World {
    let simulation = Simulation(seed: 1)
    let board: MetaWearBoard
    let link: Connection
    let command: RemoteCharacteristic
    let notifications: NotificationQueue
    /// Finds what the app does that a real board would not forgive.
    let judge = ClientJudge()

    init(moves: [Move]) throws {
        let air = Air(simulation)
        let address = try #require(Address("E8:C9:8F:52:7B:07"))
        board = MetaWearBoard(
            .metaMotionS, name: "wrist", address: address, body: try ScriptedBody(moves),
            environment: SimpleEnvironment(), in: simulation)
        air.add(board)
        judge.attach(to: board)
        link = try Central(on: air, name: "phone").connectAndWait(to: address)
        try link.discoverAndWait()
        command = try link.characteristic("326A9001-85CB-9195-D9DD-464CFBBAE75A")
        notifications = try link.notificationsAndWait(
            of: try link.characteristic("326A9006-85CB-9195-D9DD-464CFBBAE75A"))
    }

    /// Rules of the protocol that the app broke.
    func brokenRules() -> [String] {
        judge.finish(at: simulation.now)
        return judge.findings.filter { $0.rule.severity == .error }.map(\.rule.id)
    }

    /// Lets the app listen for some seconds of virtual time.
    func listen(for duration: Nanoseconds) throws -> ShakeCounter {
        var app = ShakeCounter()
        for packet in ShakeCounter.start { try link.writeAndWait(packet, to: command, .command) }
        simulation.run(for: duration)
        for packet in ShakeCounter.stop { try link.writeAndWait(packet, to: command, .command) }
        while notifications.count > 0 { app.receive(try notifications.nextAndWait().bytes) }
        return app
    }
}

@Suite struct ShakeCounterTests {
    @Test func `a board at rest reads one g and is not shaken`() throws {
        let app = try World(moves: []).listen(for: .seconds(5))
        // 100 Hz, as the app asked for; the sensor's own clock may err by some percent.
        #expect((480...520).contains(app.samples.count))
        for sample in app.samples {
            #expect(abs(sample.x) < 0.1 && abs(sample.y) < 0.1 && abs(sample.z - 1) < 0.1)
        }
        #expect(app.shakes == 0)
    }

    @Test func `three shakes are three`() throws {
        let shake: [Move] = [.rest(Rest(duration: 1)), .shake(Shake(peak: 3))]
        let app = try World(moves: [.rest(Rest(duration: 2)), .repeat(3, shake)])
            .listen(for: .seconds(12))
        #expect(app.shakes == 3)
    }

    @Test func `the same seed gives the same bytes`() throws {
        let moves: [Move] = [.rest(Rest(duration: 1)), .shake(Shake(peak: 2))]
        let first = try World(moves: moves).listen(for: .seconds(4)).samples
        let second = try World(moves: moves).listen(for: .seconds(4)).samples
        #expect(first.map { [$0.x, $0.y, $0.z] } == second.map { [$0.x, $0.y, $0.z] })
    }

    @Test func `the app keeps the rules of the protocol`() throws {
        let world = try World(moves: [])
        _ = try world.listen(for: .seconds(2))
        #expect(world.brokenRules() == [])
    }

    @Test func `a rate that is changed while the sensor runs is found out`() throws {
        let world = try World(moves: [])
        for packet in ShakeCounter.start + [[0x03, 0x03, 0xA9, 0x02]] {
            try world.link.writeAndWait(packet, to: world.command, .command)
        }
        world.simulation.run(for: .seconds(1))
        #expect(world.brokenRules() == ["MW-SENS-01"])
    }
}
