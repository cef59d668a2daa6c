import Bluetooth
import Central
import Peripheral

extension BoardAccess {
    /// Has a board in its bootloader start its application, and ends the link: System Reset of the Nordic legacy DFU
    /// (protocol, core 13.2).
    package func leaveBootloader() throws(AccessError) {
        let control: BluetoothUUID = "00001531-1212-EFDE-1523-785FEABCD123"
        do throws(AccessError) {
            try subscribe(to: control, .notifications)
            try write([0x06], to: control, .request)
        } catch {
            switch error {
            case .ended, .attribute, .timedOut: break
            default: throw error
            }
        }
        try disconnect()
    }
}
