internal import Bluetooth

/// The events that the host enabled (Core Vol 4, Part E, 7.3.1, 7.3.69 and 7.8.1).
struct EventMask {
    /// The events of a controller after reset: LE Meta is not among them.
    private var general: UInt64 = 0x0000_1FFF_FFFF_FFFF
    /// The five of Bluetooth 4.0.
    private var le: UInt64 = 0x1F

    func allows(_ event: HCIEventCode) -> Bool {
        (event.maskBit.map { general & $0 != 0 } ?? true)
            && (event.leMaskBit.map { le & $0 != 0 } ?? true)
    }

    mutating func setGeneral(_ bits: UInt64) { general = bits }
    mutating func setLE(_ bits: UInt64) { le = bits }
}

extension Controller {
    static let maskCommands: [(HCIOpcode, Handler)] = [
        on(.setEventMask) { controller, p in
            controller.eventMask.setGeneral(p[.mask])
            return .success
        },
        // No event of this page is sent (Core Vol 4, Part E, 7.3.69).
        on(.setEventMaskPage2) { _, _ in .success },
        on(.leSetEventMask) { controller, p in
            controller.eventMask.setLE(p[.mask])
            return .success
        },
    ]
}
