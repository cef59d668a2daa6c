import CYAML

/// Turns libyaml's events into Swift values. The only code that touches libyaml's structures.
struct EventReader: ~Copyable {
    /// One parser event; `end` closes a sequence, mapping, document or stream.
    enum Event {
        case streamStart, documentStart
        case scalar(String, quoted: Bool)
        case sequence, mapping
        case end
        case streamEnd
    }

    // libyaml keeps a pointer to the parser inside the parser, and one to the input: both need a
    // stable address.
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let bytes: [UInt8]
    private let ready: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        input = .allocate(capacity: bytes.count)
        _ = input.initialize(fromContentsOf: bytes)
        ready = yaml_parser_initialize(parser) != 0
        guard ready else { return }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        if ready { yaml_parser_delete(parser) }
        parser.deallocate()
        input.deallocate()
    }

    /// The next event and where it begins.
    mutating func next() throws(YAMLError) -> (event: Event, mark: Mark) {
        guard ready else { throw YAMLError("out of memory", at: .start) }
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) != 0 else { throw complaint() }
        defer { yaml_event_delete(&event) }
        let mark = Mark(event.start_mark)
        switch event.type {
        case YAML_STREAM_START_EVENT: return (.streamStart, mark)
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return (.streamEnd, mark)
        case YAML_DOCUMENT_START_EVENT: return (.documentStart, mark)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            try refuse(anchor: scalar.anchor, tag: scalar.tag, at: mark)
            let text = String(
                decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
                as: UTF8.self)
            return (.scalar(text, quoted: scalar.style != YAML_PLAIN_SCALAR_STYLE), mark)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            try refuse(anchor: start.anchor, tag: start.tag, at: mark)
            return (.sequence, mark)
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            try refuse(anchor: start.anchor, tag: start.tag, at: mark)
            return (.mapping, mark)
        case YAML_ALIAS_EVENT:
            throw YAMLError(
                "aliases are not supported", at: mark, fix: "write the value out in full")
        default: return (.end, mark)
        }
    }

    private func refuse(
        anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?,
        at mark: Mark
    ) throws(YAMLError) {
        if anchor != nil {
            throw YAMLError("anchors are not supported", at: mark, fix: "leave out the `&name`")
        }
        if tag != nil {
            throw YAMLError(
                "tags are not supported", at: mark, fix: "leave out the `!name`, or quote the text"
            )
        }
    }

    private func complaint() -> YAMLError {
        let state = parser.pointee
        let problem = state.problem.map { String(cString: $0) } ?? "the text cannot be read"
        let context = state.context.map { " " + String(cString: $0) } ?? ""
        // Errors in the encoding carry an offset instead of a mark.
        let mark =
            state.error == YAML_READER_ERROR
            ? Mark(of: state.problem_offset, in: bytes) : Mark(state.problem_mark)
        return YAMLError(problem + context, at: mark, fix: fix(for: problem))
    }

    /// The usual fix: libyaml reports only what its grammar expected.
    private func fix(for problem: String) -> String {
        // libyaml words this problem in several ways.
        if problem.hasPrefix("found a tab character") {
            return "indent with spaces instead of tabs"
        }
        return switch problem {
        case "found character that cannot start any token":
            "indent with spaces instead of tabs, and quote text that begins with @, ` or %"
        case "mapping values are not allowed in this context":
            "quote the text if it contains a colon, or check the indentation"
        case "could not find expected ':'": "write `key: value`"
        case "did not find expected key", "did not find expected '-' indicator":
            "check that the line is indented like the lines around it"
        case "did not find expected ',' or ']'": "close the list with `]`"
        case "did not find expected ',' or '}'": "close the mapping with `}`"
        case "found unexpected end of stream": "close the quotes"
        case "control characters are not allowed": "remove the character"
        case "found unknown escape character": "write `\\\\`, or use single quotes"
        case "did not find expected <document start>":
            "write one value per file, with all its keys in the same column"
        case "block sequence entries are not allowed in this context":
            "start the list on a line of its own"
        default: "check the indentation, quotes and brackets of this line and the one before it"
        }
    }
}

extension Mark {
    init(_ mark: yaml_mark_t) {
        // libyaml counts from 0 in size_t; a text of at most 4 MiB cannot overflow.
        self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}
