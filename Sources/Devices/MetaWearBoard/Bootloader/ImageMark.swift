/// Finds a mark such as `boardsim:firmware=1.7.4` in the bytes of an image: images that are made for tests declare facts in
/// this way. Real images have no documented marks.
struct ImageMark<Value: LosslessStringConvertible & Equatable & Sendable>: Equatable, Sendable {
    /// That of the first valid mark.
    private(set) var value: Value?
    /// `boardsim:firmware=`.
    private let key: [UInt8]
    /// Bytes of the key matched so far; all of them while the number is read.
    private var matched = 0
    private var number: [UInt8] = []

    /// `255.255.255`.
    private static var longestNumber: Int { 11 }

    /// - Parameter name: the word before the `=`, without a `b`.
    init(_ name: String) {
        key = Array("boardsim:\(name)=".utf8)
        precondition(!key.dropFirst().contains(key[0]), "a mark's first letter occurs once")
    }

    mutating func take(_ byte: UInt8) {
        guard value == nil else { return }
        if matched < key.count {
            // The first letter occurs only once in the key: no other fallback is needed.
            matched = byte == key[matched] ? matched + 1 : byte == key[0] ? 1 : 0
            return
        }
        if number.count < Self.longestNumber, byte == 0x2E || (0x30...0x39).contains(byte) {
            number.append(byte)
            return
        }
        end()
        matched = byte == key[0] ? 1 : 0
    }

    /// The number ended, or the image did.
    mutating func end() {
        if value == nil, !number.isEmpty {
            value = Value(String(decoding: number, as: UTF8.self))
        }
        number = []
        matched = 0
    }
}
