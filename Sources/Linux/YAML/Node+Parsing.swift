extension Node {
    /// The deepest nesting accepted; hand-written files stay below 20.
    package static let deepest = 64
    /// The longest text accepted, in bytes.
    package static let longest = 4 << 20

    /// Parses a YAML text in UTF-8 that holds one document.
    ///
    /// Not supported, on purpose: anchors, aliases, merge keys, tags, keys that are not scalars,
    /// and more than one document. They make a file harder to read and its errors harder to
    /// explain.
    package init(parsing bytes: [UInt8]) throws(YAMLError) {
        guard bytes.count <= Self.longest else {
            throw YAMLError(
                "the text has \(bytes.count) bytes, more than \(Self.longest)", at: .start,
                fix: "keep recordings in CSV files and name them here")
        }
        if let offset = bytes.firstInvalidUTF8 {
            throw YAMLError(
                "the text is not valid UTF-8", at: Mark(of: offset, in: bytes),
                fix: "save the file as UTF-8")
        }
        // A byte order mark would count as the first column.
        let hasOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        var builder = TreeBuilder(EventReader(hasOrderMark ? Array(bytes.dropFirst(3)) : bytes))
        self = try builder.document()
    }

    /// Parses a YAML text that holds one document.
    package init(parsing text: String) throws(YAMLError) {
        try self.init(parsing: Array(text.utf8))
    }
}

extension [UInt8] {
    /// The offset of the first byte that is not part of well-formed UTF-8.
    var firstInvalidUTF8: Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}

extension Mark {
    /// The place of a byte: columns count scalars, that is every byte but continuation bytes.
    init(of offset: Int, in bytes: [UInt8]) {
        self = .start
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
