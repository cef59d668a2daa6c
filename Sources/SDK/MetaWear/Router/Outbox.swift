import CoreBluetooth
import Foundation

/// Packets that wait to be written, in the order in which they were given.
struct Outbox {
    /// Who learns how it went.
    enum Sender {
        /// A call that waits until the transport has the packet.
        case write(CheckedContinuation<Void, any Error>)
        /// A call that waits for the board's answer; it learns of a failure only.
        case question
    }

    /// A packet.
    struct Item {
        /// Tells it from others.
        let id: Int
        let packet: Data
        let type: CBCharacteristicWriteType
        let sender: Sender
    }

    private var items: [Item] = []
    private var start = 0

    mutating func append(_ item: Item) { items.append(item) }

    /// The oldest.
    mutating func next() -> Item? {
        guard start < items.count else {
            items.removeAll(keepingCapacity: true)
            start = 0
            return nil
        }
        start += 1
        return items[start - 1]
    }

    /// Takes one out that has not left.
    mutating func remove(_ id: Int) -> Item? {
        guard let index = items[start...].firstIndex(where: { $0.id == id }) else { return nil }
        return items.remove(at: index)
    }
}
