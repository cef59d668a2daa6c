import Bluetooth
import Central
import DBus
import Pairing
import Peripheral
import Simulation
import Testing

@testable import BlueZStandIn

@Suite("Pairing by the stand-in")
struct DevicePairingTests {
    static let device = DeviceTests.device

    /// A board that was found, and an agent at the first client.
    static func found(
        _ board: TestBoard, _ capability: IOCapability, agent: String?,
        passkey: UInt32? = nil, answers: @escaping (IncomingCall) -> Void
    ) throws -> StandInBench {
        var options = SecurityOptions()
        options.capability = capability
        options.passkey = passkey
        let world = try StandInBench(security: options, boards: [board])
        world.client.onCall = answers
        if let agent {
            _ = world.call(
                "/org/bluez", "AgentManager1.RegisterAgent", [.path("/agent"), .string(agent)])
        }
        _ = world.call(StandInBench.adapter, "Adapter1.StartDiscovery", then: .seconds(1))
        _ = world.call(
            StandInBench.adapter, "Adapter1.StopDiscovery", then: .milliseconds(100))
        return world
    }

    @Test("no agent is asked without input and output, and the keys serve the next link")
    func justWorks() throws {
        let board = TestBoard()
        var asked: [String] = []
        let world = try Self.found(board, .noInputNoOutput, agent: "NoInputNoOutput") {
            asked.append($0.member)
            $0.reply()
        }
        let lines = world.call(board.path, "Device1.Pair", then: .seconds(5))
        #expect(lines.first == "\(Self.device) {Connected: true}")
        #expect(lines.contains("\(Self.device) {Bonded: true}"))
        let resolved = try #require(
            lines.firstIndex { $0.hasSuffix("ServicesResolved: true, Paired: true}") })
        #expect(lines[resolved + 1] == "reply")
        #expect(asked == [])
        #expect(world.call(board.path, "Device1.Pair") == ["error AlreadyExists Already Exists"])
        _ = world.call(board.path, "Device1.Disconnect", then: .seconds(1))
        _ = world.call(board.path, "Device1.Connect", then: .seconds(3))
        #expect(world.standIn.adapters[0].devices[0].connection?.isEncrypted == true)
        _ = world.call(
            StandInBench.adapter, "Adapter1.RemoveDevice", [.path(board.path)],
            then: .seconds(1))
        #expect(world.standIn.adapters[0].central.bonds.isEmpty)
    }

    /// Recorded: bluetoothd forgets the device, with its link, half a minute after the refusal.
    @Test func `a value that asks for keys is not answered without an agent, and the link goes`()
        throws
    {
        let board = TestBoard(reading: .encrypted)
        let world = try Self.found(board, .noInputNoOutput, agent: nil) { _ in }
        _ = world.call(board.path, "Device1.Connect", then: .seconds(3))
        #expect(board.connection != nil)
        let value = world.standIn.adapters[0].devices[0].gatt.services.last?.characteristics.last
        let path = try #require(value).path
        world.start(path, "GattCharacteristic1.ReadValue", [.options([])], as: "read ")
        let early = world.heard(in: .seconds(20))
        #expect(board.connection != nil)
        #expect(!early.contains { $0.hasPrefix("read") })
        let late = world.heard(in: .seconds(20))
        #expect(board.connection == nil)
        #expect(late.contains { $0.hasPrefix("InterfacesRemoved \(Self.device) ") }, "\(late)")
        #expect(!late.contains { $0.hasPrefix("read") || $0.contains("Connected") }, "\(late)")
        #expect(world.standIn.adapters[0].devices.isEmpty)
    }

    /// Recorded: the same as without an agent.
    @Test func `a value that asks for keys is not answered if the agent refuses them`() throws {
        // No level of a battery, which would be read at once.
        let board = TestBoard(value: "2A1B", reading: .encrypted)
        let world = try Self.found(board, .noInputNoOutput, agent: "NoInputNoOutput") { call in
            call.fail(DBusError("org.bluez.Error.Rejected", "no"))
        }
        _ = world.call(board.path, "Device1.Connect", then: .seconds(3))
        let value = world.standIn.adapters[0].devices[0].gatt.services.last?.characteristics.last
        world.start(
            try #require(value).path, "GattCharacteristic1.ReadValue", [.options([])], as: "read ")
        let early = world.heard(in: .seconds(20))
        #expect(board.connection != nil)
        #expect(!early.contains { $0.hasPrefix("read") }, "\(early)")
        _ = world.heard(in: .seconds(20))
        #expect(board.connection == nil)
    }

    /// Recorded: bluetoothd's own reads ask for keys before any client's.
    @Test func `a board whose every value asks for keys answers nothing without an agent`() throws {
        let board = TestBoard(reading: .encrypted)
        let world = try Self.found(board, .noInputNoOutput, agent: nil) { _ in }
        _ = world.call(board.path, "Device1.Connect", then: .seconds(3))
        let value = world.standIn.adapters[0].devices[0].gatt.services.last?.characteristics.last
        let path = try #require(value).path
        for number in 1...2 {
            world.start(path, "GattCharacteristic1.ReadValue", [.options([])], as: "\(number) ")
            let early = world.heard(in: .seconds(5))
            #expect(!early.contains { $0.hasPrefix("\(number) ") }, "\(early)")
        }
        #expect(board.connection != nil)
        _ = world.heard(in: .seconds(30))
        #expect(board.connection == nil)
    }

    @Test("without an agent nothing is paired, and the link goes")
    func withoutAgent() throws {
        let board = TestBoard()
        let world = try Self.found(board, .noInputNoOutput, agent: nil) { $0.reply() }
        let lines = world.call(board.path, "Device1.Pair", then: .seconds(5))
        #expect(
            lines.prefix(2) == [
                "\(Self.device) {Connected: true}",
                "error AuthenticationFailed Authentication Failed",
            ])
        #expect(
            lines.last?.hasSuffix("{ServicesResolved: false, Connected: false}") == true
                || lines.contains("\(Self.device) {ServicesResolved: false, Connected: false}"))
    }

    @Test(
        "a passkey that the board shows is asked for",
        arguments: [
            (UInt32(271_828), true), (271_829, false),
        ])
    func passkey(_ typed: UInt32, _ isRight: Bool) throws {
        let board = TestBoard()
        var asked: [String] = []
        let world = try Self.found(
            board, .displayOnly, agent: "KeyboardDisplay", passkey: 271_828
        ) { call in
            asked.append("\(call.path) \(call.member) \(call.arguments.map(\.brief))")
            call.reply([.uint32(typed)])
        }
        let lines = world.call(board.path, "Device1.Pair", then: .seconds(3))
        #expect(asked == ["/agent RequestPasskey [\"\(board.path)\"]"])
        #expect(lines.contains("reply") == isRight)
        #expect(
            lines.contains("error AuthenticationFailed Authentication Failed") == !isRight)
        #expect(world.get(board.path, "Device1", "Paired") == "reply \(isRight)")
        #expect(world.get(board.path, "Device1", "Connected") == "reply \(isRight)")
    }

    @Test("a pairing is given up while the agent thinks")
    func cancelled() throws {
        let board = TestBoard()
        var kept: [IncomingCall] = []
        var asked: [String] = []
        let world = try Self.found(
            board, .displayOnly, agent: "KeyboardDisplay", passkey: 271_828
        ) { call in
            asked.append(call.member)
            kept.append(call)
        }
        #expect(
            world.call(board.path, "Device1.CancelPairing") == [
                "error DoesNotExist Does Not Exist"
            ])
        world.start(board.path, "Device1.Pair", as: "1 ")
        world.run(for: .seconds(2))
        #expect(
            world.call(board.path, "Device1.Pair") == ["error InProgress In Progress"])
        let lines = world.call(board.path, "Device1.CancelPairing", then: .seconds(1))
        #expect(
            lines.prefix(2) == [
                "1 error AuthenticationCanceled Authentication Canceled", "reply",
            ])
        #expect(lines.contains { $0.hasSuffix("Connected: false}") })
        #expect(asked == ["RequestPasskey", "Cancel"])
        withExtendedLifetime(kept) {}
    }

    @Test("an agent that leaves has refused")
    func leaving() throws {
        let board = TestBoard()
        let world = try Self.found(board, .displayOnly, agent: nil) { _ in }
        let agent = try world.connect()
        var kept: [IncomingCall] = []
        agent.onCall = { kept.append($0) }
        _ = world.call(
            "/org/bluez", "AgentManager1.RegisterAgent", [.path("/agent"), ""], by: agent)
        world.start(board.path, "Device1.Pair", as: "1 ")
        world.run(for: .seconds(2))
        #expect(kept.map(\.member) == ["RequestPasskey"])
        agent.close()
        world.wait { world.log.contains("1 error AuthenticationFailed Authentication Failed") }
        withExtendedLifetime(kept) {}
    }
}
