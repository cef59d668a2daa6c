import JSON

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Requests from a stream, one JSON text on each line.
final class RPCReader {
    /// Far above every scenario.
    private static let longestLine = 64 << 20

    let descriptor: Int32
    private let send: (JSONValue) -> Void
    private var bytes: [UInt8] = []
    private var scanned = 0
    /// Whether the rest of a line that is too long is left out.
    private var isSkipping = false
    private var requests: ArraySlice<RPCRequest> = []
    private(set) var isAtEnd = false

    init(_ descriptor: Int32, send: @escaping (JSONValue) -> Void) {
        self.descriptor = descriptor
        self.send = send
    }

    /// The next request; nil at the end of the stream.
    func next() -> RPCRequest? {
        while true {
            if let request = available() { return request }
            if isAtEnd { return nil }
            fill()
        }
    }

    /// The next request that is already here.
    func available() -> RPCRequest? {
        while requests.isEmpty {
            guard let line = nextLine() else { return nil }
            if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { take(line) }
        }
        return requests.popFirst()
    }

    /// Reads what there is; waits if there is nothing.
    func fill() {
        let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { bytes += buffer.prefix(count) }
            return count
        }
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        if count <= 0 { isAtEnd = true }
    }

    private func nextLine() -> [UInt8]? {
        while true {
            let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n"))
            if isSkipping || (end ?? bytes.count) > Self.longestLine {
                skip(to: end)
                if end == nil { return nil }
                continue
            }
            guard let end else {
                scanned = bytes.count
                guard isAtEnd, !bytes.isEmpty else { return nil }
                defer { (bytes, scanned) = ([], 0) }
                return bytes
            }
            let line = Array(bytes[..<end])
            bytes.removeSubrange(...end)
            scanned = 0
            return line
        }
    }

    /// Refuses a line that is too long.
    ///
    /// - Parameter end: nil if it has not come yet.
    private func skip(to end: Int?) {
        if !isSkipping {
            RPCBatch(count: nil, send: send).answer(
                .null,
                .failure(
                    RPCError(
                        .notJSON,
                        "this line has more than \(Self.longestLine >> 20) MiB; name large files by"
                            + " their paths")))
        }
        bytes.removeFirst(end.map { $0 + 1 } ?? bytes.count)
        scanned = 0
        isSkipping = end == nil
    }

    private func take(_ line: [UInt8]) {
        let single = RPCBatch(count: nil, send: send)
        do throws(JSONError) {
            switch try JSONValue(reading: line) {
            case .array(let values) where !values.isEmpty:
                let batch = RPCBatch(count: values.count, send: send)
                requests += values.compactMap { RPCRequest($0, of: batch) }
            case let value:
                if let request = RPCRequest(value, of: single) { requests.append(request) }
            }
        } catch {
            single.answer(.null, .failure(RPCError(.notJSON, "this line is not JSON: \(error)")))
        }
    }
}
