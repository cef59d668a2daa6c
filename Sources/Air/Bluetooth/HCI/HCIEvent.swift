/// Writes events as whole H4 packets at the end of a buffer (Core Vol 4, Part E, 7.7).
///
/// Nothing is allocated but the buffer's own growth. LE events stand in `LEEvent`.
public enum HCIEvent {
    /// How many commands the host may send before the next answer.
    static let credits: UInt8 = 1

    /// An event with these parameters, 255 bytes at most.
    public static func write(
        _ code: HCIEventCode, into out: inout [UInt8], _ parameters: (inout [UInt8]) -> Void
    ) {
        out.append(H4PacketType.event.rawValue)
        out.append(code.rawValue)
        let place = out.count
        out.append(0)
        parameters(&out)
        out[place] = UInt8(truncatingIfNeeded: out.count - place - 1)
    }

    /// Command Complete with a status and what the command returns behind it.
    public static func commandComplete(
        _ opcode: UInt16, _ status: HCIStatus, into out: inout [UInt8],
        _ returned: (inout [UInt8]) -> Void = { _ in }
    ) {
        write(.commandComplete, into: &out) {
            $0.append(credits)
            $0.append(word: opcode)
            $0.append(status.rawValue)
            returned(&$0)
        }
    }

    /// Command Status: the command has begun, or why not.
    public static func commandStatus(
        _ opcode: UInt16, _ status: HCIStatus, into out: inout [UInt8]
    ) {
        write(.commandStatus, into: &out) {
            $0.append(status.rawValue)
            $0.append(credits)
            $0.append(word: opcode)
        }
    }

    /// A connection has ended, for this reason.
    public static func disconnectionComplete(
        _ handle: UInt16, reason: UInt8, into out: inout [UInt8]
    ) {
        write(.disconnectionComplete, into: &out) {
            $0.append(HCIStatus.success.rawValue)
            $0.append(word: handle)
            $0.append(reason)
        }
    }

    /// Encryption Change [v1]: on with AES-CCM (1), or off (0).
    public static func encryptionChange(
        _ status: HCIStatus, _ handle: UInt16, isOn: Bool, into out: inout [UInt8]
    ) {
        write(.encryptionChange, into: &out) {
            $0.append(status.rawValue)
            $0.append(word: handle)
            $0.append(isOn ? 1 : 0)
        }
    }

    /// The link's encryption has a new key.
    public static func encryptionKeyRefreshComplete(
        _ status: HCIStatus, _ handle: UInt16, into out: inout [UInt8]
    ) {
        write(.encryptionKeyRefreshComplete, into: &out) {
            $0.append(status.rawValue)
            $0.append(word: handle)
        }
    }

    /// The peer's controller: version and subversion as its maker counts, company as assigned.
    public static func remoteVersion(
        _ status: HCIStatus, _ handle: UInt16, version: UInt8, company: UInt16, subversion: UInt16,
        into out: inout [UInt8]
    ) {
        write(.readRemoteVersionInformationComplete, into: &out) {
            $0.append(status.rawValue)
            $0.append(word: handle)
            $0.append(version)
            $0.append(word: company)
            $0.append(word: subversion)
        }
    }

    /// So many of the host's data packets on this connection have found their way.
    public static func completedPackets(
        _ handle: UInt16, _ count: UInt16, into out: inout [UInt8]
    ) {
        write(.numberOfCompletedPackets, into: &out) {
            $0.append(1)
            $0.append(word: handle)
            $0.append(word: count)
        }
    }

    /// The host sent more ACL packets than there are buffers.
    public static func dataBufferOverflow(into out: inout [UInt8]) {
        // Link type 1 is ACL.
        write(.dataBufferOverflow, into: &out) { $0.append(1) }
    }

    /// A failure of the controller itself, with a code of its own.
    public static func hardwareError(_ code: UInt8, into out: inout [UInt8]) {
        write(.hardwareError, into: &out) { $0.append(code) }
    }
}

extension [UInt8] {
    /// Appends the `width` lower bytes of a number, little endian.
    @inlinable public mutating func append(_ number: UInt64, bytes width: Int) {
        for index in 0..<width {
            append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index)))
        }
    }

    /// Appends the six bytes of an address as they go on the air; zeroes for none.
    @inlinable public mutating func append(_ address: Address?) {
        append(address?.value ?? 0, bytes: 6)
    }
}
