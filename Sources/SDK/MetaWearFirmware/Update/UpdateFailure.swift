import MetaWearProtocol

/// Why one attempt to install an image failed. Codes 1 to 6 are those of the bootloader, the others are those of
/// Nordic's library.
enum UpdateFailure: Error, Equatable {
    /// The bootloader refused a request.
    case refused(opcode: UInt8, UpdateNotification.Status)
    /// It was not found, or no link came about.
    case notReached
    case linkLost
    /// What is there has no update service.
    case noUpdateService
    /// It accepts images with an init packet only, and the file has none.
    case initPacketRequired
    case writeFailed(String)
    /// No answer within the time for it.
    case silent(String)
    /// What arrived is not what was sent.
    case bytesLost(sent: Int, received: UInt32)
    /// A new bootloader was installed, and the old one answers.
    case bootloaderUnchanged(revision: String, wanted: String)

    /// As ``MWFirmwareError/dfuFailed(message:)`` has it.
    var message: String { "\(code): \(text)" }

    /// Another attempt may succeed.
    var isTemporary: Bool {
        switch self {
        case .notReached, .linkLost, .noUpdateService, .silent, .bytesLost, .writeFailed: true
        // A transfer that was under way is over after the reset that follows each failure.
        case .refused(_, .invalidState): true
        // A part of the init packet may have been lost.
        case .refused(opcode: 0x02, .operationFailed): true
        case .refused, .initPacketRequired, .bootloaderUnchanged: false
        }
    }

    private var code: Int {
        switch self {
        case .refused(_, let status): Int(status.rawValue)
        case .initPacketRequired: 104
        case .notReached: 201
        case .linkLost: 202
        case .noUpdateService: 302
        case .writeFailed: 305
        case .silent: 306
        case .bytesLost: 308
        case .bootloaderUnchanged: 500
        }
    }

    private var text: String {
        switch self {
        case .refused(let opcode, let status):
            "the bootloader refused \(Self.name(of: opcode)): \(Self.text(status))"
        case .notReached: "the bootloader was not found, or does not accept connections"
        case .linkLost: "the link to the bootloader was lost"
        case .noUpdateService: "the board is not in its bootloader"
        case .initPacketRequired: "the bootloader needs a package with an init packet"
        case .writeFailed(let reason): "a write to the bootloader failed: \(reason)"
        case .silent(let what): "the bootloader did not answer to \(what)"
        case .bytesLost(let sent, let received):
            "\(sent) bytes were sent, and the bootloader received \(received)"
        case .bootloaderUnchanged(let revision, let wanted):
            "bootloader \(wanted) was installed, and the board still has \(revision)"
        }
    }

    private static func name(of opcode: UInt8) -> String {
        switch opcode {
        case 0x01: "the start"
        case 0x02: "the init packet"
        case 0x03: "the image"
        case 0x04: "the validation"
        default: "request \(opcode)"
        }
    }

    private static func text(_ status: UpdateNotification.Status) -> String {
        switch status {
        case .success: "success"
        case .invalidState: "not now"
        case .notSupported: "not supported"
        case .sizeExceedsLimit: "too large"
        case .crcError: "wrong checksum"
        case .operationFailed: "operation failed"
        }
    }
}
