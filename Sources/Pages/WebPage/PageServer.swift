import CGLib
import Declaration
import EventLoop
import Glibc
import PageModel

/// Serves one page to browsers: its files by HTTP, and its state through a WebSocket.
///
/// All of it runs on the thread of an event loop, and never waits. A browser is sent a state only when it has taken
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
    private var connections: [Int: Connection] = [:]
    private var browsers: [Browser] = []
    private var states: StateHistory?
    private var recent: [[UInt8]] = []
    private var latestNumber = 0
    private var timer: Watch?
    private var sweeper: Watch?
    private var hurry: Watch?
    private var latestTurn: Int64 = 0
    private var latestState: Int64 = 0

    /// Of all kinds; a browser has some six, and the oldest that is no open page makes room for a new one.
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
        schedule()
        scheduleSweep()
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
            if connections.count >= Self.mostConnections { makeRoom() }
            latestNumber += 1
            connections[latestNumber] = Connection(
                descriptor, number: latestNumber, loop, self)
        }
    }

    private func makeRoom() {
        let idle = connections.values.filter { $0.browser == nil }
        if let oldest = idle.min(by: { $0.number < $1.number }) { close(oldest) }
    }

    func close(_ connection: Connection) {
        if let browser = connection.browser { left(browser) }
        connection.close()
        connections[connection.number] = nil
    }

    func left(_ browser: Browser) {
        guard browsers.contains(where: { $0 === browser }) else { return }
        browsers.removeAll { $0 === browser }
        page.left(browser.number)
    }

    private func scheduleSweep() {
        sweeper = loop.after(milliseconds: 1000) { [unowned self] in
            let now = EventLoop.now
            for connection in connections.values where connection.isLate(now) { close(connection) }
            for index in listeners.indices where listeners[index].watch == nil { watch(index) }
            scheduleSweep()
        }
    }

    // MARK: Requests

    func answer(_ request: HTTPRequest, on connection: Connection) {
        let host = request.fields["host", default: ""]
        switch access.judge(request) {
        case .refused(let status):
            connection.send(
                .status(status, status == 405 ? [("Allow", "GET, HEAD")] : []), to: request)
        case .remember(let token):
            let cookie = "\(access.cookieName)=\(token); HttpOnly; SameSite=Strict; Path=/"
            connection.send(
                .status(303, [("Set-Cookie", cookie), ("Location", "/")]), to: request)
        case .admitted where request.path == "/socket": open(request, on: connection)
        case .admitted: connection.send(site.response(to: request, host: host), to: request)
        }
    }

    private func open(_ request: HTTPRequest, on connection: Connection) {
        guard request.method == "GET", request.lists("websocket", in: "upgrade"),
            request.lists("upgrade", in: "connection"),
            request.fields["sec-websocket-version"] == "13",
            let key = request.fields["sec-websocket-key"], key.utf8.count == 24
        else {
            connection.send(
                .status(426, [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]),
                to: request)
            return
        }
        guard browsers.count < Self.mostBrowsers else {
            connection.send(.status(503), to: request)
            return
        }
        let browser = Browser(connection.number, connection, self, now: EventLoop.now)
        browser.outbox.put(events: recent)
        browsers.append(browser)
        connection.upgrade(
            HTTPResponse(
                status: 101,
                fields: [
                    ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                    ("Sec-WebSocket-Accept", Self.accept(key)),
                ]), browser)
        changed()
    }

    /// The proof that the server speaks WebSocket (RFC 6455, 4.2.2).
    static func accept(_ key: String) -> String {
        let text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        var digest = [UInt8](repeating: 0, count: 20)
        var count = gsize(digest.count)
        let checksum = g_checksum_new(G_CHECKSUM_SHA1)
        g_checksum_update(checksum, text, gssize(text.utf8.count))
        g_checksum_get_digest(checksum, &digest, &count)
        g_checksum_free(checksum)
        guard let encoded = g_base64_encode(digest, count) else { return "" }
        defer { g_free(encoded) }
        return String(cString: encoded)
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
        let events = page.takeEvents().map(\.bytes)
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
        for browser in browsers { browser.close(1001, "the program ends") }
        for connection in connections.values { connection.close() }
        connections = [:]
        listeners = []
        (timer, sweeper, hurry) = (nil, nil, nil)
    }
}
