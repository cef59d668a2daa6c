import Bluetooth
import Device
import MetaWearBoard
import Motion
import Peripheral
import Simulation
import Testing
import TrikiCap
import Wire

@testable import ClientJudge

/// A device on the bench with a judge beside it, and a client that does what a transcript says.
///
///     connect          a host comes             leave    it ends the link
///     listen           notifications on         lose     the link is lost
///     > 03 01 01       a command, without       ! 0f 04  a command with response
///     dfu 01 04        1531 of the bootloader   data ..  1532 of it
///     rx 05            a request to a cap       led 01   its LED
///     att 52 ..        any ATT PDU              + 20 ms  time goes by
///     read 2a26        a value by GATT          mtu 247
///     interval 100     new parameters, in ms
///     usb 0b 84        a packet over USB
///     vanish 0b 0d     a notification that was sent never arrived
///     full             the link's buffers   room     they are empty again
///     unanswered       an answer of the server is on its way from now on
///     guarded          every value needs an encrypted link from now on
final class Bench: PeripheralLink, USBPort {
    let simulation = Simulation()
    let device: any SimulatedDevice
    let judge = ClientJudge()
    private var server: AttributeServer
    private var connection = ConnectionID(0)
    private var isConnected = false
    private var wishesEnd = false
    private var isAnswering = false
    private var isFull = false

    static let parameters = ConnectionParameters(
        interval: .milliseconds(30), latency: 0, supervisionTimeout: .seconds(6 as Int64))

    init(_ profile: BoardProfile?, quirks: Set<Quirk> = []) {
        let environment = SimpleEnvironment()
        let address = Address(0xE8C9_8F52_7B07)
        if let profile {
            device = MetaWearBoard(
                profile, name: "board", address: address, quirks: quirks, body: StillBody(),
                environment: environment, sensors: .ideal, in: simulation)
        } else {
            device = TrikiCap(
                name: "cap", address: address, body: StillBody(), environment: environment,
                hasIdealSensors: true, in: simulation)
        }
        server = AttributeServer(device)
        judge.attach(to: device)
        device.attach(to: self)
    }

    /// Plays a transcript, and ends the run.
    func play(_ transcript: String, finishing: Bool = true) {
        for line in transcript.split(separator: "\n") {
            let text = line.prefix { $0 != "#" }.trimmingPrefix { $0 == " " }
            guard !text.isEmpty else { continue }
            let words = text.split(separator: " ", maxSplits: 1)
            perform(String(words[0]), words.count > 1 ? String(words[1]) : "")
        }
        if finishing { judge.finish(at: simulation.now) }
    }

    private func perform(_ word: String, _ rest: String) {
        let bytes = Hex.bytes(rest) ?? []
        switch word {
        case "connect": connect()
        case "listen": subscribe(.notifications)
        case "deaf": subscribe([])
        case "leave": end(.remoteUserTerminated)
        case "lose": end(.connectionTimeout)
        case ">": write(bytes, to: ValueID(1), .command)
        case "!": write(bytes, to: ValueID(1), .request)
        case "dfu": write(bytes, to: ValueID(30), .request)
        case "data": write(bytes, to: ValueID(31), .command)
        case "rx": write(bytes, to: value("6E400002-B5A3-F393-E0A9-E50E24DCCA9E"), .command)
        case "led": write(bytes, to: value("6E400004-B5A3-F393-E0A9-E50E24DCCA9E"), .request)
        case "att":
            var response: [UInt8] = []
            server.handle(
                bytes.span, from: connection, isAnswering: isAnswering, into: &response)
        case "read": read(rest)
        case "vanish": judge.saw(.vanished(bytes), of: device, at: simulation.now)
        case "full": isFull = true
        case "room":
            isFull = false
            device.readyToNotify(connection)
        case "unanswered": isAnswering = true
        case "guarded":
            server = AttributeServer(device, minimumSecurity: .encrypted)
            server.open(connection)
        case "mtu": device.mtuChanged(connection, mtu: Int(rest) ?? 23)
        case "interval":
            device.parametersChanged(
                connection,
                ConnectionParameters(
                    interval: .milliseconds(Int64(rest) ?? 30), latency: 0,
                    supervisionTimeout: .seconds(6 as Int64)))
        case "usb":
            guard let board = device as? MetaWearBoard else { return }
            _ = board.attachUSB(self)
            board.receiveUSB([0x1F, UInt8(bytes.count)] + bytes + [0x0A])
        case "+":
            let milliseconds = Int64(rest.split(separator: " ")[0]) ?? 0
            if wishesEnd { end(.remoteUserTerminated, isOwn: true) }
            simulation.run(until: simulation.now + .milliseconds(milliseconds))
        default: Issue.record("the transcript says \(word)")
        }
    }

    private func connect() {
        connection = ConnectionID(connection.number + 1)
        isConnected = true
        server.open(connection)
        device.connected(connection, to: Address(0x0011_2233_4455), Self.parameters)
    }

    private func end(_ reason: DisconnectReason, isOwn: Bool = false) {
        guard isConnected else { return }
        isConnected = false
        wishesEnd = false
        server.close(connection)
        device.disconnected(connection, reason: isOwn ? .localHostTerminated : reason)
    }

    private func value(_ uuid: BluetoothUUID) -> ValueID {
        device.services.flatMap(\.characteristics).first { $0.uuid == uuid }?.id ?? ValueID(0)
    }

    private func subscribe(_ subscription: Subscription) {
        let uuids: [BluetoothUUID] = [
            "326A9006-85CB-9195-D9DD-464CFBBAE75A", "00001531-1212-EFDE-1523-785FEABCD123",
            "6E400003-B5A3-F393-E0A9-E50E24DCCA9E",
        ]
        for uuid in uuids where value(uuid) != ValueID(0) {
            device.subscriptionChanged(value(uuid), by: connection, to: subscription)
        }
    }

    private func read(_ uuid: String) {
        let found = device.services.flatMap(\.characteristics).first {
            "\($0.uuid)".lowercased().hasPrefix(uuid)
        }
        guard let found else {
            Issue.record("no value \(uuid)")
            return
        }
        _ = try? device.read(found.id, by: connection)
    }

    private func write(_ bytes: [UInt8], to value: ValueID, _ kind: WriteKind) {
        guard isConnected else { return }
        do {
            try device.write(bytes.span, to: value, kind, by: connection)
        } catch {
            device.refused(
                AttributeRefusal(
                    opcode: kind == .request ? 0x12 : 0x52, handle: 1, value: value, bytes: bytes,
                    error: error), by: connection)
        }
    }

    // MARK: The link

    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate { isFull ? .dropped : .sent }
    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate { .discarded(.notSubscribed) }
    func disconnect(_ connection: ConnectionID) { wishesEnd = true }
    func vanish(_ connection: ConnectionID) {
        isConnected = false
        server.close(connection)
    }
    func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID) {}
    func advertisementChanged() {}
    func servicesChanged() { server.rebuild() }
    func send(_ bytes: [UInt8]) -> Bool { true }
}

/// It lies on the table.
final class StillBody: Body {
    func kinematics(at time: Instant) -> Kinematics {
        Kinematics(
            position: .zero, velocity: .zero, acceleration: .zero, orientation: .identity,
            angularRate: .zero, specificForce: Vector3(0, 0, standardGravity))
    }

    func bandwidth(at time: Instant) -> Double { 0 }
}
