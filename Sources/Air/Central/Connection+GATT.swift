public import Bluetooth
public import Peripheral
public import Simulation

extension Connection {
    /// Raises the ATT MTU to the smaller of `mtu` (23 to 517) and what the peripheral takes.
    package func exchangeMTU(_ mtu: Int = 517, completion: @escaping Completion<Int>) {
        client.exchangeMTU(mtu, completion)
    }

    /// Finds the primary services, or only those with the given UUIDs, with their characteristics
    /// and descriptors; they then stand in `services`.
    public func discover(
        _ uuids: [BluetoothUUID]? = nil, completion: @escaping Completion<[RemoteService]>
    ) {
        ServiceDiscovery(of: client, only: uuids) { [state] result in
            if case .success(let found) = result { state.take(found) }
            completion(result)
        }.start()
    }

    /// Finds the primary services without what is in them, and changes nothing: to see whether what
    /// an earlier connection found still holds.
    package func findServices(completion: @escaping Completion<[RemoteService]>) {
        ServiceDiscovery(of: client, only: nil, isShallow: true, completion).start()
    }

    /// Uses the services found on an earlier connection.
    package func assume(_ services: [RemoteService]) { state.take(services) }

    /// Reads a value of at most MTU - 1 bytes.
    public func read(handle: UInt16, completion: @escaping Completion<[UInt8]>) {
        client.read(handle, completion)
    }

    /// Reads a value of at most MTU - 1 bytes.
    public func read(
        _ characteristic: RemoteCharacteristic, completion: @escaping Completion<[UInt8]>
    ) { client.read(characteristic.valueHandle, completion) }

    /// Reads a value of any length from an offset on, in as many requests as needed.
    package func readLong(
        handle: UInt16, from offset: UInt16 = 0, completion: @escaping Completion<[UInt8]>
    ) {
        client.readLong(handle, from: offset, completion)
    }

    /// Reads a value of any length, in as many requests as needed.
    package func readLong(
        _ characteristic: RemoteCharacteristic, completion: @escaping Completion<[UInt8]>
    ) { client.readLong(characteristic.valueHandle, completion) }

    /// Writes at most MTU - 3 bytes. A request completes when it is answered, a command when it was
    /// sent.
    public func write(
        _ bytes: [UInt8], handle: UInt16, _ kind: WriteKind = .request,
        completion: @escaping Completion<Void> = { _ in }
    ) {
        switch kind {
        case .request: client.write(bytes, to: handle, completion)
        case .command: client.command(bytes, to: handle, completion)
        }
    }

    /// Writes at most MTU - 3 bytes. A request completes when it is answered, a command when it was
    /// sent.
    public func write(
        _ bytes: [UInt8], to characteristic: RemoteCharacteristic, _ kind: WriteKind = .request,
        completion: @escaping Completion<Void> = { _ in }
    ) { write(bytes, handle: characteristic.valueHandle, kind, completion: completion) }

    /// Writes a value of any length by prepared writes.
    package func writeLong(
        _ bytes: [UInt8], to characteristic: RemoteCharacteristic,
        completion: @escaping Completion<Void>
    ) {
        guard bytes.count <= 512 else {
            let error = "a value has at most 512 bytes, not \(bytes.count)"
            return completion(.failure(.invalid(error)))
        }
        client.writeLong(bytes, to: characteristic.valueHandle, completion)
    }

    /// Writes by prepared writes, from an offset on, whatever the peripheral makes of the length.
    ///
    /// - Parameters:
    ///   - comparing: a part that comes back different cancels the whole (Core Vol 3, Part G,
    ///     4.9.5).
    ///   - stepsByNewMTU: each part is counted with the MTU that is in force when it is answered,
    ///     as some hosts do: if that was raised meanwhile, bytes are left out.
    package func writeLong(
        _ bytes: [UInt8], handle: UInt16, from offset: UInt16, comparing: Bool,
        stepsByNewMTU: Bool = false, completion: @escaping Completion<Void>
    ) {
        client.writeLong(
            bytes, to: handle, from: offset, comparing: comparing, stepsByNewMTU: stepsByNewMTU,
            completion)
    }

    /// Passes the notifications and indications of a value to `onValue`, without subscribing at the
    /// peripheral; nil ends that.
    ///
    /// The bytes are only borrowed. The handler replaces an earlier one and stays until the end of
    /// the connection.
    public func listen(to handle: UInt16, _ onValue: ((Instant, Span<UInt8>) -> Void)?) {
        client.listen(to: handle, onValue)
    }

    /// Turns notifications (or indications) on; `onValue` gets each with the time of its arrival.
    ///
    /// The bytes are only borrowed: copy what you keep. The handler replaces an earlier one and
    /// stays until `unsubscribe` or the end of the connection.
    public func subscribe(
        to characteristic: RemoteCharacteristic, _ kind: Subscription = .notifications,
        onValue: @escaping (Instant, Span<UInt8>) -> Void,
        completion: @escaping Completion<Void> = { _ in }
    ) {
        client.subscribe(to: characteristic, kind, onValue: onValue, completion)
    }

    /// Turns notifications and indications off and removes the handler.
    public func unsubscribe(
        from characteristic: RemoteCharacteristic,
        completion: @escaping Completion<Void> = { _ in }
    ) {
        client.unsubscribe(from: characteristic, completion)
    }
}
