/// What a host writes to the control point of the bootloader: Nordic's legacy protocol (protocol, core 13.2).
package enum UpdateControl: Sendable, Equatable {
    /// What an image is.
    package enum ImageType: UInt8, Sendable {
        case softDevice = 1
        case bootloader = 2
        case softDeviceAndBootloader = 3
        case application = 4
    }

    /// Then come the sizes; nil for the oldest form, which takes an application alone.
    case start(ImageType?)
    /// Then comes the init packet.
    case beginInitPacket
    /// The init packet is there.
    case endInitPacket
    /// Then comes the image.
    case receiveImage
    case validate
    /// The image replaces the old one, and the link is lost.
    case activateAndReset
    /// The update is given up, and the link is lost.
    case reset
    /// Asks for the bytes that arrived.
    case reportSize
    /// A receipt after every so many packets; 0 for none.
    case receipts(every: UInt16)

    /// As they are written, with response.
    package var bytes: [UInt8] {
        switch self {
        case .start(let type): [0x01] + (type.map { [$0.rawValue] } ?? [])
        case .beginInitPacket: [0x02, 0x00]
        case .endInitPacket: [0x02, 0x01]
        case .receiveImage: [0x03]
        case .validate: [0x04]
        case .activateAndReset: [0x05]
        case .reset: [0x06]
        case .reportSize: [0x07]
        case .receipts(let every): [0x08] + every.littleEndianBytes
        }
    }

    /// Twelve bytes for the data characteristic: sizes of the SoftDevice, of the bootloader and of the application.
    package static func sizes(
        softDevice: UInt32 = 0, bootloader: UInt32 = 0, application: UInt32 = 0
    ) -> [UInt8] {
        [softDevice, bootloader, application].flatMap(\.littleEndianBytes)
    }
}

/// What the bootloader notifies (protocol, core 13.2).
package enum UpdateNotification: Sendable, Equatable {
    /// How a request went.
    package enum Status: UInt8, Sendable {
        case success = 1
        case invalidState, notSupported, sizeExceedsLimit, crcError, operationFailed
    }

    /// The answer to a request, by the request's first byte.
    case response(to: UInt8, Status)
    /// So many bytes arrived.
    case receipt(bytes: UInt32)
    /// So many bytes arrived, asked for.
    case size(UInt32)

    /// Reads a notification of the control point; nil for one that is none of these.
    package init?(_ bytes: [UInt8]) {
        switch bytes.first {
        case 0x10:
            guard bytes.count >= 3, let status = Status(rawValue: bytes[2]) else { return nil }
            if bytes[1] == 0x07, bytes.count >= 7 {
                self = .size(bytes.span.uint32(at: 3))
            } else {
                self = .response(to: bytes[1], status)
            }
        case 0x11:
            guard bytes.count >= 3 else { return nil }
            self = .receipt(
                bytes: UInt32(bytes.span.unsigned(at: 1, bytes: min(4, bytes.count - 1))))
        default: return nil
        }
    }
}
