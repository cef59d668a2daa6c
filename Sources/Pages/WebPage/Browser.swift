import Declaration
import EventLoop
import PageModel

/// An open page: a WebSocket, and what waits to go through it.
final class Browser {
    let number: Int
    var outbox = Outbox()
    private var reader = WebSocketReader()
    private unowned let connection: Connection
    private unowned let server: PageServer
    /// What it may send: a page sends some kilobytes per second at most.
    private var flow: Allowance
    /// What it may send without a complete message: pongs, for days.
    private var idle: Allowance

    init(_ number: Int, _ connection: Connection, _ server: PageServer, now: Int64) {
        self.number = number
        self.connection = connection
        self.server = server
        flow = Allowance(most: 524_288, perSecond: 131_072, now: now)
        idle = Allowance(most: 327_680, perSecond: 16, now: now)
    }

    func received(_ bytes: ArraySlice<UInt8>) {
        let now = EventLoop.now
        guard flow.spend(bytes.count, now: now), idle.spend(bytes.count, now: now) else {
            close(1008, "too much was sent")
            return
        }
        do throws(WebSocketReader.Failure) {
            for event in try reader.read(bytes) {
                switch event {
                case .text(let text):
                    idle.refill()
                    try perform(text)
                case .binary:
                    throw WebSocketReader.Failure(code: 1003, reason: "only text is understood")
                case .ping(let payload): outbox.pong = payload
                case .pong: break
                case .close:
                    close(1000, "")
                    return
                }
                guard connection.browser === self else { return }
            }
        } catch {
            close(error.code, error.reason)
            return
        }
        if outbox.pong != nil { flush() }
    }

    private func perform(_ text: [UInt8]) throws(WebSocketReader.Failure) {
        let message: JSONValue
        do throws(JSONError) { message = try JSONValue(reading: text) } catch {
            throw WebSocketReader.Failure(code: 1007, reason: error.description)
        }
        guard case .integer(let id)? = message["id"], case .string(let name)? = message["name"],
            case .object? = message["arguments"] ?? .object([])
        else { throw WebSocketReader.Failure(code: 1007, reason: "not a command") }
        let command = PageCommand(name, message["arguments"] ?? .object([]), browser: number)
        var answer: [(String, JSONValue)] = [("id", .integer(id))]
        do throws(PageError) {
            answer.append(("value", try server.page.perform(command) ?? .null))
        } catch {
            answer.append(("error", .string(error.description)))
        }
        server.changed()
        guard outbox.put(answer: JSONValue.object(answer).bytes) else {
            throw WebSocketReader.Failure(code: 1008, reason: "answers are not read")
        }
        flush()
    }

    /// Sends what waits, but no state.
    private func flush() {
        guard connection.isReady else { return }
        var none: StateHistory?
        connection.write([outbox.take(&none, site: "")])
    }

    /// Sends what waits and what has changed, if the browser has taken everything before.
    func send(_ states: () -> StateHistory, site: String) {
        guard connection.isReady else { return }
        var states: StateHistory? = states()
        let frames = outbox.take(&states, site: site)
        if !frames.isEmpty { connection.write([frames]) }
    }

    func ping() { if connection.isReady { connection.write([WebSocketFrame.ping()]) } }

    func close(_ code: UInt16, _ reason: String) {
        server.left(self)
        connection.end(WebSocketFrame.close(code, reason))
    }
}
