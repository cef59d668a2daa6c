package import CoreBluetooth
import Foundation

/// A transport that puts notifications into an inbox.
package protocol InboxTransport: BLETransport {
    /// Like ``BLETransport/notifications(from:)``.
    func deliverNotifications(from characteristic: CBUUID, to inbox: PacketInbox)
}

extension BLETransport {
    /// Turns notifications on, as ``notifications(from:)`` does, and puts them into an inbox. What only has a stream is
    /// read into one.
    package func inbox(of characteristic: CBUUID) async -> PacketInbox {
        let inbox = PacketInbox()
        if let own = self as? any InboxTransport {
            await own.deliverNotifications(from: characteristic, to: inbox)
            return inbox
        }
        let packets = notifications(from: characteristic)
        let pump = Task {
            do {
                for try await packet in packets { inbox.put(packet) }
                inbox.finish()
            } catch {
                inbox.finish(error)
            }
        }
        inbox.onCancel { pump.cancel() }
        return inbox
    }
}
