import Wire

/// What a legacy DFU package declares about its image before it is sent (protocol, core 13.4).
struct InitPacket: Equatable, Sendable {
    /// The longest that the bootloader takes, in bytes.
    static let longest = 512

    /// nil if the packet is a checksum alone, as the oldest hosts send it.
    var header: Header?
    /// CRC-16 of the image; nil if the package is signed with a hash instead, which the model does
    /// not check.
    var crc: UInt16?
    /// The image's length in bytes, if the packet has it.
    var length: UInt32?

    /// The device and application that an image is for.
    struct Header: Layout, Equatable {
        var deviceType: UInt16 = 0
        var deviceRevision: UInt16 = 0
        var applicationVersion: UInt32 = 0
        var softDeviceCount: UInt16 = 0
        var softDevices: [UInt16] = []
        /// What follows the list: the checks of the image.
        var check: [UInt8] = []

        mutating func layout(_ c: inout some Coder) {
            c(&deviceType, "device type")
            c(&deviceRevision, "device revision")
            c(&applicationVersion, "application version")
            c(&softDeviceCount, "SoftDevices")
            let count = min(Int(softDeviceCount), InitPacket.longest / 2)
            while softDevices.count < count { softDevices.append(0) }
            for i in softDevices.indices { c(&softDevices[i], "SoftDevice") }
            c.rest(&check, max: InitPacket.longest, "check")
        }
    }

    /// A check that begins with its kind: 0 a CRC-16, 1 length and hash, 2 those and a signature.
    private struct Extended: Layout {
        var kind: UInt32 = 0
        var length: UInt32 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&kind, "kind")
            c(&length, "length")
        }
    }

    /// The kind of check by its length behind the list of SoftDevices.
    private enum CheckLength {
        static let crc = 2
        static let extendedCRC = 6
        static let hash = 40
        static let signature = 104
    }

    /// - Throws: if the bytes have none of the documented forms.
    init(_ bytes: [UInt8]) throws(LayoutError) {
        if bytes.count == CheckLength.crc {
            crc = try Word(bytes).value
            return
        }
        let header = try Header(bytes)
        self.header = header
        switch header.check.count {
        case CheckLength.crc: crc = try Word(header.check).value
        case CheckLength.extendedCRC: crc = try Word(Array(header.check.suffix(2))).value
        case CheckLength.hash, CheckLength.signature: length = try Extended(header.check).length
        default: throw .short(needed: bytes.count + CheckLength.crc, had: bytes.count)
        }
    }

    /// The firmware revision in the application version: one byte each for major, minor and patch,
    /// `00 01 07 04` is 1.7.4. This is our choice: no source documents the vendor's numbering, and
    /// packages without a version say `FF FF FF FF`.
    var revision: FirmwareRevision? {
        guard let version = header?.applicationVersion, version >> 24 == 0, version >> 16 > 0
        else { return nil }
        return FirmwareRevision(
            major: UInt8(truncatingIfNeeded: version >> 16),
            minor: UInt8(truncatingIfNeeded: version >> 8),
            patch: UInt8(truncatingIfNeeded: version))
    }
}

/// Three numbers, as in device information 2A26.
public struct FirmwareRevision: Hashable, Sendable, Comparable, LosslessStringConvertible {
    /// The first number.
    public var major: UInt8
    /// The second number.
    public var minor: UInt8
    /// The third number.
    package var patch: UInt8

    /// A revision by its numbers.
    public init(major: UInt8, minor: UInt8, patch: UInt8) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    /// `1.7.4`; nil for anything but three numbers of at most 255.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let major = UInt8(parts[0]), let minor = UInt8(parts[1]), let patch = UInt8(parts[2])
        else { return nil }
        self.init(major: major, minor: minor, patch: patch)
    }

    /// `1.7.4`.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Whether the first is the older one.
    public static func < (a: Self, b: Self) -> Bool {
        (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
    }
}
