import CSoup

/// A request as libsoup has read it, and the answer to it.
struct Exchange {
    let message: OpaquePointer

    private var requestHeaders: OpaquePointer? { soup_server_message_get_request_headers(message) }

    var method: String {
        soup_server_message_get_method(message).map { String(cString: $0) } ?? ""
    }

    /// The value of a field; nil if there is none, or more than one where only one makes sense.
    subscript(field: String) -> String? {
        guard let values = soup_message_headers_get_list(requestHeaders, field) else { return nil }
        return String(cString: values)
    }

    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        for pair in (self["Cookie"] ?? "").split(separator: ";") {
            let words = pair.drop { $0 == " " }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if words.count == 2, words[0] == name { return String(words[1]) }
        }
        return nil
    }

    /// Removes a field of the request before libsoup acts on it.
    func forget(_ field: String) { soup_message_headers_remove(requestHeaders, field) }

    /// Sets a field of the answer.
    func set(_ field: String, _ value: String) {
        soup_message_headers_replace(
            soup_server_message_get_response_headers(message), field, value)
    }

    /// Answers with bytes.
    func answer(_ status: UInt32, _ body: [UInt8] = []) {
        if !body.isEmpty {
            body.withGBytes {
                soup_message_body_append_bytes(
                    soup_server_message_get_response_body(message), $0)
            }
        }
        soup_server_message_set_status(message, status, nil)
    }

    /// Answers with a status, which the person sees as well.
    func refuse(_ status: UInt32) {
        let phrase = soup_status_get_phrase(status).map { String(cString: $0) } ?? ""
        let more = status == 401 ? ": open the printed link, which has the token" : ""
        set("Content-Type", "text/plain; charset=utf-8")
        answer(status, Array("\(status) \(phrase)\(more)\n".utf8))
    }

    /// Fields of every answer.
    ///
    /// - Parameter host: as the browser calls the server; not every browser counts a WebSocket as `'self'`.
    func protect(host: String) {
        set(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self' ws://\(host); base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'")
        set("X-Content-Type-Options", "nosniff")
        set("Referrer-Policy", "no-referrer")
        set("Cross-Origin-Opener-Policy", "same-origin")
        set("Cross-Origin-Embedder-Policy", "require-corp")
        set("Cross-Origin-Resource-Policy", "same-origin")
        set("Cache-Control", "no-cache")
        // A connection has one request: see ``Visitor``.
        set("Connection", "close")
    }
}
