package import Bluetooth
package import Peripheral
package import Simulation

/// The GATT half of a ``LinkPort``, for radios whose attribute client is our own.
package protocol AttributeLink: LinkPort {
    /// The client of the peer's attributes; nil while there is no link.
    var client: AttributeClient? { get }
    /// What discovery has found on this link.
    var found: FoundServices { get }
    /// Why a link has ended, in the words of this radio.
    static func words(for reason: DisconnectReason) -> String
}

/// What discovery has found on a link; a discovery under way keeps this, and not its link.
package final class FoundServices {
    /// The services with their contents.
    package internal(set) var services: [RemoteService] = []

    /// Nothing yet.
    package init() {}
}

extension AttributeLink {
    /// The longest value of a write without response, in bytes.
    package var longestCommand: Int { (client?.mtu ?? 23) - 3 }

    /// Raises the ATT MTU; passes on the one in force.
    package func exchangeMTU(_ request: Int, _ done: @escaping AccessCompletion<Int>) {
        run(done) { $0.exchangeMTU(request, $1) }
    }

    /// Finds the primary services with their contents.
    package func discover(
        knowing known: [RemoteService]?, _ done: @escaping AccessCompletion<[RemoteService]>
    ) {
        if let known {
            found.services = known
            return done(.success(known))
        }
        let take: AccessCompletion<[RemoteService]> = { [found] result in
            if case .success(let services) = result { found.services = services }
            done(result)
        }
        run(take) { ServiceDiscovery(of: $0, only: nil, $1).start() }
    }

    /// Reads a value of any length.
    package func read(_ value: BluetoothUUID, _ done: @escaping AccessCompletion<[UInt8]>) {
        run(value, done) { $0.readLong($1.valueHandle, $2) }
    }

    /// Writes a value; a request may have any length.
    package func write(
        _ bytes: [UInt8], to value: BluetoothUUID, _ kind: WriteKind,
        _ done: @escaping AccessCompletion<Void>
    ) {
        run(value, done) { client, found, done in
            switch kind {
            case .command: client.command(bytes, to: found.valueHandle, done)
            case .request where bytes.count <= client.mtu - 3:
                client.write(bytes, to: found.valueHandle, done)
            case .request: client.writeLong(bytes, to: found.valueHandle, done)
            }
        }
    }

    /// Passes on the notifications and indications of a value.
    package func listen(to value: BluetoothUUID, _ take: ((Instant, Span<UInt8>) -> Void)?) {
        guard let found = find(value) else { return }
        client?.listen(to: found.valueHandle, take)
    }

    /// Turns notifications or indications on or off.
    package func configure(
        _ value: BluetoothUUID, _ kind: Subscription, _ done: @escaping AccessCompletion<Void>
    ) {
        run(value, done) { client, found, done in
            guard let configuration = found.configuration else {
                return done(.failure(.notSubscribable(value)))
            }
            let bits = kind.rawValue
            client.write(
                [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)], to: configuration.handle, done)
        }
    }

    private func find(_ uuid: BluetoothUUID) -> RemoteCharacteristic? {
        for service in found.services {
            if let found = service.characteristic(uuid) { return found }
        }
        return nil
    }

    private func run<Value>(
        _ done: @escaping AccessCompletion<Value>,
        _ start: (AttributeClient, @escaping Completion<Value>) -> Void
    ) {
        guard let client else { return done(.failure(.ended("it is not open"))) }
        start(client) { done($0.mapError(Self.error)) }
    }

    private func run<Value>(
        _ value: BluetoothUUID, _ done: @escaping AccessCompletion<Value>,
        _ start: (AttributeClient, RemoteCharacteristic, @escaping Completion<Value>) -> Void
    ) {
        run(done) { client, done in
            guard let found = find(value) else { return done(.failure(.notFound(value))) }
            start(client, found, done)
        }
    }

    private static func error(_ error: CentralError) -> AccessError {
        if case .disconnected(let reason) = error { return .ended(words(for: reason)) }
        return AccessError(error)
    }
}
