package import Peripheral
package import Simulation

/// Notifications and indications (Core Vol 3, Part G, 4.10 and 4.11).
extension AttributeClient {
    /// Writes the configuration; `onValue` gets each value from now on.
    package func subscribe(
        to characteristic: RemoteCharacteristic, _ kind: Subscription,
        onValue: @escaping (Instant, Span<UInt8>) -> Void, _ done: @escaping Completion<Void>
    ) {
        guard let configuration = characteristic.configuration else {
            return done(.failure(.notSubscribable(characteristic.uuid)))
        }
        listen(to: characteristic.valueHandle, onValue)
        let bits = kind.rawValue
        write(
            [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)], to: configuration.handle
        ) { [self] result in
            if case .failure = result { listen(to: characteristic.valueHandle, nil) }
            done(result)
        }
    }

    /// Clears the configuration and removes the handler.
    package func unsubscribe(
        from characteristic: RemoteCharacteristic, _ done: @escaping Completion<Void>
    ) {
        guard let configuration = characteristic.configuration else {
            return done(.failure(.notSubscribable(characteristic.uuid)))
        }
        write([0, 0], to: configuration.handle) { [self] result in
            listen(to: characteristic.valueHandle, nil)
            done(result)
        }
    }
}
