import Bluetooth
import Central
import Peripheral
import Simulation
public import VeltoKit
public import VirtualRadio

/// The radio of a motion session on the virtual air: `connect` then finds a simulated cap, in virtual time.
///
/// `MotionSession(on: radio)` makes the session, which also takes the time from the simulation.
public final class AirRadio: CapRadio {
    /// How often the link exchanges packets; the shortest interval keeps a game lively.
    static let parameters = ConnectionParameters(
        interval: .microseconds(7_500), latency: 0, supervisionTimeout: .seconds(2))
    private static let service = BluetoothUUID(stringLiteral: CapUUID.service)
    private static let receive = BluetoothUUID(stringLiteral: CapUUID.receive)
    private static let transmit = BluetoothUUID(stringLiteral: CapUUID.transmit)

    /// What the radio reports goes here.
    public weak var session: MotionSession?
    /// Called after each notification that the session has taken.
    public var onPacket: () -> Void = {}
    private let central: Central
    private var connection: Connection?
    private var addresses: [String: Address] = [:]
    private var failure: TargetID?

    /// A radio of its own on the air.
    public init(_ air: Air, name: String = "game") { central = Central(on: air, name: name) }

    var air: Air { central.air }

    deinit { central.leave() }

    /// Always.
    public var isOn: Bool { true }

    /// Does what the session asks; a step that fails ends the link.
    public func perform(_ operation: RadioOperation) {
        switch operation {
        case .scan:
            central.scan { [weak self] report in
                guard let self, report.connectable else { return }
                let identifier = "\(report.address)"
                addresses[identifier] = report.address
                session?.handle(
                    .discovered(DiscoveredCap(identifier: identifier, name: report.name ?? "")))
            }
        case .stopScan: central.stopScan()
        case .connect(let cap): connect(to: cap)
        case .cancelConnection(let cap):
            if let address = address(of: cap) { central.cancelConnect(to: address) }
            connection?.disconnect()
        case .discoverServices:
            connection?.findServices { [weak self] result in
                self?.took(result) { services in
                    .services(hasUART: services.contains { $0.uuid.matches(Self.service) })
                }
            }
        case .discoverCharacteristics:
            connection?.discover([Self.service]) { [weak self] result in
                self?.took(result) { services in
                    .characteristics(
                        hasUART: services.contains {
                            $0.characteristic(Self.receive) != nil
                                && $0.characteristic(Self.transmit) != nil
                        })
                }
            }
        case .subscribe: subscribe()
        case .write(let bytes, let withResponse):
            guard let connection, let value = try? connection.characteristic(Self.receive) else {
                return
            }
            connection.write(bytes, to: value, withResponse ? .request : .command)
        }
    }

    /// Has the cap stream at another rate than the session asks for, of those in
    /// `CapCommand`: 26, 52, 104, 208 or 416 Hz.
    public func start(hertz: UInt16) {
        perform(.write(CapCommand.start(hertz: hertz), withResponse: false))
    }

    private func connect(to cap: DiscoveredCap) {
        guard let address = address(of: cap) else { return fail() }
        central.connect(to: address, parameters: Self.parameters) { [weak self] result in
            guard let self else { return }
            guard case .success(let connection) = result else { return fail() }
            self.connection = connection
            connection.onDisconnect = { [weak self] _ in
                self?.connection = nil
                self?.session?.handle(.disconnected)
            }
            session?.handle(.connected)
        }
    }

    /// A cap that was not seen by this radio is one that the app remembered; caps have random
    /// addresses.
    private func address(of cap: DiscoveredCap) -> Address? {
        addresses[cap.identifier] ?? Address(cap.identifier)
    }

    /// Reports that there is no link; at once, but never while the session asks for something.
    private func fail() {
        let failure = failure ?? air.simulation.clock.register(Failure(of: self))
        self.failure = failure
        air.simulation.clock.schedule(failure, 0, after: .zero)
    }

    private func subscribe() {
        guard let connection, let value = try? connection.characteristic(Self.transmit) else {
            return
        }
        connection.subscribe(
            to: value,
            onValue: { [weak self] _, bytes in
                guard let self else { return }
                session?.handle(.notified(bytes.indices.map { bytes[$0] }))
                onPacket()
            },
            completion: { [weak self] result in self?.took(result) { .subscribed } })
    }

    private func took<Value>(
        _ result: Result<Value, CentralError>, _ event: (Value) -> RadioEvent
    ) {
        switch result {
        case .success(let value): session?.handle(event(value))
        case .failure: connection?.disconnect()
        }
    }
}

/// Reports to the session of a radio that no link was opened. The clock keeps its targets, and must
/// not keep the radio.
private final class Failure: EventTarget {
    private weak let radio: AirRadio?

    init(of radio: AirRadio) { self.radio = radio }

    func handle(_ event: Event) { radio?.session?.handle(.failedToConnect) }
}

extension MotionSession {
    /// A session whose radio and time are those of a simulation.
    ///
    /// - Parameters:
    ///   - version: which published version to reproduce.
    ///   - radio: its radio.
    ///   - remembered: the `rememberedDevice` of an earlier session.
    public convenience init(
        _ version: VeltoVersion = .seed, on radio: AirRadio, remembered: DiscoveredCap? = nil
    ) {
        let simulation = radio.air.simulation
        self.init(
            version, radio: radio, remembered: remembered,
            clock: { [unowned simulation] in simulation.now.seconds })
        radio.session = self
    }
}
