import Bluetooth
import Declaration
import GamesPage
import MetaWearSimulator
import Motion
import PageModel
import Testing
import TrikiCap
import VirtualRadio
import VirtualTime

/// A cap that a radio of the SDK finds, whose frames are cut as a captured cap cuts them.
@MainActor
@Suite struct RealCapTests {
    @Test func `a cap of a radio moves the focus, also after a lost link`() async throws {
        let desk = SimulatedDesk(seed: 5)
        let body = try ScriptedBody([
            .rest(Rest(duration: 6)),
            .spin(Spin(rate: -0.3, axis: .xAxis, duration: 40, ramp: 0.2)),
        ])
        let cap = TrikiCap(
            name: "cap", address: Address(0xC000_0000_0001), body: body,
            environment: SimpleEnvironment(), in: desk.simulation)
        desk.air.add(cap)
        try await withVirtualTime(desk) { @MainActor in
            let start = ContinuousClock.now
            let page = GamesPage(
                desk.radio, clock: { (ContinuousClock.now - start) / .seconds(1) })
            func watch(_ seconds: Double, until isSo: (JSONValue) -> Bool) async throws -> Bool {
                for _ in 0..<Int(seconds * 60) {
                    try await Task.sleep(for: .microseconds(16_667))
                    if isSo(page.state()) { return true }
                }
                return false
            }
            #expect(page.state()["cap"]?["kind"]?.text == "real")
            #expect(try await watch(5) { $0["prompt"]?.isTrue == true })
            _ = try page.perform(PageCommand("calibrate"))
            let focused: (JSONValue) -> Bool = {
                $0["list"]?.items.first?["focused"]?.isTrue == true
            }
            let found = try await watch(6, until: focused)
            #expect(found)
            desk.air.move(cap.address, to: 10_000)
            #expect(
                try await watch(6) { $0["cap"]?["connection"]?.text != "connected" })
            desk.air.move(cap.address, to: 1)
            // A moving cap advertises, and the page looks for it again.
            #expect(try await watch(8) { $0["prompt"]?.isTrue == true })
        }
    }
}
