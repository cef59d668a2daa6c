/// One transfer of an image to a bootloader, as a value: notifications go in, writes come out (protocol, core 13.4).
///
/// Connecting, waiting and connecting again are the caller's business.
package struct FirmwareTransfer: Sendable {
    /// What to do next; actions are done in order, and a control write is acknowledged before the next action.
    package enum Action: Sendable, Equatable {
        /// Write to the control point, with response.
        case control(UpdateControl)
        /// Write to the data characteristic, without response; 20 bytes at most.
        case data([UInt8])
        /// So many bytes of the image are sent.
        case progress(sent: Int, total: Int)
        /// The bootloader had a transfer under way: a reset was sent to it. Connect again and start anew, once.
        case retry
        /// The image is in place; the link is lost by it.
        case finished
        case failed(UpdateError)
    }

    /// Why a transfer failed.
    package enum UpdateError: Error, Sendable, Equatable {
        /// The bootloader refused a request.
        case refused(opcode: UInt8, UpdateNotification.Status)
        /// A receipt does not match what was sent.
        case lostData(sent: Int, received: UInt32)
    }

    /// Bytes of one data packet.
    package static let packetLength = 20

    /// What the image is.
    package let type: UpdateControl.ImageType
    /// Sent in packets of 20 bytes.
    package let image: [UInt8]
    /// Of a SoftDevice and a bootloader in one image: bytes of the bootloader, which come last.
    package let bootloaderLength: Int
    /// What describes the image; empty for a bare image, which old bootloaders take.
    package let initPacket: [UInt8]
    /// Packets from one receipt to the next; 0 for none.
    package let receiptsEvery: UInt16
    /// Bytes of the image that were sent.
    package private(set) var sent = 0
    /// Whether the oldest form of the start is used.
    package private(set) var usesShortStart = false
    private var isOver = false

    /// A transfer.
    ///
    /// - Parameters:
    ///   - bootloaderLength: of a SoftDevice and a bootloader in one image only.
    ///   - receiptsEvery: 12 as the Swift SDK has it, 10 as the C++ SDK.
    package init(
        type: UpdateControl.ImageType = .application, image: [UInt8], bootloaderLength: Int = 0,
        initPacket: [UInt8] = [], receiptsEvery: UInt16 = 12
    ) {
        self.type = type
        self.image = image
        self.bootloaderLength = min(max(0, bootloaderLength), image.count)
        self.initPacket = initPacket
        self.receiptsEvery = receiptsEvery
    }

    /// What is written once the control point's notifications are on.
    package mutating func begin() -> [Action] {
        (sent, isOver, usesShortStart) = (0, false, false)
        let size = UInt32(clamping: image.count)
        let sizes: [UInt8] =
            switch type {
            case .application: UpdateControl.sizes(application: size)
            case .bootloader: UpdateControl.sizes(bootloader: size)
            case .softDevice: UpdateControl.sizes(softDevice: size)
            case .softDeviceAndBootloader:
                UpdateControl.sizes(
                    softDevice: UInt32(clamping: image.count - bootloaderLength),
                    bootloader: UInt32(clamping: bootloaderLength))
            }
        return [.control(.start(type)), .data(sizes)]
    }

    /// Takes a notification of the control point; what is none is left alone.
    package mutating func take(_ bytes: [UInt8]) -> [Action] {
        guard !isOver, let notification = UpdateNotification(bytes) else { return [] }
        switch notification {
        case .receipt(let received):
            // Only the low half is compared: Nordic's library does no more.
            guard received & 0xFFFF == UInt32(sent) & 0xFFFF else {
                return fail(.lostData(sent: sent, received: received))
            }
            return sendMore()
        case .size: return []
        case .response(0x01, .invalidState):
            isOver = true
            return [.control(.reset), .retry]
        case .response(0x01, .notSupported) where !usesShortStart && type == .application:
            usesShortStart = true
            return [
                .control(.start(nil)), .data(UInt32(clamping: image.count).littleEndianBytes),
            ]
        case .response(let opcode, .success): return next(after: opcode)
        case .response(let opcode, let status):
            return fail(.refused(opcode: opcode, status))
        }
    }

    private mutating func fail(_ error: UpdateError) -> [Action] {
        isOver = true
        return [.control(.reset), .failed(error)]
    }

    private mutating func next(after opcode: UInt8) -> [Action] {
        switch opcode {
        case 0x01:
            guard !initPacket.isEmpty else { return sendImage() }
            return [.control(.beginInitPacket)]
                + parts(of: initPacket).map { .data($0) } + [.control(.endInitPacket)]
        case 0x02: return sendImage()
        case 0x03: return [.control(.validate)]
        case 0x04:
            isOver = true
            return [.control(.activateAndReset), .finished]
        default: return []
        }
    }

    private var every: UInt16 { usesShortStart ? min(1, receiptsEvery) : receiptsEvery }

    private mutating func sendImage() -> [Action] {
        [.control(.receipts(every: every)), .control(.receiveImage)] + sendMore()
    }

    /// As many packets as one receipt acknowledges; all of them without receipts.
    private mutating func sendMore() -> [Action] {
        guard sent < image.count else { return [] }
        let most = every == 0 ? image.count : Int(every) * Self.packetLength
        let end = min(image.count, sent + most)
        let packets = parts(of: Array(image[sent..<end]))
        sent = end
        return packets.map { .data($0) } + [.progress(sent: sent, total: image.count)]
    }

    private func parts(of bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: Self.packetLength)
            .map { Array(bytes[$0..<min($0 + Self.packetLength, bytes.count)]) }
    }
}
