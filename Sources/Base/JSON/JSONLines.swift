/// The complete lines of a file that grows line by line; what follows the last of them was cut off.
package struct JSONLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    /// Of the line that was given last, from 1 on.
    package private(set) var number = 0
    /// Bytes up to the end of the line that was given last.
    package private(set) var length = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func next() -> ArraySlice<UInt8>? {
        guard let end = bytes[length...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { length = end + 1 }
        number += 1
        return bytes[length..<end]
    }

    /// Whether these bytes are no more than the beginning of a file with this first line.
    package static func isBeginning(_ bytes: [UInt8], of line: [UInt8]) -> Bool {
        (line + [UInt8(ascii: "\n")]).starts(with: bytes)
    }
}
