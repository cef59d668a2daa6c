import Bluetooth
import Motion
import Simulation
import Testing
import TrikiCap
import VeltoKit
import VeltoRadio
import VirtualRadio

@Suite struct CapPortTests {
    private let simulation = Simulation(seed: 1)
    private let air: Air
    private let session: MotionSession

    init() {
        air = Air(simulation)
        session = MotionSession(on: CapPort(air))
    }

    private func addCap(_ number: UInt64 = 1) -> TrikiCap {
        let cap = TrikiCap(
            name: "cap", address: Address(0xC000_0000_0000 + number), body: ScriptedBody(),
            environment: SimpleEnvironment(), in: simulation)
        air.add(cap)
        return cap
    }

    private func poll(_ seconds: Int) {
        for _ in 0..<60 * seconds {
            simulation.run(for: Nanoseconds(16_666_667))
            session.pollInput(deltaTime: 1.0 / 60)
        }
    }

    @Test func `connect finds the cap, subscribes and has it stream`() {
        let cap = addCap()
        session.connect()
        #expect(session.connectionState == .scanning)
        poll(3)
        #expect(session.isConnected && session.isReceiving)
        #expect(cap.streaming == ["motion"])
        session.disconnect()
        poll(1)
        #expect(!session.isConnected && !session.isReceiving)
        session.connect()
        poll(2)
        #expect(session.isConnected && session.isReceiving)
    }

    @Test func `a cap that is gone ends the session`() {
        let cap = addCap()
        session.connect()
        poll(2)
        #expect(session.isConnected)
        cap.powerOff()
        poll(4)
        #expect(!session.isConnected)
    }

    @Test func `a cap that another session knew is opened without a scan`() {
        _ = addCap(2)
        let known = DiscoveredCap(identifier: "C0:00:00:00:00:02", name: "Triki")
        let session = MotionSession(.current, on: CapPort(air), remembered: known)
        session.connect()
        #expect(session.connectionState == .connecting)
        for _ in 0..<180 {
            simulation.run(for: Nanoseconds(16_666_667))
            session.pollInput(deltaTime: 1.0 / 60)
        }
        #expect(session.isReceiving && session.discoveredDevices.isEmpty)
        #expect(session.rememberedDevice == known)
    }

    @Test func `an identifier that is no address is a failure`() {
        let known = DiscoveredCap(identifier: "the red one", name: "Triki")
        let session = MotionSession(.current, on: CapPort(air), remembered: known)
        session.connect()
        #expect(session.connectionState == .connecting)
        simulation.run(for: Nanoseconds(1))
        #expect(session.connectionState == .idle)
    }

    @Test func `an attempt can be given up`() {
        let known = DiscoveredCap(identifier: "C0:00:00:00:00:09", name: "Triki")
        let session = MotionSession(.current, on: CapPort(air), remembered: known)
        session.connect()
        simulation.run(for: .seconds(1))
        session.disconnect()
        simulation.run(for: .seconds(1))
        #expect(session.connectionState == .idle)
    }

    @Test func `without a cap it goes on looking`() {
        session.connect()
        poll(2)
        #expect(session.connectionState == .scanning && session.discoveredDevices.isEmpty)
    }
}
