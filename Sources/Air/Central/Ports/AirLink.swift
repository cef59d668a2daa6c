internal import Bluetooth
internal import Peripheral
internal import Simulation
import VirtualRadio

/// A link of an ``AirPort``.
final class AirLink: AttributeLink {
    var onEnd: (AccessError) -> Void = { _ in }
    let found = FoundServices()
    let address: Address
    private let central: Central
    private let parameters: ConnectionParameters
    private var connection: Connection?
    private var whenDown: (() -> Void)?
    private(set) lazy var lifetime = Lifetime(of: self)
    /// How long a controller takes to report the signal strength.
    private static let measuring = Nanoseconds.milliseconds(1)

    init(to address: Address, from central: Central, _ parameters: ConnectionParameters) {
        self.address = address
        self.central = central
        self.parameters = parameters
    }

    var client: AttributeClient? { connection?.client }

    static func words(for reason: DisconnectReason) -> String { "\(reason)" }

    func open(_ done: @escaping AccessCompletion<Void>) {
        // What the world keeps must not keep the world.
        central.connect(to: address, parameters: parameters, timeout: nil) {
            [me = lifetime.handle] result in
            switch result {
            case .success(let connection):
                guard let link = me.owner else { return connection.disconnect() }
                link.connection = connection
                connection.onDisconnect = { me.owner?.ended($0) }
                done(.success(()))
            case .failure(let error): done(.failure(AccessError(error)))
            }
        }
    }

    private func ended(_ reason: DisconnectReason) {
        connection = nil
        if let whenDown {
            self.whenDown = nil
            whenDown()
        } else {
            onEnd(.ended(Self.words(for: reason)))
        }
    }

    /// The radio is off.
    func drop() {
        if connection == nil { central.cancelConnect(to: address) } else { vanish() }
    }

    /// The peripheral is out of range.
    func vanish() { connection?.vanish() }

    /// The world ends.
    func forget() {
        connection?.onDisconnect = nil
        connection = nil
    }

    func close(_ done: @escaping () -> Void) {
        guard let connection, connection.isOpen else {
            central.cancelConnect(to: address)
            return done()
        }
        whenDown = done
        connection.disconnect()
    }

    func readRSSI(_ done: @escaping AccessCompletion<Int>) {
        let medium = central.air.medium
        medium.at(medium.clock.now + Self.measuring) { [me = lifetime.handle] in
            guard let rssi = me.owner?.connection?.rssi else { return }
            done(.success(rssi))
        }
    }
}
