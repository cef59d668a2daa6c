/// The head of an HTTP/1.1 request; a page's requests have no body.
struct HTTPRequest: Equatable {
    var method: String
    /// Before the question mark, as it came.
    var path: String
    /// The values of `?name=value&…`, as they came.
    var query: [String: String] = [:]
    /// By names in lower case; values of fields that come several times are joined by commas.
    var fields: [String: String] = [:]
    /// Whether the connection ends with the answer.
    var isLast = false

    /// More than any browser sends.
    static let longest = 16_384

    /// What the bytes of a connection are so far.
    enum Reading: Equatable {
        /// The head has not ended yet.
        case incomplete
        /// A request, and the number of its bytes.
        case complete(HTTPRequest, count: Int)
        /// No request, and the status that says why.
        case refused(Int)
    }

    /// Reads a request (RFC 9112).
    ///
    /// - Parameter known: how many of the bytes were there the last time, so that a slow sender costs no more than a
    ///   quick one.
    static func read(_ bytes: [UInt8], known: Int = 0) -> Reading {
        guard let end = endOfHead(bytes, from: max(known - 3, 0)) else {
            return bytes.count > longest ? .refused(431) : .incomplete
        }
        guard end <= longest else { return .refused(431) }
        guard let text = String(validating: bytes[..<(end - 4)], as: UTF8.self) else {
            return .refused(400)
        }
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        guard let first = lines.popFirst(), var request = HTTPRequest(line: first) else {
            return .refused(400)
        }
        for line in lines where !request.take(line) { return .refused(400) }
        // Where a request ends must not be in doubt, and nothing is uploaded.
        if request.fields["transfer-encoding"] != nil { return .refused(501) }
        if let length = request.fields["content-length"], length != "0" { return .refused(413) }
        let connection = request.fields["connection", default: ""].lowercased()
        request.isLast = request.isLast || connection.contains("close")
        return .complete(request, count: end)
    }

    private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
        var at = start
        while at + 4 <= bytes.count {
            if bytes[at] == 13, bytes[at + 1] == 10, bytes[at + 2] == 13, bytes[at + 3] == 10 {
                return at + 4
            }
            at += 1
        }
        return nil
    }

    private init?(line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].utf8.allSatisfy(Self.isOfToken),
            words[1].first == "/", words[1].utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
        else { return nil }
        method = String(words[0])
        isLast = words[2] == "HTTP/1.0"
        let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        guard parts.count == 2 else { return }
        for pair in parts[1].split(separator: "&") {
            let words = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[String(words[0])] = words.count == 2 ? String(words[1]) : ""
        }
    }

    private mutating func take(_ line: Substring) -> Bool {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
            line[..<colon].utf8.allSatisfy(Self.isOfToken),
            line[colon...].utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 })
        else { return false }
        let name = line[..<colon].lowercased()
        let value = line[colon...].dropFirst().trimmingSpace
        guard let before = fields[name] else {
            fields[name] = value
            return true
        }
        // Two of them would be read differently by different readers.
        guard name != "host", name != "origin", name != "content-length" else { return false }
        fields[name] = before + ", " + value
        return true
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        for pair in fields["cookie", default: ""].split(separator: ";") {
            let words = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if words.count == 2, words[0].trimmingSpace == name { return words[1].trimmingSpace }
        }
        return nil
    }

    /// Whether a field with a list, such as `Connection`, has a word.
    func lists(_ word: String, in field: String) -> Bool {
        fields[field, default: ""].lowercased().split(separator: ",").contains {
            $0.trimmingSpace == word
        }
    }
}

extension Substring {
    fileprivate var trimmingSpace: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let start = drop(while: isSpace)
        return String(start.reversed().drop(while: isSpace).reversed())
    }
}
