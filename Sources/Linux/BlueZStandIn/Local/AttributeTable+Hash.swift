import Bluetooth
import Peripheral

extension AttributeTable {
    /// The input of the Database Hash, an AES-CMAC with a key of zeros (Core Vol 3, Part G, 7.3.1).
    var hashMessage: [UInt8] {
        var message: [UInt8] = []
        for (index, attribute) in attributes.enumerated() {
            guard case .short(let type) = attribute.type, case let part = Self.part(of: type),
                part != .none
            else { continue }
            message.append(word: UInt16(truncatingIfNeeded: index + 1))
            message.append(word: type)
            if part == .all, case .fixed(let value) = attribute.content { message += value }
        }
        return message
    }

    private enum Part { case none, handleAndType, all }

    private static func part(of type: UInt16) -> Part {
        switch type {
        case 0x2800...0x2803, 0x2900: .all
        case 0x2901...0x2905: .handleAndType
        default: .none
        }
    }
}
