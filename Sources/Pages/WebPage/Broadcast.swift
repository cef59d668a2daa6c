import EventLoop
import JSON
import PageModel

/// The open pages: what the page's state, its events and its samples are sent to.
///
/// A browser is sent a state only when it has taken the one before, so that a slow one neither delays the others nor
/// costs memory.
final class Broadcast {
    let page: any Page
    private let loop: EventLoop
    /// Of the files that browsers have loaded: another one makes them load anew.
    private let tag: String
    private var browsers: [Browser] = []
    private var states: StateHistory?
    private var recent: [[UInt8]] = []
    private var timer: Watch?
    private var hurry: Watch?
    private var latestTurn: Int64 = 0
    private var latestState: Int64 = 0

    static let mostBrowsers = 64
    /// A browser that comes later sees these.
    private static let mostRecent = 200

    init(_ page: any Page, tag: String, on loop: EventLoop) {
        self.page = page
        self.tag = tag
        self.loop = loop
        schedule()
    }

    // MARK: Browsers

    var count: Int { browsers.count }
    var hasRoom: Bool { browsers.count < Self.mostBrowsers }

    func open(_ socket: OpaquePointer, _ visitor: Visitor) {
        let browser = Browser(
            socket, visitor, self, context: loop.context, now: EventLoop.now)
        browser.outbox.put(events: recent)
        browsers.append(browser)
        changed()
    }

    func left(_ browser: Browser) {
        guard browsers.contains(where: { $0 === browser }) else { return }
        browser.disconnect()
        browser.visitor.leave()
        browsers.removeAll { $0 === browser }
        page.left(browser.number)
    }

    /// Says goodbye to the browsers.
    func end() { for browser in browsers { browser.end(1001, "the program ends") } }

    /// Sends nothing more.
    func close() {
        browsers = []
        (timer, hurry) = (nil, nil)
    }

    // MARK: States

    private var period: Int64 { 1_000_000_000 / Int64(max(page.rate, 1)) }

    /// Sends what has changed soon, if the last state is old enough.
    func changed() {
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
        for browser in browsers { browser.send(currentStates, site: tag) }
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
}
