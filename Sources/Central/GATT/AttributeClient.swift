import Bluetooth
import Simulation

final class AttributeClient {
    var mtu = 23
    func exchangeMTU(_ mtu: Int, _ done: @escaping Completion<Int>) {}
    func read(_ handle: UInt16, _ done: @escaping Completion<[UInt8]>) {}
    func readLong(_ handle: UInt16, _ done: @escaping Completion<[UInt8]>) {}
    func readMultiple(_ handles: [UInt16], _ done: @escaping Completion<[UInt8]>) {}
    func write(_ bytes: [UInt8], to handle: UInt16, _ done: @escaping Completion<Void>) {}
    func command(_ bytes: [UInt8], to handle: UInt16, _ done: @escaping Completion<Void>) {}
    func writeLong(_ bytes: [UInt8], to handle: UInt16, _ done: @escaping Completion<Void>) {}
    func listen(to handle: UInt16, _ onValue: ((Instant, Span<UInt8>) -> Void)?) {}
}

struct ServiceDiscovery {
    init(
        of client: AttributeClient, only: [BluetoothUUID]?,
        _ done: @escaping Completion<[RemoteService]>
    ) {}
    func start() {}
}
