import EventLoop
import Glibc

/// An accepted connection: requests one after the other, and then perhaps a WebSocket.
final class Connection {
    /// In the order in which they were accepted.
    let number: Int
    private let descriptor: Descriptor
    private let loop: EventLoop
    private unowned let server: PageServer
    private var reading: Watch?
    private var writing: Watch?
    /// What has come of a request so far.
    private var request: [UInt8] = []
    /// What the system has not taken yet.
    private var pending: [[UInt8]] = []
    private var written = 0
    /// When the other side must have done what is expected of it, on the clock of the loop.
    private(set) var deadline: Int64
    private var phase = Phase.requests

    private enum Phase {
        case requests
        case webSocket(Browser)
        /// Ends as soon as everything is written, and the other side has closed.
        case ending
    }

    /// How long a request, and the pause before it, may take, in nanoseconds; the same for taking an answer.
    static let patience: Int64 = 15_000_000_000
    /// A chunk per turn, so that a busy connection does not delay the others.
    private static let chunk = 65_536

    var browser: Browser? {
        if case .webSocket(let browser) = phase { browser } else { nil }
    }

    init(_ descriptor: Descriptor, number: Int, _ loop: EventLoop, _ server: PageServer) {
        self.descriptor = descriptor
        self.number = number
        self.loop = loop
        self.server = server
        deadline = EventLoop.now + Self.patience
        descriptor.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
        read()
    }

    private func read() {
        reading = loop.watch(descriptor.number, for: .readable) { [unowned self] _ in readable() }
    }

    private func readable() {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        switch buffer.withUnsafeMutableBytes({ descriptor.read(into: $0) }) {
        case .wouldWait: return
        case .failed, .done(0): server.close(self)
        case .done(let count):
            switch phase {
            case .requests: take(buffer[..<count])
            case .webSocket(let browser): browser.received(buffer[..<count])
            case .ending: break
            }
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        let known = request.count
        request += bytes
        answer(known: known)
    }

    /// Answers requests until one is incomplete, or an answer has to wait.
    private func answer(known: Int = 0) {
        var known = known
        while case .requests = phase, pending.isEmpty {
            switch HTTPRequest.read(request, known: known) {
            case .incomplete: return
            case .refused(let status):
                end(.status(status))
                return
            case .complete(let next, let count):
                request.removeFirst(count)
                known = 0
                deadline = EventLoop.now + Self.patience
                server.answer(next, on: self)
            }
        }
        // The next request waits in the socket meanwhile.
        if case .requests = phase { reading = nil }
    }

    /// Answers a request.
    func send(_ response: HTTPResponse, to request: HTTPRequest) {
        if request.isLast {
            end(response, withBody: request.method != "HEAD")
        } else {
            write(
                [response.head(isLast: false)] + (request.method == "HEAD" ? [] : [response.body]))
        }
    }

    /// Answers, and closes.
    private func end(_ response: HTTPResponse, withBody: Bool = true) {
        phase = .ending
        request = []
        write([response.head(isLast: true)] + (withBody ? [response.body] : []))
        finish()
    }

    /// From now on it is a WebSocket.
    func upgrade(_ response: HTTPResponse, _ browser: Browser) {
        write([response.head(isLast: false)])
        phase = .webSocket(browser)
        let early = request
        request = []
        if !early.isEmpty { browser.received(early[...]) }
    }

    /// Writes the last bytes, and closes.
    func end(_ bytes: [UInt8]) {
        phase = .ending
        write([bytes])
        finish()
    }

    /// What the other side still sends is read and dropped: a close at once could take the answer from it.
    private func finish() {
        guard case .ending = phase, pending.isEmpty else { return }
        deadline = EventLoop.now + 1_000_000_000
        shutdown(descriptor.number, Int32(SHUT_WR))
        if reading == nil { read() }
    }

    /// Whether everything is written, and the system would take more.
    var isReady: Bool {
        guard pending.isEmpty else { return false }
        var place = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
        return poll(&place, 1, 0) == 1 && place.revents & Int16(POLLOUT) != 0
    }

    /// Sends bytes after those that still wait.
    func write(_ chunks: [[UInt8]]) {
        pending += chunks.filter { !$0.isEmpty }
        flush()
    }

    private func flush() {
        while let first = pending.first {
            let outcome = first.withUnsafeBytes {
                descriptor.write(UnsafeRawBufferPointer(rebasing: $0[written...]))
            }
            switch outcome {
            case .done(let count):
                written += count
                deadline = EventLoop.now + Self.patience
                guard written == first.count else { continue }
                pending.removeFirst()
                written = 0
            case .wouldWait:
                if writing == nil {
                    writing = loop.watch(descriptor.number, for: .writable) {
                        [unowned self] _ in flushed()
                    }
                }
                return
            case .failed:
                pending = []
                written = 0
                // The end of the connection is read.
                return
            }
        }
        writing = nil
    }

    private func flushed() {
        flush()
        guard pending.isEmpty else { return }
        finish()
        guard case .requests = phase else { return }
        if reading == nil { read() }
        answer()
    }

    /// Whether a deadline of a page that was waited for has passed.
    func isLate(_ now: Int64) -> Bool {
        if case .webSocket = phase, pending.isEmpty { return false }
        return now > deadline
    }

    func close() {
        reading = nil
        writing = nil
    }
}
