import EventLoop
import Glibc

/// `/dev/vhci`: a Bluetooth controller for this machine's kernel, provided by a program (Linux,
/// `drivers/bluetooth/hci_vhci.c`).
///
/// Each read and each write is one H4 packet. Besides those of Bluetooth there is a vendor packet,
/// 0xFF: written, it creates the controller; read, it returns the controller's number.
enum VHCI {
    static let device = "/dev/vhci"
    /// A primary controller, as opposed to an AMP one.
    static let creation: [UInt8] = [0xFF, 0x00]

    /// Creates a controller; the kernel starts to use it at once.
    static func open(_ path: String = device) throws(RadioError) -> Descriptor {
        let number = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw failure(path, errno) }
        let descriptor = Descriptor(number)
        try create(on: descriptor, path)
        return descriptor
    }

    static func create(on descriptor: Descriptor, _ path: String = device) throws(RadioError) {
        let outcome = creation.withUnsafeBytes { descriptor.write($0) }
        switch outcome {
        case .done(creation.count): break
        case .failed(let error): throw failure(path, error)
        case .done, .wouldWait: throw failure(path, EIO)
        }
    }

    private static func failure(_ path: String, _ error: Int32) -> RadioError {
        let fix =
            switch error {
            case ENOENT, ENODEV, ENXIO:
                "; load it with `modprobe hci_vhci` as root, or use hci-tcp or hci-unix"
            case EACCES, EPERM:
                "; run as root, or give your user access: `setfacl -m u:$USER:rw \(path)` as root"
            case EBUSY, EMFILE, ENOSPC: "; the kernel takes no more controllers"
            default: ""
            }
        return RadioError(.vhci, "\(path): \(words(for: error))\(fix)")
    }

    /// Whether this is the kernel's answer to the creation: 0xFF, the creation's byte, and the
    /// controller's number in two bytes.
    static func isAnswer(_ packet: UnsafeRawBufferPointer) -> Bool {
        packet.count == 4 && packet[0] == creation[0]
    }

    /// `vhci, hci0 here`.
    static func name(in answer: UnsafeRawBufferPointer) -> String {
        "vhci, hci\(Int(answer[2]) | Int(answer[3]) << 8) here"
    }
}
