import Bluetooth
import Central

extension StandIn {
    /// Lets somebody see what each adapter's radio hands it; asked once for each, by its name
    /// (`hci0`) and address.
    package func tap(_ tap: (_ name: String, _ address: Address) -> (any CentralTap)?) {
        for (index, adapter) in adapters.enumerated() {
            adapter.central.tap(tap("hci\(index)", adapter.address))
        }
    }
}
