internal import Bluetooth
internal import Peripheral
internal import Simulation
import VirtualRadio

/// A link of an ``AirPort``.
final class AirLink: AttributeLink {
    var onEnd: (AccessError) -> Void = { _ in }
    var services: [RemoteService] = []
    let address: Address
    private let central: Central
    private let parameters: ConnectionParameters
    private var connection: Connection?
    private var whenDown: (() -> Void)?
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
        central.connect(to: address, parameters: parameters, timeout: nil) { [weak self] result in
            switch result {
            case .success(let connection):
                guard let self else { return connection.disconnect() }
                self.connection = connection
                connection.onDisconnect = { [weak self] in self?.ended($0) }
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
        medium.at(medium.clock.now + Self.measuring) { [weak self] in
            guard let rssi = self?.connection?.rssi else { return }
            done(.success(rssi))
        }
    }
}
