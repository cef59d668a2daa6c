import Bluetooth
import CoreBluetooth
import Device
import Foundation
import MetaWearBoard
import MetaWearSimulator
import Motion
import Simulation
import Testing
import TrikiCap
import VeltoKit
import VeltoTransport
import VirtualRadio
import VirtualTime

/// The engine's connection over a radio of the SDK, in virtual time.
@MainActor
@Suite struct TransportRadioTests {
    private let desk = SimulatedDesk(seed: 3)

    private func addCap(_ number: UInt64 = 1) -> TrikiCap {
        let cap = TrikiCap(
            name: "cap \(number)", address: Address(0xC000_0000_0000 + number),
            body: ScriptedBody(), environment: SimpleEnvironment(), in: desk.simulation)
        desk.air.add(cap)
        return cap
    }

    /// Polls at 60 Hz.
    private func poll(_ motion: MotionSDK, _ seconds: Double) async throws {
        for _ in 0..<Int(seconds * 60) {
            try await Task.sleep(for: .microseconds(16_667))
            motion.pollInput(deltaTime: 1.0 / 60)
        }
    }

    @Test(arguments: VeltoVersion.allCases)
    func `connect finds the cap and has it stream`(version: VeltoVersion) async throws {
        let cap = addCap()
        let commands = Commands()
        cap.witness = commands
        try await withVirtualTime(desk) { @MainActor in
            let motion = MotionSDK(version, on: await TransportRadio(desk.radio))
            motion.connect()
            #expect(motion.connectionState == .scanning)
            try await poll(motion, 3)
            #expect(motion.isConnected && motion.isReceiving)
            #expect(cap.streaming == ["motion"])
            motion.disconnect()
            try await poll(motion, 1)
            #expect(!motion.isConnected && !motion.isReceiving)
            motion.connect()
            try await poll(motion, 3)
            #expect(motion.isConnected && motion.isReceiving)
        }
        // The newest version writes the pair again when the subscription is confirmed.
        let pair = [CapCommand.initialize, CapCommand.start(hertz: 52)]
        let once = version == .seed ? pair : pair + pair
        #expect(commands.taken == once + once)
    }

    @Test(arguments: VeltoVersion.allCases)
    func `after a lost link the newest version connects again`(version: VeltoVersion) async throws {
        let cap = addCap()
        try await withVirtualTime(desk) { @MainActor in
            let motion = MotionSDK(version, on: await TransportRadio(desk.radio))
            motion.connect()
            try await poll(motion, 3)
            #expect(motion.isConnected)
            desk.air.move(cap.address, to: 10_000)
            try await poll(motion, 3)
            #expect(!motion.isConnected)
            desk.air.move(cap.address, to: 1)
            try await poll(motion, 5)
            #expect(motion.isConnected == (version == .current))
        }
    }

    @Test func `a cap that an earlier start of the app knew is opened without a scan`() async throws
    {
        _ = addCap()
        try await withVirtualTime(desk) { @MainActor in
            let earlier = MotionSDK(.current, on: await TransportRadio(desk.radio))
            earlier.connect()
            try await poll(earlier, 3)
            let known = earlier.rememberedDevice
            earlier.disconnect()
            try await poll(earlier, 2)
            let motion = MotionSDK(
                .current, on: await TransportRadio(desk.radio), remembered: known)
            #expect(motion.hasCachedBLEDevice)
            motion.connectLastDevice()
            #expect(motion.connectionState == .connecting)
            try await poll(motion, 3)
            #expect(motion.isConnected && motion.isReceiving)
        }
    }

    @Test func `an identifier of another radio is a failure`() async throws {
        try await withVirtualTime(desk) { @MainActor in
            let other = DiscoveredCap(identifier: "C0:00:00:00:00:01", name: "Triki")
            let motion = MotionSDK(
                .current, on: await TransportRadio(desk.radio), remembered: other)
            motion.connect()
            #expect(motion.connectionState == .connecting)
            try await Task.sleep(for: .milliseconds(1))
            #expect(motion.connectionState == .idle)
        }
    }

    @Test func `a link of no cap ends in an error`() async throws {
        let board = try desk.add(.metaMotionS)
        try await withVirtualTime(desk) { @MainActor in
            let radio = await TransportRadio(desk.radio)
            var events: [RadioEvent] = []
            radio.onEvent = { events.append($0) }
            // A device that is called as a cap and is none.
            let other = DiscoveredCap(identifier: board.identifier.uuidString, name: "Triki")
            var manager = BLEManager(radio: radio)
            manager.connect()
            manager.handle(.discovered(other), at: 0)
            try await Task.sleep(for: .seconds(5))
            #expect(events.first { $0 == .connected } != nil)
            for event in events { manager.handle(event, at: 1) }
            try await Task.sleep(for: .seconds(1))
            let answer = events.last
            #expect(answer == .services(hasUART: false), "\(events)")
            if let answer { manager.handle(answer, at: 2) }
            #expect(manager.state == .error)
            manager.disconnect()
            try await Task.sleep(for: .seconds(1))
            #expect(events.last == .disconnected)
        }
    }

    @Test func `a link that is lost before anything is asked of it has ended`() async throws {
        let cap = addCap()
        try await withVirtualTime(desk) { @MainActor in
            let radio = await TransportRadio(desk.radio)
            var events: [RadioEvent] = []
            radio.onEvent = { events.append($0) }
            var manager = BLEManager(.current, radio: radio)
            manager.connect()
            while events.last != .connected {
                try await Task.sleep(for: .milliseconds(10))
                for event in events where manager.state == .scanning {
                    manager.handle(event, at: 0)
                }
            }
            desk.air.move(cap.address, to: 10_000)
            try await Task.sleep(for: .seconds(10))
            #expect(events.last == .disconnected)
        }
    }

    @Test func `with a radio that is off nothing starts, and nothing is retried`() async throws {
        _ = addCap()
        desk.radioState = .poweredOff
        try await withVirtualTime(desk) { @MainActor in
            let motion = MotionSDK(on: await TransportRadio(desk.radio))
            motion.connect()
            #expect(motion.connectionState == .bluetoothOff)
            desk.radioState = .poweredOn
            try await poll(motion, 3)
            #expect(motion.connectionState == .idle)
            motion.connect()
            try await poll(motion, 3)
            #expect(motion.isConnected)
            desk.radioState = .poweredOff
            try await poll(motion, 1)
            #expect(motion.connectionState == .bluetoothOff && !motion.isReceiving)
        }
    }

    @Test func `an attempt is given up`() async throws {
        let cap = addCap()
        try await withVirtualTime(desk) { @MainActor in
            let motion = MotionSDK(on: await TransportRadio(desk.radio))
            motion.connect()
            while motion.connectionState == .scanning { try await poll(motion, 0.02) }
            desk.air.move(cap.address, to: 10_000)
            motion.disconnect()
            try await poll(motion, 3)
            #expect(motion.connectionState == .idle)
        }
    }
}

/// Records what the cap is told.
private final class Commands: DeviceWitness {
    var taken: [[UInt8]] = []

    func saw(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant) {
        if case .command(let bytes, _) = event { taken.append(bytes) }
    }
}
