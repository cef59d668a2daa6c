/// An answer to a request.
struct HTTPResponse {
    var status: Int
    var fields: [(String, String)] = []
    var body: [UInt8] = []

    /// A status, told to the person as well.
    static func status(_ status: Int, _ fields: [(String, String)] = []) -> HTTPResponse {
        let text = "\(status) \(reason(status))\n"
        return HTTPResponse(
            status: status, fields: fields + [("Content-Type", "text/plain; charset=utf-8")],
            body: Array(text.utf8))
    }

    /// What a browser may do with a page: load what comes from this server, and nothing else.
    ///
    /// - Parameter host: as the browser calls the server; not every browser counts a WebSocket as `'self'`.
    static func policy(host: String) -> String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            + "connect-src 'self' ws://\(host); base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }

    /// Fields of every answer.
    static let common = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-cache"),
    ]

    /// The bytes before the body.
    func head(isLast: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        for (name, value) in Self.common + fields { text += "\(name): \(value)\r\n" }
        if status >= 200, status != 304 { text += "Content-Length: \(body.count)\r\n" }
        if isLast { text += "Connection: close\r\n" }
        return Array((text + "\r\n").utf8)
    }

    static func reason(_ status: Int) -> String {
        switch status {
        case 101: "Switching Protocols"
        case 200: "OK"
        case 303: "See Other"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized: open the printed link, which has the token"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 413: "Content Too Large"
        case 421: "Misdirected Request"
        case 426: "Upgrade Required"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        default: "Error"
        }
    }
}
