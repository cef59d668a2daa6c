import Bluetooth
import Checkout
import Simulation
import Testing

@testable import Central

/// A bearer that keeps what is sent.
private final class FakeBearer: AttributeBearer {
    var now = Instant.zero
    var sent: [[UInt8]] = []
    var abandoned = false
    func send(_ pdu: Span<UInt8>) { sent.append(pdu.array()) }
    func whenSent(_ done: @escaping (Bool) -> Void) { done(true) }
    func wake(at time: Instant) {}
    func abandon() { abandoned = true }
}

struct AttributeClientTests {
    private let bearer = FakeBearer()
    private let client = AttributeClient()

    init() { client.bearer = bearer }

    private func receive(_ bytes: [UInt8]) { client.receive(bytes.span, at: bearer.now) }

    @Test func `one request at a time, the rest in order`() {
        var order: [Int] = []
        for handle in 1...200 { client.read(UInt16(handle)) { _ in order.append(handle) } }
        for handle in 1...200 {
            #expect(bearer.sent.count == handle)
            #expect(bearer.sent.last?[1] == UInt8(handle))
            receive([0x0B, 1])
        }
        #expect(order == Array(1...200))
    }

    @Test func `what does not answer the request is ignored`() {
        var results: [[UInt8]] = []
        client.read(3) { if case .success(let bytes) = $0 { results.append(bytes) } }
        for stray: [UInt8] in [
            [0x13], [0x01, 0x12, 3, 0, 2], [0x0D, 1], [0x01, 0x0A], [], [0x77],
        ] {
            receive(stray)
        }
        #expect(results == [] && client.unexpected == 5)
        receive([0x0B, 7])
        #expect(results == [[7]])
        receive([0x0B, 7])
        #expect(client.unexpected == 6)
    }

    @Test func `a malformed answer is a violation`() {
        var failures: [CentralError] = []
        client.write([1], to: 3) { if case .failure(let error) = $0 { failures.append(error) } }
        receive([0x13, 0x00])
        client.read(3) { if case .failure(let error) = $0 { failures.append(error) } }
        receive([0x01, 0x0A, 3, 0, 0x00])
        #expect(
            failures == [
                .protocolViolation("writeResponse of 2 bytes"),
                .protocolViolation("error code 0"),
            ])
    }

    /// The specification reserves some; devices send them all the same.
    @Test func `every error code is passed on as it is`() {
        for code in UInt8.min...UInt8.max where code != 0 {
            var failure: CentralError?
            client.read(3) { if case .failure(let error) = $0 { failure = error } }
            receive([0x01, 0x0A, 3, 0, code])
            guard case .attribute(let error, handle: 3)? = failure else {
                Issue.record("\(code) became \(failure as Any)")
                continue
            }
            #expect(error.rawValue == code)
        }
    }

    @Test func `an indication is confirmed, also without a listener`() {
        receive([0x1D, 3, 0, 7])
        #expect(bearer.sent == [[0x1E]])
    }

    @Test func `a multiple notification is several`() {
        var got: [[UInt8]] = []
        client.listen(to: 3) { got.append($1.array()) }
        client.listen(to: 5) { got.append($1.array()) }
        receive([0x23, 3, 0, 1, 0, 7, 5, 0, 2, 0, 8, 9, 3, 0, 9, 0, 1])
        #expect(got == [[7], [8, 9]])
    }

    @Test func `a prepared write whose echo differs is cancelled`() {
        var failure: CentralError?
        client.writeLong([UInt8](repeating: 1, count: 30), to: 4) {
            if case .failure(let error) = $0 { failure = error }
        }
        receive([0x17, 4, 0, 0, 0, 2])
        #expect(bearer.sent.last == [0x18, 0])
        receive([0x19])
        #expect(failure == .protocolViolation("a prepared write's echo differs"))
    }

    /// Whatever a server says, discovery and the other operations come to an end.
    @Test(.slow, arguments: [UInt64(1), 2, 3])
    func `random answers never trap`(_ seed: UInt64) {
        var random = RandomStream(seed: seed, purpose: "fuzz.client")
        var ended = 0
        for round in 0..<300 {
            let bearer = FakeBearer()
            let client = AttributeClient()
            client.bearer = bearer
            ServiceDiscovery(of: client, only: round % 2 == 0 ? nil : ["180D"]) { _ in
                ended += 1
            }.start()
            client.exchangeMTU(100) { _ in ended += 1 }
            client.readLong(3) { _ in ended += 1 }
            client.writeLong([UInt8](repeating: 1, count: 40), to: 3) { _ in ended += 1 }
            for _ in 0..<200 {
                guard let request = bearer.sent.last else { break }
                let answer = randomAnswer(to: request, &random)
                client.receive(answer.span, at: .zero)
            }
            client.close(.cancelled)
        }
        #expect(ended == 1_200)
    }

    private func randomAnswer(to request: [UInt8], _ random: inout RandomStream) -> [UInt8] {
        func byte(_ bound: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: random.below(bound)) }
        switch random.below(10) {
        case 0: return [0x01, request[0], request.count > 1 ? request[1] : 0, 0, 0x0A]
        case 1: return (0..<random.below(30)).map { _ in byte(256) }
        default: break
        }
        let opcode = AttributeOpcode(rawValue: request[0])?.response ?? .notification
        let widths: [UInt8] = [1, 2, 4, 6, 7, 18, 20, 21]
        var pdu: [UInt8] = [opcode.rawValue, widths[Int(random.below(8))]]
        let start = request.count > 2 ? request[1] : 0
        for _ in 0..<random.below(4) {
            pdu += [start &+ byte(5), 0, start &+ byte(9), 0]
            pdu += (0..<random.below(4)).map { _ in byte(40) }
        }
        return pdu
    }
}
