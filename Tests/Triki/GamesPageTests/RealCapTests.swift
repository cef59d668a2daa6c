import Bluetooth
import Central
import GamesPage
import JSON
import Motion
import PageModel
import Simulation
import Testing
import TrikiCap
import VirtualRadio

/// A cap that a radio finds, whose frames are cut as a captured cap cuts them.
@Suite struct RealCapTests {
    @Test func `a cap of a radio moves the focus, also after a lost link`() throws {
        let simulation = Simulation(seed: 5)
        let air = Air(simulation)
        let body = try ScriptedBody([
            .rest(Rest(duration: 6)),
            .spin(Spin(rate: -0.3, axis: .xAxis, duration: 40, ramp: 0.2)),
        ])
        let cap = TrikiCap(
            name: "cap", address: Address(0xC000_0000_0001), body: body,
            environment: SimpleEnvironment(), in: simulation)
        air.add(cap)
        let page = GamesPage(
            AirPort(air, name: "host"), clock: { simulation.now.seconds }, onTrouble: { _ in })
        func watch(_ seconds: Int, until isSo: (JSONValue) -> Bool) -> Bool {
            for _ in 0..<seconds * 60 {
                simulation.run(for: .seconds(1.0 / 60))
                if isSo(page.state()) { return true }
            }
            return false
        }
        #expect(page.state()["cap"]?["kind"]?.text == "real")
        #expect(watch(5) { $0["prompt"]?.isTrue == true })
        _ = try page.perform(PageCommand("calibrate"))
        #expect(watch(6) { $0["list"]?.items.first?["focused"]?.isTrue == true })
        air.move(cap.address, to: 10_000)
        #expect(watch(6) { $0["cap"]?["connection"]?.text != "connected" })
        air.move(cap.address, to: 1)
        // A moving cap advertises, and the page looks for it again.
        #expect(watch(8) { $0["prompt"]?.isTrue == true })
    }

    @Test func `a radio that does not work says why, once`() {
        let simulation = Simulation()
        let port = AirPort(Air(simulation), name: "host")
        var told: [String] = []
        let page = GamesPage(port, clock: { 0 }, onTrouble: { told.append($0) })
        port.state = .unusable("it is broken")
        port.state = .resetting("it is broken")
        #expect(told == ["it is broken"])
        port.state = .on
        port.state = .off("it is off")
        #expect(told == ["it is broken", "it is off"])
        withExtendedLifetime(page) {}
    }
}
