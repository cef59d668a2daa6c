package import Bluetooth
package import Central
import Peripheral
internal import Simulation

extension HCIBoard {
    /// Raises the ATT MTU; returns the one in force.
    package func exchangeMTU(_ mtu: Int) throws(AccessError) -> Int {
        try run { $0.exchangeMTU(mtu, $1) }
    }

    /// The primary services with their contents.
    package func discover() throws(AccessError) -> [RemoteService] {
        guard link != nil, let known = knownServices else {
            return take(try run { ServiceDiscovery(of: $0, only: nil, $1).start() })
        }
        knownServices = nil
        return take(known)
    }

    private func take(_ found: [RemoteService]) -> [RemoteService] {
        services = found
        // Unsolicited values must be seen too.
        for characteristic in found.flatMap(\.characteristics) {
            link?.client.listen(to: characteristic.valueHandle) {
                [unowned self] time, value in
                add(.value(time, of: characteristic.uuid, value.array()))
            }
        }
        return found
    }

    /// Reads the value of the first characteristic with this UUID, of any length.
    package func read(_ characteristic: BluetoothUUID) throws(AccessError) -> [UInt8] {
        let found = try find(characteristic)
        return try run { $0.readLong(found.valueHandle, $1) }
    }

    /// Writes the value of the first characteristic with this UUID. A request returns when it is
    /// answered, a command when the controller has it. It has to fit one packet: MTU - 3 bytes.
    package func write(
        _ bytes: [UInt8], to characteristic: BluetoothUUID, _ kind: WriteKind
    ) throws(AccessError) {
        let found = try find(characteristic)
        try run { client, done in
            switch kind {
            case .command: client.command(bytes, to: found.valueHandle, done)
            case .request: client.write(bytes, to: found.valueHandle, done)
            }
        }
    }

    /// Writes the configuration of a characteristic; an empty request turns it off.
    package func subscribe(
        to characteristic: BluetoothUUID, _ kind: Subscription
    ) throws(AccessError) {
        let found = try find(characteristic)
        guard let configuration = found.configuration else {
            throw .missing("\(characteristic) can neither notify nor indicate")
        }
        try run {
            $0.write([UInt8(truncatingIfNeeded: kind.rawValue), 0], to: configuration.handle, $1)
        }
    }

    private func find(_ uuid: BluetoothUUID) throws(AccessError) -> RemoteCharacteristic {
        let all: [RemoteService]
        if let services { all = services } else { all = try discover() }
        for service in all {
            if let found = service.characteristic(uuid) { return found }
        }
        throw .missing("the board has no characteristic \(uuid)")
    }

    /// Starts an operation on the link, and waits until it has ended; the link enforces a time
    /// limit.
    private func run<Value>(
        _ start: (AttributeClient, @escaping Completion<Value>) -> Void
    ) throws(AccessError) -> Value {
        guard let link else {
            if let failure = host.failure { throw failure }
            throw .ended("connect first")
        }
        var outcome: Result<Value, CentralError>?
        start(link.client) { outcome = $0 }
        try host.wait(untilWall: .max) { outcome != nil }
        guard let outcome else { throw host.failure ?? .ended("the link is gone") }
        do throws(CentralError) {
            return try outcome.get()
        } catch {
            if case .disconnected(let reason) = error {
                throw .ended(HCIHost.words(reason.rawValue))
            }
            throw AccessError(error)
        }
    }
}
