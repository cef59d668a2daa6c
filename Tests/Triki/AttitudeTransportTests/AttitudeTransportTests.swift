import AttitudeStream
import Checkout
import EventLoop
import Simulation
import Testing

@testable import AttitudeTransport

@Suite struct AttitudeTransportTests {
    @Test(arguments: AttitudeFormat.allCases)
    func `attitudes go from a sender to a receiver`(format: AttitudeFormat) throws {
        let bench = try StreamBench()
        let sender = try bench.connect(format)
        for step in 0...4 {
            sender.send(Attitude(roll: Double(step) / 8), microseconds: UInt64(step))
            try bench.turn { bench.listener.received == step + 1 }
        }
        #expect(bench.attitudes.map(\.roll) == [0, -0.125, -0.25, -0.375, -0.5])
        #expect(bench.listener.attitude?.roll == -0.5 && bench.inputs == 5)
        #expect(sender.sent == 5 && sender.sender.replaced == 0)
        sender.close()
        try bench.turn { bench.events.count == 2 }
        #expect(bench.events[0].hasSuffix("has connected"))
        #expect(bench.events[1].hasSuffix("has closed its stream: 5 frames"))
    }

    @Test func `an attitude counts as stale when none has followed it`() throws {
        let bench = try StreamBench()
        #expect(bench.listener.attitude == nil)
        let sender = try bench.connect()
        sender.send(Attitude(), microseconds: 0)
        try bench.turn { bench.listener.received == 1 }
        bench.wait(0.35)
        #expect(bench.listener.attitude == Attitude())
        bench.wait(0.01)
        #expect(bench.listener.attitude == nil)
    }

    @Test func `a new zero reaches the receiver`() throws {
        let bench = try StreamBench()
        let sender = try bench.connect()
        sender.send(Attitude(yaw: 1), microseconds: 0)
        sender.send(Attitude(yaw: 2), microseconds: 1)
        sender.resetZero(microseconds: 2)
        sender.send(Attitude(yaw: 2), microseconds: 3)
        try bench.turn { bench.listener.received == 4 }
        #expect(bench.rezeros == 1 && bench.attitudes.last == Attitude())
    }

    @Test(arguments: AttitudeFormat.allCases)
    func `no cut misaligns a stream through sockets`(format: AttitudeFormat) throws {
        let bench = try StreamBench()
        let socket = try bench.raw()
        var random = RandomStream(seed: 7, purpose: "socket cuts")
        var bytes: [UInt8] = []
        for index in 0..<2000 {
            let roll = Double(Float(random.below(1000)) / 256)
            let frame = AttitudeFrame(
                .attitude(Attitude(roll: roll, yaw: 1)), sequence: UInt32(index))
            bytes += frame.bytes(format)
        }
        let last = AttitudeFrame(.attitude(Attitude(yaw: 3)), sequence: 2000).bytes(format)
        var rest = (bytes + last)[...]
        while !rest.isEmpty {
            let count = Int(random.below(90)) + 1
            try socket.writeAll(Array(rest.prefix(count)), turning: bench)
            rest = rest.dropFirst(count)
        }
        try bench.turn { bench.listener.received == 2001 }
        #expect(bench.attitudes.dropLast().allSatisfy { $0.yaw == 1 && $0.roll >= 0 })
        #expect(bench.attitudes.last == Attitude(yaw: 3) && bench.listener.refused == 0)
    }

    @Test(arguments: AttitudeFormat.allCases)
    func `the form of a stream is found even if its first bytes come one by one`(
        format: AttitudeFormat
    ) throws {
        let bench = try StreamBench()
        let socket = try bench.raw()
        let bytes = AttitudeFrame(.attitude(Attitude(yaw: 1))).bytes(format)
        for (index, byte) in bytes.enumerated() {
            try socket.writeAll([byte], turning: bench)
            try bench.turn { bench.inputs == index + 1 }
        }
        #expect(bench.attitudes == [Attitude(yaw: 1)] && bench.listener.refused == 0)
    }

    @Test func `what is not finite is refused and counted`() throws {
        let bench = try StreamBench()
        let socket = try bench.raw()
        let frames = [Attitude(), Attitude(roll: .nan), Attitude(yaw: .infinity), Attitude(yaw: 1)]
        for (index, attitude) in frames.enumerated() {
            let frame = AttitudeFrame(.attitude(attitude), sequence: UInt32(index))
            try socket.writeAll(frame.bytes(.versioned), turning: bench)
        }
        try bench.turn { bench.listener.received == 2 }
        #expect(bench.listener.refused == 2)
        #expect(bench.attitudes.last == Attitude(yaw: 1))
    }

    @Test(.slow) func `a receiver that does not read gets the newest attitude when it reads again`()
        throws
    {
        let bench = try StreamBench()
        // A listener that accepts nothing: its system takes a little, and then no more.
        let address = try SocketAddress.resolve("127.0.0.1", port: 0).get()[0]
        let deaf = try address.listen()
        let sender = try AttitudeConnection(
            to: NetworkPlace(port: SocketAddress(of: deaf).port), on: bench.loop)
        for step in 0..<200_000 {
            sender.send(Attitude(roll: Double(step % 3000) / 1024), microseconds: UInt64(step))
        }
        #expect(sender.sender.replaced > 10_000 && sender.sender.hasBytes)
        #expect(sender.sent + sender.sender.replaced + 2 >= 200_000)
        #expect(sender.isOpen)
    }

    @Test func `a new sender takes the place of the old one`() throws {
        let bench = try StreamBench()
        let first = try bench.connect()
        var endings: [String] = []
        first.onEnd = { endings.append($0) }
        first.send(Attitude(), microseconds: 0)
        try bench.turn { bench.listener.received == 1 }
        let second = try bench.connect(.legacy)
        second.send(Attitude(roll: 1), microseconds: 0)
        second.send(Attitude(roll: 0.5), microseconds: 1)
        try bench.turn { bench.listener.received == 3 && endings.count == 1 }
        #expect(bench.attitudes.last?.roll == 0.5 && !first.isOpen && second.isOpen)
        #expect(bench.events.contains { $0.contains("a new sender has taken its place: 1 frames") })
        first.send(Attitude(), microseconds: 9)
        #expect(bench.listener.received == 3)
    }

    @Test func `a place without a listener is named with the fix`() throws {
        let loop = try EventLoop()
        let free = try SocketAddress.resolve("127.0.0.1", port: 0).get()[0].listen()
        let port = SocketAddress(of: free).port
        let listener = try AttitudeListener(at: NetworkPlace(port: 0), on: loop)
        let place = listener.places[0]
        #expect(!listener.isReachableFromOutside && place.port != 0)
        #expect(throws: AttitudeTransportError.self) {
            try AttitudeListener(at: NetworkPlace(port: port), on: loop)
        }
        listener.close()
        do throws(AttitudeTransportError) {
            _ = try AttitudeConnection(to: place, on: loop)
            Issue.record("something listens")
        } catch {
            #expect(error.description.contains("start the receiver first"), "\(error)")
        }
        #expect(throws: AttitudeTransportError.self) {
            try AttitudeConnection(
                to: NetworkPlace(host: "no.such.host.invalid", port: 1), on: loop)
        }
    }

    @Test func `a lost sender leaves the listener usable`() throws {
        let bench = try StreamBench()
        do {
            let sender = try bench.connect()
            sender.send(Attitude(), microseconds: 0)
            try bench.turn { bench.listener.received == 1 }
        }
        try bench.turn { bench.events.count == 2 }
        let again = try bench.connect()
        again.send(Attitude(), microseconds: 0)
        try bench.turn { bench.listener.received == 2 }
    }
}
