import AttitudeStream
import EventLoop
import Foundation
import Testing

@testable import AttitudeTransport

/// A receiver and what it reports, on a loop that a test turns.
final class StreamBench {
    let loop: EventLoop
    let listener: AttitudeListener
    /// Seconds of the receiver's clock, which stands still.
    var now: Double { clock.seconds }
    private let clock = Clock()
    private(set) var attitudes: [Attitude] = []
    private(set) var rezeros = 0
    private(set) var events: [String] = []
    private(set) var inputs = 0

    final class Clock {
        var seconds = 0.0
    }

    init() throws {
        loop = try EventLoop()
        let clock = clock
        listener = try AttitudeListener(
            at: NetworkPlace(port: 0), on: loop, clock: { clock.seconds })
        listener.onAttitude = { [unowned self] in attitudes.append($0) }
        listener.onRezero = { [unowned self] in rezeros += 1 }
        listener.onEvent = { [unowned self] in events.append($0) }
        listener.beforeInput = { [unowned self] in inputs += 1 }
    }

    func wait(_ seconds: Double) { clock.seconds += seconds }

    func connect(_ format: AttitudeFormat = .versioned) throws -> AttitudeConnection {
        try AttitudeConnection(to: listener.places[0], format, on: loop)
    }

    /// A socket without our sender's rules.
    func raw() throws -> Descriptor {
        let place = listener.places[0]
        let address = try SocketAddress.resolve(place.host, port: place.port).get()[0]
        return try address.connect(patience: 5000)
    }

    /// Turns until a condition holds; a test that is stuck fails after ten seconds.
    func turn(
        _ comment: Comment = "stuck", until isDone: () throws -> Bool
    ) throws {
        let end = EventLoop.now + 10_000_000_000
        while try !isDone() {
            try #require(EventLoop.now < end, comment)
            loop.wakeTime = EventLoop.now + 100_000_000
            loop.turn(mayBlock: true)
        }
    }
}

extension Descriptor {
    /// Writes all bytes, waiting for room where there is none.
    func writeAll(_ bytes: [UInt8], turning bench: StreamBench) throws {
        var rest = bytes[...]
        try bench.turn {
            rest.withUnsafeBytes { buffer in
                if case .done(let count) = write(buffer) { rest = rest.dropFirst(count) }
            }
            bench.loop.turn(mayBlock: false)
            return rest.isEmpty
        }
    }
}
