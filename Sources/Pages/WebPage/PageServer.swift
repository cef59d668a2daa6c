import CSoup
import EventLoop
import Glibc
import JSON
import PageModel

/// Serves one page to browsers: its files by HTTP, and its state through a WebSocket.
///
/// libsoup reads requests and frames. All of it runs on the thread of an event loop, and never waits. A browser is sent a state only when it has taken
/// the one before, so that a slow one neither delays the others nor costs memory.
package final class PageServer {
    /// The page.
    package let page: any Page
    /// What a person opens, with the token if there is one; the first is the best.
    package private(set) var links: [String] = []
    /// Whether other machines can reach it.
    package let isReachableFromOutside: Bool
    /// The number of open pages.
    package var browserCount: Int { browsers.count }

    private let loop: EventLoop
    private let site: Site
    private var access: Access
    private var listeners: [(descriptor: Descriptor, watch: Watch?)] = []
    private var visitors: [Int: Visitor] = [:]
    private let soup: UnsafeMutablePointer<SoupServer>
    /// Connections whose request has come, by libsoup's message.
    private var requests: [OpaquePointer: Visitor] = [:]
    /// Connections that libsoup has, and whose request it has not read yet, by their other side's address.
    private var arriving: [OpaquePointer: Visitor] = [:]
    private var browsers: [Browser] = []
    private var states: StateHistory?
    private var recent: [[UInt8]] = []
    private var latestNumber = 0
    private var timer: Watch?
    private var sweeper: Watch?
    private var hurry: Watch?
    private var latestTurn: Int64 = 0
    private var latestState: Int64 = 0
    private var isClosed = false

    /// Of all kinds; the oldest that is no open page makes room for a new one.
    static let mostConnections = 256
    static let mostBrowsers = 64
    /// A browser that comes later sees these.
    static let mostRecent = 200

    /// Listens.
    ///
    /// - Parameters:
    ///   - host: an address of this machine; the default is reachable from this machine alone.
    ///   - port: nil for the page's usual port, or any free one if that is taken.
    ///   - usualPort: so that a page that stays open finds the program again after a restart.
    ///   - token: what links must contain; nil for a new one, if other machines can reach the server.
    package init(
        _ page: any Page, site: Site, on loop: EventLoop, host: String = "127.0.0.1",
        port: UInt16? = nil, usualPort: UInt16 = 0, token: String? = nil
    ) throws(PageServerError) {
        // soup_server_new takes any number of arguments, so Swift does not import it.
        guard let object = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil) else {
            throw PageServerError("libsoup has no server")
        }
        soup = UnsafeMutableRawPointer(object).assumingMemoryBound(to: SoupServer.self)
        // On loopback deflate only costs: twice the processor, and memory for each browser.
        soup_server_remove_websocket_extension(soup, soup_websocket_extension_deflate_get_type())
        self.page = page
        self.site = site
        self.loop = loop
        var opened = port == nil ? (try? Self.listen(host, usualPort)) ?? [] : []
        if opened.isEmpty { opened = try Self.listen(host, port ?? 0) }
        let places = opened.map { SocketAddress(of: $0) }
        isReachableFromOutside = places.contains { !$0.isLoopback }
        let chosen = places.first?.port ?? 0
        let isAny = ["0.0.0.0", "::"].contains(host)
        var names = places.map(\.description) + ["localhost:\(chosen)"]
        if !host.contains(":") { names.append("\(host):\(chosen)") }
        if let own = Self.hostName { names += ["\(own):\(chosen)", "\(own).local:\(chosen)"] }
        access = Access(hosts: Set(names), takesAnyAddress: isAny, port: chosen)
        if isReachableFromOutside || token != nil { access.token = token ?? Access.makeToken() }
        let query = access.token.map { "?token=" + $0 } ?? ""
        links =
            (isAny
            ? (Self.hostName.map { ["\($0):\(chosen)"] } ?? []) + names.suffix(1)
            : Array(places.map(\.description).prefix(1))).map { "http://\($0)/\(query)" }
        for (index, descriptor) in opened.enumerated() {
            // Accepted sockets inherit these: little is on its way to a browser that falls behind, and one that is
            // gone without a word is noticed.
            descriptor.setOption(SOL_SOCKET, SO_SNDBUF, to: 131_072)
            descriptor.setOption(SOL_SOCKET, SO_RCVBUF, to: 131_072)
            descriptor.setOption(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: 16_384)
            descriptor.setOption(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, to: 30_000)
            listeners.append((descriptor, nil))
            watch(index)
        }
        addHandlers()
        // What libsoup needs later, such as a write that has to wait, it attaches to the thread's default context.
        loop.isThreadDefault = true
        schedule()
        scheduleSweep()
    }

    deinit {
        close()
        g_object_unref(soup)
    }

    private static func listen(_ host: String, _ port: UInt16) throws(PageServerError)
        -> [Descriptor]
    {
        let found: [SocketAddress]
        switch SocketAddress.resolve(host, port: port) {
        case .success(let addresses): found = addresses
        case .failure(let error):
            throw PageServerError("`\(host)` is not an address of this machine: \(error.words)")
        }
        var descriptors: [Descriptor] = []
        for var address in found {
            if let first = descriptors.first { address.port = SocketAddress(of: first).port }
            do throws(SystemError) { descriptors.append(try address.listen()) } catch {
                // A machine without IPv6 still has `localhost`.
                guard descriptors.isEmpty, address.description == found.last?.description else {
                    continue
                }
                throw PageServerError("cannot listen at \(address): \(error)")
            }
        }
        return descriptors
    }

    private static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, 255) == 0 else { return nil }
        let text = String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    // MARK: Connections

    private func watch(_ index: Int) {
        listeners[index].watch = loop.watch(
            listeners[index].descriptor.number, for: .readable
        ) { [unowned self] _ in accept(index) }
    }

    private func accept(_ index: Int) {
        for _ in 0..<32 {
            let descriptor: Descriptor
            do throws(SystemError) {
                descriptor = try listeners[index].descriptor.accept()
            } catch {
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.number) {
                    // The next sweep watches again.
                    listeners[index].watch = nil
                }
                return
            }
            if visitors.count >= Self.mostConnections { makeRoom() }
            latestNumber += 1
            let copy = dup(descriptor.number)
            guard copy >= 0 else { return }
            visitors[latestNumber] = Visitor(copy, number: latestNumber, loop, self)
        }
    }

    private func makeRoom() {
        forgetClosed()
        guard visitors.count >= Self.mostConnections else { return }
        let open = Set(browsers.map(\.number))
        let idle = visitors.values.filter { !open.contains($0.number) }
        if let oldest = idle.min(by: { $0.number < $1.number }) { close(oldest) }
    }

    private func forgetClosed() {
        for visitor in visitors.values where visitor.isClosed { close(visitor) }
    }

    func close(_ visitor: Visitor) {
        visitor.cut()
        visitors[visitor.number] = nil
        requests = requests.filter { $0.value !== visitor }
        if let address = visitor.address { arriving[OpaquePointer(address)] = nil }
    }

    func left(_ browser: Browser) {
        guard browsers.contains(where: { $0 === browser }) else { return }
        browser.disconnect()
        browser.visitor.leave()
        browsers.removeAll { $0 === browser }
        page.left(browser.number)
    }

    private func scheduleSweep() {
        sweeper = loop.after(milliseconds: 1000) { [unowned self] in
            let now = EventLoop.now
            forgetClosed()
            for visitor in visitors.values where visitor.isLate(now) { close(visitor) }
            for index in listeners.indices where listeners[index].watch == nil { watch(index) }
            scheduleSweep()
        }
    }

    // MARK: Requests

    /// A whole request has come: libsoup reads it.
    func receive(_ visitor: Visitor, stream socket: UnsafeMutablePointer<GSocket>) {
        loop.asThreadDefault {
            guard let connection = g_socket_connection_factory_create_connection(socket) else {
                return close(visitor)
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
            if !isAccepted { close(visitor) }
        }
    }

    /// Handlers come with an unretained pointer; they end with the server.
    private func addHandlers() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        let early: SoupServerCallback = { _, message, path, query, pointer in
            guard let message, let path, let pointer else { return }
            Unmanaged<PageServer>.fromOpaque(pointer).takeUnretainedValue()
                .admit(message, String(cString: path), query)
        }
        let file: SoupServerCallback = { _, message, path, _, pointer in
            guard let message, let path, let pointer else { return }
            Unmanaged<PageServer>.fromOpaque(pointer).takeUnretainedValue()
                .answer(Exchange(message: message), String(cString: path))
        }
        let open: SoupServerWebsocketCallback = { _, message, _, socket, pointer in
            guard let message, let socket, let pointer else { return }
            Unmanaged<PageServer>.fromOpaque(pointer).takeUnretainedValue().open(message, socket)
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
        guard browsers.count < Self.mostBrowsers else { return exchange.refuse(503) }
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
        let browser = Browser(
            socket, visitor, self, context: loop.context, now: EventLoop.now)
        browser.outbox.put(events: recent)
        browsers.append(browser)
        changed()
    }

    // MARK: States

    private var period: Int64 { 1_000_000_000 / Int64(max(page.rate, 1)) }

    /// Sends what has changed soon, if the last state is old enough.
    package func changed() {
        guard hurry == nil, EventLoop.now - latestTurn >= period else { return }
        hurry = loop.after(milliseconds: 0) { [unowned self] in
            hurry = nil
            turn()
        }
    }

    private func schedule() {
        let wait = browsers.isEmpty ? 250 : max(period / 1_000_000, 1)
        timer = loop.after(milliseconds: UInt32(wait)) { [unowned self] in turn() }
    }

    private func turn() {
        latestTurn = EventLoop.now
        for browser in browsers { browser.checkFlow(latestTurn) }
        let events = page.takeEvents().map(\.compact)
        recent = (recent + events).suffix(Self.mostRecent)
        var samples: [UInt8] = []
        for block in page.takeSamples() { block.append(to: &samples) }
        for browser in browsers {
            browser.outbox.put(events: events)
            if !samples.isEmpty { browser.outbox.put(samples: samples) }
        }
        for browser in browsers { browser.send(currentStates, site: site.tag) }
        schedule()
    }

    private func currentStates() -> StateHistory {
        let now = EventLoop.now
        if var states {
            if latestState < latestTurn {
                self.states = nil
                states.set(page.state())
                latestState = now
                self.states = states
            }
            return states
        }
        let states = StateHistory(page.state())
        self.states = states
        latestState = now
        return states
    }

    /// Says goodbye to the browsers, and closes everything.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        loop.asThreadDefault {
            for browser in browsers { browser.end(1001, "the program ends") }
            soup_server_disconnect(soup)
            soup_server_remove_handler(soup, "/")
            soup_server_remove_handler(soup, "/socket")
        }
        for visitor in visitors.values { visitor.cut() }
        (visitors, requests, arriving, browsers) = ([:], [:], [:], [])
        listeners = []
        (timer, sweeper, hurry) = (nil, nil, nil)
    }
}
