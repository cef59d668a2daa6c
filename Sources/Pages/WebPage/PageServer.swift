import EventLoop
import PageModel

/// Serves one page to browsers: its files by HTTP, and its state through a WebSocket.
///
/// libsoup reads requests and frames. All of it runs on the thread of an event loop, and never waits.
package final class PageServer {
    /// What a person opens, with the token if there is one; the first is the best.
    package let links: [String]
    /// Whether other machines can reach it.
    package let isReachableFromOutside: Bool
    /// The number of open pages.
    package var browserCount: Int { broadcast.count }

    private let loop: EventLoop
    private let listeners: Listeners
    private let gate: Gate
    private let broadcast: Broadcast
    private var isClosed = false

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
        self.loop = loop
        let opened = try Listeners.open(host, port: port, usualPort: usualPort)
        let places = opened.map { SocketAddress(of: $0) }
        isReachableFromOutside = places.contains { !$0.isLoopback }
        let access = Access(host, at: places, token: token)
        links = access.links(to: host, at: places)
        // What libsoup needs later, such as a write that has to wait, it attaches to the thread's default context.
        loop.isThreadDefault = true
        broadcast = Broadcast(page, tag: site.tag, on: loop)
        gate = try Gate(access, site: site, to: broadcast, on: loop)
        listeners = Listeners(opened, to: gate, on: loop)
    }

    deinit { close() }

    /// Sends what has changed soon, if the last state is old enough.
    package func changed() { broadcast.changed() }

    /// Says goodbye to the browsers, and closes everything.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        loop.asThreadDefault {
            broadcast.end()
            gate.close()
        }
        listeners.close()
        broadcast.close()
    }
}
