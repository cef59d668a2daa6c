import Wire

/// One word of a packet as cases write it.
enum PacketToken: Hashable, Sendable {
    case byte(UInt8)
    /// `FF*16`: the same byte several times.
    case run(UInt8, count: Int)
    /// `??`: any byte.
    case any
    /// `..`: any number of further bytes.
    case rest
    /// `tick:u32`: a field, kept under its name.
    case field(String, FieldType)
    /// `$tick:u32`: what an earlier field held.
    case kept(String, FieldType)

    /// Reads a word; nil if it is none.
    init?(_ word: Substring) {
        if word == "??" {
            self = .any
        } else if word == ".." {
            self = .rest
        } else if let bytes = Hex.bytes(String(word)), bytes.count == 1 {
            self = .byte(bytes[0])
        } else if let star = word.firstIndex(of: "*") {
            guard let bytes = Hex.bytes(String(word[..<star])), bytes.count == 1,
                let count = Int(word[word.index(after: star)...]), (1...512).contains(count)
            else { return nil }
            self = .run(bytes[0], count: count)
        } else {
            let isKept = word.first == "$"
            let parts = (isKept ? word.dropFirst() : word)
                .split(separator: ":", omittingEmptySubsequences: false)
            guard let name = parts.first, Self.isName(name), parts.count <= 2 else { return nil }
            guard let type = parts.count == 2 ? FieldType(rawValue: String(parts[1])) : .u8,
                isKept || parts.count == 2
            else { return nil }
            self = isKept ? .kept(String(name), type) : .field(String(name), type)
        }
    }

    private static func isName(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, (97...122).contains(first) else { return false }
        return name.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
        }
    }

    /// The longest value of an attribute (Core Vol 3, Part F, 3.2.9).
    static let mostBytes = 512

    /// The smallest number of bytes.
    var size: Int {
        switch self {
        case .byte, .any: 1
        case .run(_, let count): count
        case .rest: 0
        case .field(_, let type), .kept(_, let type): type.size ?? 0
        }
    }

    /// The words of a packet; or nil and the word that is invalid.
    static func all(_ text: String) -> (tokens: [PacketToken], unknown: String?) {
        var tokens: [PacketToken] = []
        for word in text.split(separator: " ") {
            guard let token = PacketToken(word) else { return (tokens, String(word)) }
            tokens.append(token)
        }
        return (tokens, nil)
    }
}
