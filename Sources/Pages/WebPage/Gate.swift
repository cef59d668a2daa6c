import CSoup
import EventLoop

/// Whom a server lets in: libsoup reads the requests, and those that are admitted get a file, or become open pages.
final class Gate {
    private let loop: EventLoop
    private let site: Site
    private let access: Access
    private let broadcast: Broadcast
    private let soup: UnsafeMutablePointer<SoupServer>
    /// Connections whose request has come, by libsoup's message.
    private var requests: [OpaquePointer: Visitor] = [:]
    /// Connections that libsoup has, and whose request it has not read yet, by their other side's address.
    private var arriving: [OpaquePointer: Visitor] = [:]

    init(
        _ access: Access, site: Site, to broadcast: Broadcast, on loop: EventLoop
    ) throws(PageServerError) {
        // soup_server_new takes any number of arguments, so Swift does not import it.
        guard let object = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil) else {
            throw PageServerError("libsoup has no server")
        }
        soup = UnsafeMutableRawPointer(object).assumingMemoryBound(to: SoupServer.self)
        // On loopback deflate only costs: twice the processor, and memory for each browser.
        soup_server_remove_websocket_extension(soup, soup_websocket_extension_deflate_get_type())
        self.access = access
        self.site = site
        self.broadcast = broadcast
        self.loop = loop
        addHandlers()
    }

    deinit { g_object_unref(soup) }

    /// A whole request has come: libsoup reads it. False if it cannot.
    func receive(_ visitor: Visitor, stream socket: UnsafeMutablePointer<GSocket>) -> Bool {
        loop.asThreadDefault {
            guard let connection = g_socket_connection_factory_create_connection(socket) else {
                return false
            }
            let stream = UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
            let own = g_socket_get_local_address(socket, nil)
            var isAccepted = false
            if let own, let other = visitor.address {
                arriving[OpaquePointer(other)] = visitor
                isAccepted = soup_server_accept_iostream(soup, stream, own, other, nil) != 0
            }
            if let own { g_object_unref(own) }
            g_object_unref(connection)
            return isAccepted
        }
    }

    /// A connection has ended.
    func forget(_ visitor: Visitor) {
        requests = requests.filter { $0.value !== visitor }
        if let address = visitor.address { arriving[OpaquePointer(address)] = nil }
    }

    /// Handlers come with an unretained pointer; they end with the server.
    private func addHandlers() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        let early: SoupServerCallback = { _, message, path, query, pointer in
            guard let message, let path, let pointer else { return }
            Unmanaged<Gate>.fromOpaque(pointer).takeUnretainedValue()
                .admit(message, String(cString: path), query)
        }
        let file: SoupServerCallback = { _, message, path, _, pointer in
            guard let message, let path, let pointer else { return }
            Unmanaged<Gate>.fromOpaque(pointer).takeUnretainedValue()
                .answer(Exchange(message: message), String(cString: path))
        }
        let open: SoupServerWebsocketCallback = { _, message, _, socket, pointer in
            guard let message, let socket, let pointer else { return }
            Unmanaged<Gate>.fromOpaque(pointer).takeUnretainedValue().open(message, socket)
        }
        soup_server_add_handler(soup, "/", file, me, nil)
        soup_server_add_websocket_handler(soup, "/socket", nil, nil, open, me, nil)
        // Before a WebSocket is opened; a path's own early handler hides that of its parent.
        soup_server_add_early_handler(soup, "/", early, me, nil)
        soup_server_add_early_handler(soup, "/socket", early, me, nil)
    }

    private func admit(_ message: OpaquePointer, _ path: String, _ query: OpaquePointer?) {
        let exchange = Exchange(message: message)
        if let address = soup_server_message_get_remote_address(message) {
            requests[message] = arriving.removeValue(forKey: OpaquePointer(address))
        }
        // libsoup would answer ranges by itself, however many there are, with a copy of the file for each.
        exchange.forget("Range")
        // Nothing is uploaded.
        soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
        let host = exchange["Host"]
        exchange.protect(host: host ?? "")
        let token = query.flatMap { g_hash_table_lookup($0, "token") }
            .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        let request = Access.Request(
            method: exchange.method, host: host, origin: exchange["Origin"], token: token,
            cookie: exchange.cookie(access.cookieName))
        switch access.judge(request) {
        case .refused(let status):
            if status == 405 { exchange.set("Allow", "GET, HEAD") }
            exchange.refuse(status)
        case .remember(let token):
            exchange.set(
                "Set-Cookie", "\(access.cookieName)=\(token); HttpOnly; SameSite=Strict; Path=/")
            exchange.set("Location", "/")
            exchange.answer(303)
        case .admitted where path == "/socket": admitPage(exchange)
        // libsoup opens a WebSocket at every path that begins like the handler's.
        case .admitted where path.hasPrefix("/socket"): exchange.refuse(404)
        case .admitted: break
        }
    }

    private func admitPage(_ exchange: Exchange) {
        guard exchange.method == "GET", exchange["Upgrade"]?.lowercased() == "websocket" else {
            exchange.set("Upgrade", "websocket")
            return exchange.refuse(426)
        }
        guard broadcast.hasRoom else { return exchange.refuse(503) }
        // libsoup writes the fields of the handshake.
        soup_message_headers_remove(
            soup_server_message_get_response_headers(exchange.message), "Connection")
    }

    private func answer(_ exchange: Exchange, _ path: String) {
        // An answer here would prevent the handshake that comes next.
        guard path != "/socket" else { return }
        requests[exchange.message] = nil
        if soup_server_message_get_status(exchange.message) == 0 {
            site.answer(exchange, path: path)
        }
    }

    private func open(_ message: OpaquePointer, _ socket: OpaquePointer) {
        guard let visitor = requests.removeValue(forKey: message) else {
            return soup_websocket_connection_close(socket, 1011, "no connection")
        }
        broadcast.open(socket, visitor)
    }

    /// Admits nobody any more.
    func close() {
        soup_server_disconnect(soup)
        soup_server_remove_handler(soup, "/")
        soup_server_remove_handler(soup, "/socket")
        (requests, arriving) = ([:], [:])
    }
}
