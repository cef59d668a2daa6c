import Bluetooth
import Central
import DBus
import DaemonBus
import EventLoop
import Peripheral
import Simulation
import Testing
import VirtualRadio

@testable import BlueZStandIn

/// An adapter that is a peripheral, the bus that it is on, and a central on its air.
final class LocalBench: LocalHost {
    let loop: EventLoop
    let daemon: PrivateBus
    let bus: Bus
    let objects: ObjectServer
    let simulation = Simulation(seed: 1)
    let air: Air
    let central: Central
    private(set) var side: LocalSide!

    let path = "/org/bluez/hci0"
    let address = Address(0x00AA_0100_0000, kind: .publicDevice)
    var alias = "BlueZ 5.66"
    var isPowered = true
    var isDiscoverable = false
    let hasDeviceInformation = true
    var beforeInput: () -> Void = {}
    /// What the adapter was told.
    var calls: [String] = []
    var trusted = false

    init() throws {
        loop = try EventLoop()
        daemon = try PrivateBus()
        bus = try Bus(at: daemon.address, on: loop)
        objects = ObjectServer(bus)
        air = Air(simulation)
        central = Central(on: air)
        side = LocalSide(of: self, objects, on: air)
        objects.add(side.applications, at: path)
        objects.add(side.advertisements, at: path)
    }

    /// Turns the loop and lets virtual time go on until something holds; a test fails that waits for
    /// ten seconds.
    func wait(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ isDone: () -> Bool
    ) {
        var isLate = false
        let limit = loop.after(milliseconds: 10_000) { isLate = true }
        defer { limit.cancel() }
        while !isDone() {
            let tick = loop.after(milliseconds: 1) {}
            loop.turn(mayBlock: true)
            tick.cancel()
            simulation.run(for: .milliseconds(5))
            objects.flush()
            if isLate {
                Issue.record("waited in vain for \(what)", sourceLocation: sourceLocation)
                return
            }
        }
    }

    /// Waits for what `start` leads to.
    func get<Value>(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ start: (@escaping Completion<Value>) -> Void
    ) throws -> Value {
        var result: Result<Value, CentralError>?
        start { result = $0 }
        wait(what, sourceLocation: sourceLocation) { result != nil }
        return try #require(result, sourceLocation: sourceLocation).get()
    }

    /// Connects the central, and finds what there is.
    func connect() throws -> Connection {
        let connection = try get("a connection") { central.connect(to: address, completion: $0) }
        _ = try get("services") { connection.discover(completion: $0) }
        return connection
    }

    /// The answer to a call of a manager of the adapter: nil for success.
    func call(_ application: TestApplication, _ manager: String, _ member: String, _ path: String)
        -> DBusError?
    {
        var result: Result<Reply, DBusError>?
        let options: [Value] = member.hasPrefix("Register") ? [.options([])] : []
        application.bus.call(
            bus.uniqueName, self.path, "org.bluez." + manager, member, [.path(path)] + options
        ) { result = $0 }
        wait("\(member)") { result != nil }
        if case .failure(let error)? = result { return error }
        return nil
    }

    /// Registers a service with one characteristic, advertises, and connects the central.
    func publish(
        _ application: TestApplication, _ flags: [String], _ more: [(String, Value)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Connection {
        application.service("/app/s")
        application.characteristic("/app/s/c", of: "/app/s", "2A19", flags, more)
        application.objects.append(
            ("/ad", "org.bluez.LEAdvertisement1", [("Type", .string("peripheral"))]))
        for (manager, member, path) in [
            ("GattManager1", "RegisterApplication", "/app"),
            ("LEAdvertisingManager1", "RegisterAdvertisement", "/ad"),
        ] {
            #expect(
                call(application, manager, member, path) == nil, sourceLocation: sourceLocation)
        }
        application.calls = []
        return try connect()
    }

    // MARK: LocalHost

    func centralConnected(_ connection: ConnectionID, from central: Address) -> String {
        calls.append("connected")
        return "/org/bluez/hci0/dev_\(connection.number)"
    }

    func centralDisconnected(
        _ connection: ConnectionID, from central: Address, reason: DisconnectReason
    ) { calls.append("disconnected \(reason)") }

    func serviceUUIDsChanged() {
        calls.append("UUIDs \(side.applicationUUIDs.map(\.description))")
    }

    func after(_ time: Nanoseconds, _ action: @escaping () -> Void) -> UInt32 {
        air.medium.at(simulation.now + time, action)
    }

    func cancel(_ ticket: UInt32) { air.medium.cancel(ticket) }

    func isTrusted(_ device: String) -> Bool { trusted }
}
