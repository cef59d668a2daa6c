import Central
import Peripheral

/// The subscriptions of one connection: the first listener of a value subscribes at the peripheral,
/// the last one unsubscribes.
final class Subscriptions {
    private unowned let gatt: RemoteGATT
    private let connection: Connection
    private var values: [UInt16: Listened] = [:]

    /// A listener, until the end of the connection or ``Subscriptions/end(_:)``.
    final class Registration {
        fileprivate let handle: UInt16
        fileprivate let onValue: (Span<UInt8>) -> Void
        fileprivate let completion: (CentralError?) -> Void

        fileprivate init(
            _ handle: UInt16, _ onValue: @escaping (Span<UInt8>) -> Void,
            _ completion: @escaping (CentralError?) -> Void
        ) {
            self.handle = handle
            self.onValue = onValue
            self.completion = completion
        }
    }

    /// One value with its listeners.
    private final class Listened {
        let configuration: UInt16?
        let bits: UInt8
        var listeners: [Registration] = []
        /// The listeners that wait for the peripheral's answer.
        var waiting: [Registration] = []
        /// The configuration is being written.
        var isWriting = false
        /// The peripheral has accepted the subscription.
        var isOn = false

        init(_ characteristic: RemoteCharacteristic) {
            configuration = characteristic.configuration?.handle
            // Notifications rather than indications, if both are available.
            bits = characteristic.properties.contains(.notify) ? 1 : 2
        }
    }

    init(of gatt: RemoteGATT, on connection: Connection) {
        self.gatt = gatt
        self.connection = connection
    }

    /// Passes each value to `onValue`, even before `completion` reports that the peripheral has
    /// accepted.
    func begin(
        _ characteristic: RemoteCharacteristic, onValue: @escaping (Span<UInt8>) -> Void,
        completion: @escaping (CentralError?) -> Void
    ) -> Registration {
        let handle = characteristic.valueHandle
        let registration = Registration(handle, onValue, completion)
        let value = values[handle] ?? listen(to: characteristic)
        value.listeners.append(registration)
        if value.isWriting {
            value.waiting.append(registration)
        } else if value.isOn || value.configuration == nil {
            completion(nil)
        } else {
            value.waiting.append(registration)
            turnOn(value)
        }
        return registration
    }

    /// Removes all listeners.
    func end(_ registration: Registration) {
        guard let value = values[registration.handle] else { return }
        value.waiting.removeAll { $0 === registration }
        value.listeners.removeAll { $0 === registration }
        if value.listeners.isEmpty, value.isOn, !value.isWriting { turnOff(value) }
    }

    private func listen(to characteristic: RemoteCharacteristic) -> Listened {
        let value = Listened(characteristic)
        values[characteristic.valueHandle] = value
        connection.listen(to: characteristic.valueHandle) { _, bytes in
            for listener in value.listeners { listener.onValue(bytes) }
        }
        return value
    }

    private func turnOn(_ value: Listened) {
        write([value.bits, 0], of: value) { [weak self] error in
            value.isOn = error == nil
            let waiting = value.waiting
            value.waiting = []
            if error != nil {
                value.listeners.removeAll { listener in waiting.contains { $0 === listener } }
            }
            for registration in waiting { registration.completion(error) }
            if value.listeners.isEmpty, value.isOn, !value.isWriting { self?.turnOff(value) }
        }
    }

    private func turnOff(_ value: Listened) {
        value.isOn = false
        // Whether the peripheral accepts or not, there is no listener.
        write([0, 0], of: value) { [weak self] _ in
            if !value.waiting.isEmpty { self?.turnOn(value) }
        }
    }

    private func write(
        _ bits: [UInt8], of value: Listened, _ done: @escaping (CentralError?) -> Void
    ) {
        guard let configuration = value.configuration else { return done(nil) }
        value.isWriting = true
        gatt.attempt { connection, finish in
            connection.write(bits, handle: configuration, completion: finish)
        } _: { result in
            value.isWriting = false
            if case .failure(let error) = result { done(error) } else { done(nil) }
        }
    }
}
