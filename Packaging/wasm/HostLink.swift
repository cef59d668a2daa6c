import Bluetooth
import Central
import JSON
import Peripheral
import Simulation
import VirtualRadio

/// A connection of a host; its operations are numbered and end with a record.
final class HostLink {
    let connection: Connection
    let number: Int
    private let events: EventRecords

    init(_ connection: Connection, number: Int, _ events: EventRecords) {
        self.connection = connection
        self.number = number
        self.events = events
    }

    private var now: Instant { connection.central.air.simulation.now }

    static func words(_ error: CentralError) -> JSONValue {
        var entries: [(String, JSONValue)] = [("message", .string("\(error)"))]
        switch error {
        case .attribute(let error, _): entries.append(("att", .integer(Int(error.rawValue))))
        case .disconnected(let reason):
            entries.append(("reason", .integer(Int(reason.rawValue))))
        default: break
        }
        return .object(entries)
    }

    private func fail(_ operation: Int, _ error: CentralError) {
        events.add(.failed, at: now, number, operation, Self.words(error))
    }

    private func end<Value>(
        _ operation: Int, _ bytes: @escaping (Value) -> [UInt8]
    ) -> Completion<Value> {
        return { [self] result in
            switch result {
            case .failure(let error): fail(operation, error)
            case .success(let value):
                let bytes = bytes(value)
                events.add(.done, at: now, number, operation, bytes.span)
            }
        }
    }

    func discover(_ operation: Int) {
        connection.discover { [self] result in
            switch result {
            case .failure(let error): fail(operation, error)
            case .success(let services):
                let found = JSONValue.array(services.map { Self.json($0) })
                events.add(.result, at: now, number, operation, .object([("services", found)]))
            }
        }
    }

    private static func json(_ service: RemoteService) -> JSONValue {
        .object([
            ("uuid", .string("\(service.uuid.expanded)")),
            (
                "characteristics",
                .array(
                    service.characteristics.map { own in
                        .object([
                            ("uuid", .string("\(own.uuid.expanded)")),
                            ("properties", .integer(Int(own.properties.rawValue))),
                            ("handle", .integer(Int(own.valueHandle))),
                            (
                                "descriptors",
                                .array(
                                    own.descriptors.map { descriptor in
                                        .object([
                                            ("uuid", .string("\(descriptor.uuid.expanded)")),
                                            ("handle", .integer(Int(descriptor.handle))),
                                        ])
                                    })
                            ),
                        ])
                    })
            ),
        ])
    }

    func read(_ handle: UInt16, _ operation: Int) {
        connection.readLong(handle: handle, completion: end(operation) { $0 })
    }

    /// With a response or without; what does not fit a packet is written in parts.
    func write(_ bytes: [UInt8], to handle: UInt16, response: Bool, _ operation: Int) {
        if response, bytes.count > connection.mtu - 3 {
            connection.writeLong(
                bytes, handle: handle, from: 0, comparing: true,
                completion: end(operation) { _ in [] })
        } else {
            connection.write(
                bytes, handle: handle, response ? .request : .command,
                completion: end(operation) { _ in [] })
        }
    }

    /// Turns notifications or indications of a characteristic on, or both off.
    func subscribe(_ handle: UInt16, _ value: UInt16, _ operation: Int) throws(Wrong) {
        var found: RemoteCharacteristic?
        for service in connection.services {
            for own in service.characteristics where own.valueHandle == handle { found = own }
        }
        guard let configuration = found?.configuration else {
            throw Wrong(
                "handle \(handle) is no value that can notify; `discover` gives those that can")
        }
        if value == 0 {
            connection.listen(to: handle, nil)
        } else {
            connection.listen(to: handle) { [self] time, bytes in
                events.add(.notification, at: time, number, Int(handle), bytes)
            }
        }
        connection.write(
            [UInt8(truncatingIfNeeded: value), 0], handle: configuration.handle,
            completion: end(operation) { _ in [] })
    }
}
