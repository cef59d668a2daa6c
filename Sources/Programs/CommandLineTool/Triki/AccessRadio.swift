import Bluetooth
import Central
import Peripheral
import Simulation
import VeltoKit

/// The radio of a motion session on the access to one cap, wherever that is.
final class AccessRadio: CapRadio {
    private let access: BoardAccess
    private var operations: [RadioOperation] = []
    private var services: [RemoteService] = []

    private static let service = BluetoothUUID(stringLiteral: CapUUID.service)
    private static let receive = BluetoothUUID(stringLiteral: CapUUID.receive)
    private static let transmit = BluetoothUUID(stringLiteral: CapUUID.transmit)
    private static let patience = Nanoseconds.seconds(30)

    init(_ access: BoardAccess) { self.access = access }

    /// Always.
    var isOn: Bool { true }

    /// Done with the next ``work(for:)``, since results must not arrive during this call.
    func perform(_ operation: RadioOperation) { operations.append(operation) }

    /// Does what the session has asked for, and whatever that leads to.
    func work(for session: MotionSession) throws(AccessError) {
        while !operations.isEmpty {
            if let event = try perform(now: operations.removeFirst()) { session.handle(event) }
        }
    }

    private func perform(now operation: RadioOperation) throws(AccessError) -> RadioEvent? {
        switch operation {
        // There is no other device: the access is that of the cap.
        case .scan: return .discovered(DiscoveredCap(identifier: access.name, name: "Triki"))
        case .stopScan: return nil
        case .connect:
            try access.connect(within: Self.patience)
            return .connected
        case .cancelConnection:
            try access.disconnect()
            return .disconnected
        case .discoverServices:
            services = try access.discover()
            return .services(hasUART: services.contains { $0.uuid.matches(Self.service) })
        case .discoverCharacteristics:
            return .characteristics(
                hasUART: services.contains {
                    $0.characteristic(Self.receive) != nil
                        && $0.characteristic(Self.transmit) != nil
                })
        case .subscribe:
            try access.subscribe(to: Self.transmit, .notifications)
            return .subscribed
        case .write(let bytes, let withResponse):
            try access.write(bytes, to: Self.receive, withResponse ? .request : .command)
            return nil
        }
    }

    /// Passes on what comes in until a time.
    func receive(until time: Instant, for session: MotionSession) throws(AccessError) {
        while let event = try access.next(before: time) {
            switch event {
            case .value(_, _, let bytes): session.handle(.notified(bytes))
            case .ended(_, let why): throw .ended(why)
            }
        }
    }
}
