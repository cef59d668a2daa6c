import Bluetooth
import Peripheral

extension Adapter {
    /// `Adapter1.UUIDs` has changed, or is to be reported again.
    func serviceUUIDsChanged() { changed("UUIDs") }

    /// A central has connected to this adapter; returns the path of its device.
    func centralConnected(_ connection: ConnectionID, from central: Address) -> String {
        let device = device(central)
        device.incoming = connection
        device.changed("Connected")
        return device.path
    }

    /// The link to that central has ended.
    func centralDisconnected(
        _ connection: ConnectionID, from central: Address, reason: DisconnectReason
    ) {
        guard let device = devices.first(where: { $0.address == central }),
            device.incoming == connection
        else { return }
        if device.connection == nil { device.ended() } else { device.incoming = nil }
    }

    /// Whether a connected central need not be authorized for anything.
    func isTrusted(_ path: String) -> Bool { device(at: path)?.isTrusted ?? false }
}
