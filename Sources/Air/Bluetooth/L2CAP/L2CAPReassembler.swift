/// Reassembles the fragments of L2CAP frames, one frame at a time (Core Vol 3, Part A, 7.2).
///
/// After an error it waits for the next first fragment.
package struct L2CAPReassembler {
    /// The longest accepted payload, in bytes.
    package let limit: Int

    private var buffer: [UInt8] = []
    private var header: L2CAPHeader?
    private var isInside = false

    /// A reassembler that waits for a first fragment.
    package init(limit: Int = 1_024) { self.limit = limit }

    /// Takes a fragment; true if it completes a frame, which is in `channel` and `payload` until
    /// the next call.
    package mutating func append(
        _ fragment: Span<UInt8>, isFirst: Bool
    ) throws(L2CAPError) -> Bool {
        if isFirst {
            if isInside { lostFrames += 1 }
            buffer.removeAll(keepingCapacity: true)
            header = nil
            isInside = true
        } else if !isInside {
            throw .continuationWithoutStart
        }
        do throws(L2CAPError) {
            let isWhole = try add(fragment)
            isInside = !isWhole
            return isWhole
        } catch {
            isInside = false
            throw error
        }
    }

    /// Frames dropped because another one began before they were complete.
    package private(set) var lostFrames = 0

    private mutating func add(_ fragment: Span<UInt8>) throws(L2CAPError) -> Bool {
        guard buffer.count + fragment.count <= limit + L2CAPHeader.length else {
            throw .tooLong(limit: limit)
        }
        buffer.append(fragment)
        if header == nil { header = L2CAPHeader(buffer.span) }
        guard let header else { return false }
        let length = header.payloadLength
        guard length <= limit else { throw .tooLong(limit: limit) }
        let got = buffer.count - L2CAPHeader.length
        guard got <= length else { throw .moreThanAnnounced(length: length, got: got) }
        return got == length
    }

    /// The channel of the complete frame.
    package var channel: UInt16 { header?.channel ?? 0 }

    /// The payload of the complete frame.
    package var payload: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let all = buffer.span
            return all.extracting(min(L2CAPHeader.length, all.count)..<all.count)
        }
    }

    /// Discards an incomplete frame.
    package mutating func reset() {
        buffer.removeAll(keepingCapacity: true)
        header = nil
        isInside = false
    }
}

/// Why fragments do not form a frame.
package enum L2CAPError: Error, Equatable, Sendable {
    case continuationWithoutStart
    /// The frame, or its announced length, exceeds this many bytes of payload.
    case tooLong(limit: Int)
    /// Both in bytes of payload.
    case moreThanAnnounced(length: Int, got: Int)
}

extension L2CAPError: CustomStringConvertible {
    /// One clause.
    package var description: String {
        switch self {
        case .continuationWithoutStart: "a continuing fragment without a first one"
        case .tooLong(let limit): "a frame of more than \(limit) bytes"
        case .moreThanAnnounced(let length, let got): "\(got) bytes in a frame of \(length)"
        }
    }
}
